package media

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
)

// webpKept are the chunks that draw the picture; EXIF, XMP and unknown ones are left out.
var webpKept = []string{"VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"}

const (
	riffHead = 12
	// webpMetadata are the flags of VP8X that announce EXIF and XMP.
	webpMetadata = 0x08 | 0x04
)

// copyWebP copies the chunks that draw the picture, and nothing after its end. The size in the header is written last.
func copyWebP(out Output, in *bufio.Reader) error {
	head := make([]byte, riffHead)
	if _, err := io.ReadFull(in, head); err != nil {
		return err
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	left := int64(binary.LittleEndian.Uint32(head[4:])) - 4
	written, drawn := int64(4), false
	for left > 0 {
		name, size, err := copyWebPChunk(out, in)
		if err != nil {
			return err
		}
		left -= size
		if slices.Contains(webpKept, name) {
			written += size
		}
		drawn = drawn || name == "VP8 " || name == "VP8L" || name == "ANMF"
	}
	if left < 0 || !drawn {
		return errDamaged
	}
	_, err := out.WriteAt(binary.LittleEndian.AppendUint32(nil, uint32(written)), 4)
	return err
}

// copyWebPChunk copies one chunk unless it is left out, and returns its name and its whole size.
func copyWebPChunk(out io.Writer, in *bufio.Reader) (name string, size int64, err error) {
	head, err := in.Peek(8)
	if err != nil {
		return "", 0, err
	}
	name = string(head[:4])
	size = int64(binary.LittleEndian.Uint32(head[4:]))
	size += 8 + size%2
	if err := checkWebPSize(name, in); err != nil {
		return "", 0, err
	}
	if !slices.Contains(webpKept, name) {
		out = io.Discard
	}
	if name != "VP8X" {
		_, err = io.CopyN(out, in, size)
		return name, size, err
	}
	extended := make([]byte, 18)
	if size != int64(len(extended)) {
		return "", 0, errDamaged
	}
	if _, err := io.ReadFull(in, extended); err != nil {
		return "", 0, err
	}
	extended[8] &^= webpMetadata
	_, err = out.Write(extended)
	return name, size, err
}

// checkWebPSize checks the size of the picture in the chunk that follows.
func checkWebPSize(name string, in *bufio.Reader) error {
	switch name {
	case "VP8X":
		chunk, err := in.Peek(18)
		if err != nil {
			return err
		}
		return checkPixels(1+uint24(chunk[12:]), 1+uint24(chunk[15:]))
	case "VP8L":
		chunk, err := in.Peek(13)
		if err != nil {
			return err
		}
		bits := int64(binary.LittleEndian.Uint32(chunk[9:]))
		return checkPixels(1+bits&0x3fff, 1+bits>>14&0x3fff)
	case "VP8 ":
		chunk, err := in.Peek(18)
		if err != nil {
			return err
		}
		return checkPixels(int64(binary.LittleEndian.Uint16(chunk[14:])&0x3fff), int64(binary.LittleEndian.Uint16(chunk[16:])&0x3fff))
	}
	return nil
}

func uint24(bytes []byte) int64 { return int64(bytes[0]) | int64(bytes[1])<<8 | int64(bytes[2])<<16 }
