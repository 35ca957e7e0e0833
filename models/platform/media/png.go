package media

import (
	"bufio"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that draw the picture; texts, Exif data and times are left out.
var pngKept = []string{"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs"}

// copyPNG copies the chunks that draw the picture, and nothing after its end.
func copyPNG(out Output, in *bufio.Reader) error {
	if _, err := io.CopyN(out, in, int64(len(pngSignature))); err != nil {
		return err
	}
	for first := true; ; first = false {
		name, err := copyPNGChunk(out, in)
		if err != nil {
			return err
		}
		if first != (name == "IHDR") {
			return errDamaged
		}
		if name == "IEND" {
			return nil
		}
	}
}

// copyPNGChunk copies one chunk unless it is left out, checks its sum, and returns its name.
func copyPNGChunk(out io.Writer, in *bufio.Reader) (name string, err error) {
	head, err := in.Peek(8)
	if err != nil {
		return "", err
	}
	size := int64(binary.BigEndian.Uint32(head))
	name = string(head[4:8])
	if name == "IHDR" {
		if err := checkPNGSize(in); err != nil {
			return "", err
		}
	}
	if !slices.Contains(pngKept, name) {
		out = io.Discard
	}
	if _, err := io.CopyN(out, in, 4); err != nil {
		return "", err
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(io.MultiWriter(out, sum), in, 4+size); err != nil {
		return "", err
	}
	var stored [4]byte
	if _, err := io.ReadFull(in, stored[:]); err != nil {
		return "", err
	}
	if binary.BigEndian.Uint32(stored[:]) != sum.Sum32() {
		return "", errDamaged
	}
	_, err = out.Write(stored[:])
	return name, err
}

func checkPNGSize(in *bufio.Reader) error {
	header, err := in.Peek(16)
	if err != nil {
		return err
	}
	return checkPixels(int64(binary.BigEndian.Uint32(header[8:])), int64(binary.BigEndian.Uint32(header[12:])))
}
