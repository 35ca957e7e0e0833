package media

import (
	"bufio"
	"encoding/binary"
	"io"
)

// copyHEIC copies a HEIC picture and overwrites its Exif and XMP data with zeros, so that no position in the file
// moves. The orientation is a separate property and stays.
func copyHEIC(out Output, in *bufio.Reader) error {
	size, err := io.CopyBuffer(onlyWriter{out}, onlyReader{in}, make([]byte, documentsBuffer))
	if err != nil {
		return err
	}
	hasMeta := false
	for at := int64(0); at < size; {
		head, err := readBox(out, at, size)
		if err != nil {
			return err
		}
		switch head.name {
		case "ftyp", "mdat":
		case "meta":
			hasMeta = true
			err = cleanMeta(out, head, size)
		default:
			err = blank(out, head)
		}
		if err != nil {
			return err
		}
		at = head.end
	}
	if !hasMeta {
		return errDamaged
	}
	return nil
}

// box is a part of a file in the ISO base media format: its name, and the start and the end of its content.
type box struct {
	name               string
	start, begins, end int64
}

const maxMetaBytes = 1 << 20

func readBox(in io.ReaderAt, at, limit int64) (box, error) {
	head := make([]byte, 16)
	if _, err := in.ReadAt(head[:8], at); err != nil {
		return box{}, err
	}
	found := box{name: string(head[4:8]), start: at, begins: at + 8}
	switch size := int64(binary.BigEndian.Uint32(head)); size {
	case 0:
		found.end = limit
	case 1:
		if _, err := in.ReadAt(head[8:], at+8); err != nil {
			return box{}, err
		}
		found.begins += 8
		long := binary.BigEndian.Uint64(head[8:])
		if long > MaxBytes {
			return box{}, errDamaged
		}
		found.end = at + int64(long)
	default:
		found.end = at + size
	}
	if found.end > limit || found.end < found.begins {
		return box{}, errDamaged
	}
	return found, nil
}

// blank turns a box into free space.
func blank(out Output, b box) error {
	if _, err := out.WriteAt([]byte("free"), b.start+4); err != nil {
		return err
	}
	return zero(out, b.begins, b.end-b.begins)
}

func zero(out io.WriterAt, at, size int64) error {
	zeros := make([]byte, min(size, documentsBuffer))
	for ; size > 0; size -= int64(len(zeros)) {
		zeros = zeros[:min(size, int64(len(zeros)))]
		if _, err := out.WriteAt(zeros, at); err != nil {
			return err
		}
		at += int64(len(zeros))
	}
	return nil
}

// cleanMeta overwrites the items with metadata that the box meta lists, and checks the size of the pictures.
func cleanMeta(out Output, meta box, size int64) error {
	if meta.end-meta.begins > maxMetaBytes || meta.end-meta.begins < 4 {
		return errDamaged
	}
	content := make([]byte, meta.end-meta.begins)
	if _, err := out.ReadAt(content, meta.begins); err != nil {
		return err
	}
	parts, err := splitBoxes(content[4:])
	if err != nil {
		return err
	}
	if err := checkHEICSize(parts); err != nil {
		return err
	}
	hidden, err := metadataItems(parts["iinf"].content)
	if err != nil || len(hidden) == 0 {
		return err
	}
	extents, err := extentsOf(parts["iloc"].content, hidden)
	if err != nil {
		return err
	}
	for _, part := range extents {
		start := part.offset
		if part.inMeta {
			start += meta.begins + 4 + parts["idat"].at
		}
		if start < 0 || part.length < 0 || start+part.length > size {
			return errDamaged
		}
		if err := zero(out, start, part.length); err != nil {
			return err
		}
	}
	return nil
}

// innerBox is the content of a box inside another one, and its position there.
type innerBox struct {
	at      int64
	content []byte
}

// splitBoxes returns the boxes of a content by their names; of several with one name the last.
func splitBoxes(content []byte) (map[string]innerBox, error) {
	parts := map[string]innerBox{}
	for at := 0; at+8 <= len(content); {
		size := int(binary.BigEndian.Uint32(content[at:]))
		if size == 0 {
			size = len(content) - at
		}
		if size < 8 || at+size > len(content) {
			return nil, errDamaged
		}
		parts[string(content[at+4:at+8])] = innerBox{int64(at + 8), content[at+8 : at+size]}
		at += size
	}
	return parts, nil
}

// checkHEICSize checks the sizes of all pictures, including the tiles of a large one.
func checkHEICSize(parts map[string]innerBox) error {
	properties, err := splitBoxes(parts["iprp"].content)
	if err != nil {
		return err
	}
	content, found := properties["ipco"].content, false
	for at := 0; at+8 <= len(content); {
		size := int(binary.BigEndian.Uint32(content[at:]))
		if size < 8 || at+size > len(content) {
			return errDamaged
		}
		if string(content[at+4:at+8]) == "ispe" && size >= 20 {
			found = true
			if err := checkPixels(int64(binary.BigEndian.Uint32(content[at+12:])), int64(binary.BigEndian.Uint32(content[at+16:]))); err != nil {
				return err
			}
		}
		at += size
	}
	if !found {
		return errDamaged
	}
	return nil
}
