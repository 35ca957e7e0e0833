package media

import (
	"encoding/binary"
)

// fields reads the numbers of a box one after another; after its end they are 0 and short is set.
type fields struct {
	rest  []byte
	short bool
}

func (f *fields) take(size int) uint64 {
	if size > len(f.rest) {
		f.short = true
		return 0
	}
	var value uint64
	for _, b := range f.rest[:size] {
		value = value<<8 | uint64(b)
	}
	f.rest = f.rest[size:]
	return value
}

// metadataItems returns the ids of the items of iinf that hold Exif or XMP data.
func metadataItems(iinf []byte) (map[uint64]bool, error) {
	if len(iinf) < 6 {
		return nil, nil
	}
	head := 6
	if iinf[0] > 0 {
		head = 8
	}
	hidden := map[uint64]bool{}
	for content := iinf[min(head, len(iinf)):]; len(content) >= 8; {
		size := int(binary.BigEndian.Uint32(content))
		if size < 8 || size > len(content) {
			return nil, errDamaged
		}
		if id, isHidden := metadataItem(content[8:size]); isHidden {
			hidden[id] = true
		}
		content = content[size:]
	}
	return hidden, nil
}

// metadataItem reads one infe box. Items before version 2 have no type; cameras do not write them.
func metadataItem(infe []byte) (id uint64, isHidden bool) {
	if len(infe) < 4 || infe[0] < 2 {
		return 0, false
	}
	f := fields{rest: infe[4:]}
	idBytes := 2
	if infe[0] > 2 {
		idBytes = 4
	}
	id = f.take(idBytes)
	f.take(2)
	if f.short || len(f.rest) < 4 {
		return 0, false
	}
	kind := string(f.rest[:4])
	return id, kind == "Exif" || kind == "mime" || kind == "uri "
}

// extent is the position of a part of an item: in the file, or in the box idat of meta.
type extent struct {
	inMeta         bool
	offset, length int64
}

// maxExtents is far above the number of parts of any photo; each takes time.
const maxExtents = 10_000

// maxHidden is the maximum number of parts with metadata.
const maxHidden = 16

// extentsOf reads the positions of the items from iloc.
func extentsOf(iloc []byte, items map[uint64]bool) ([]extent, error) {
	f := fields{rest: iloc}
	version := f.take(1)
	f.take(3)
	sizes := f.take(2)
	offsetBytes, lengthBytes := int(sizes>>12), int(sizes>>8&0xf)
	baseBytes, indexBytes := int(sizes>>4&0xf), int(sizes&0xf)
	idBytes := 2
	if version == 2 {
		idBytes = 4
	}
	if version == 0 {
		indexBytes = 0
	}
	var found []extent
	read := 0
	for range f.take(idBytes) {
		id, method := f.take(idBytes), uint64(0)
		if version > 0 {
			method = f.take(2) & 0xf
		}
		f.take(2)
		base := f.take(baseBytes)
		for range f.take(2) {
			f.take(indexBytes)
			part := extent{inMeta: method == 1, offset: int64(base + f.take(offsetBytes)), length: int64(f.take(lengthBytes))}
			if items[id] && method < 2 {
				found = append(found, part)
			}
			if read++; f.short || read > maxExtents || len(found) > maxHidden {
				return nil, errDamaged
			}
		}
		if f.short {
			return nil, errDamaged
		}
	}
	if f.short || version > 2 {
		return nil, errDamaged
	}
	return found, nil
}
