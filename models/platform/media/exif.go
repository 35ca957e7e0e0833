package media

import (
	"bytes"
	"encoding/binary"
	"io"
)

const (
	exifStart      = "Exif\x00\x00"
	orientationTag = 0x0112
	exifShort      = 3
)

// orientationOf reads the orientation of a photo from the TIFF structure of its Exif data: 1 to 8, or 0 if unknown.
func orientationOf(tiff []byte) uint16 {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	first := order.Uint32(tiff[4:])
	if int64(first)+2 > int64(len(tiff)) {
		return 0
	}
	entries := tiff[first+2:]
	const entryBytes = 12
	for range order.Uint16(tiff[first:]) {
		if len(entries) < entryBytes {
			return 0
		}
		if order.Uint16(entries) == orientationTag && order.Uint16(entries[2:]) == exifShort {
			return order.Uint16(entries[8:])
		}
		entries = entries[entryBytes:]
	}
	return 0
}

// exifWithOrientation returns Exif data with only the orientation, or nil for a photo that is not rotated.
func exifWithOrientation(orientation uint16) []byte {
	if orientation < 2 || orientation > 8 {
		return nil
	}
	return []byte(exifStart + "MM\x00*\x00\x00\x00\x08\x00\x01" + "\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(orientation)) + "\x00\x00" + "\x00\x00\x00\x00")
}

// OrientationOf returns how a stored photo is turned, from the one fact that Copy keeps of its Exif data: 1 to 8, or 0.
func OrientationOf(photo io.Reader) int {
	start := make([]byte, sniffBytes)
	read, _ := io.ReadFull(photo, start) // a short photo has no Exif data
	at := bytes.Index(start[:read], []byte(exifStart))
	if at < 0 {
		return 0
	}
	return int(orientationOf(start[at+len(exifStart) : read]))
}
