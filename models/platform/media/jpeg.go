package media

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// Markers of JPEG (ITU T.81, B.1.1.3).
const (
	jpegSOI  = 0xd8
	jpegEOI  = 0xd9
	jpegSOS  = 0xda
	jpegAPP0 = 0xe0
	jpegAPP1 = 0xe1
	jpegAPP2 = 0xe2
	jpegAPPE = 0xee
	jpegAPPF = 0xef
	jpegCOM  = 0xfe
)

// maxScans is far above the number of scans of any photo; a picture with thousands takes minutes to show.
const maxScans = 200

// jpegCopier copies the parts of a JPEG that draw the picture, with the orientation. It leaves out the place, the
// camera, the preview, comments and bytes after the picture.
type jpegCopier struct {
	in    *bufio.Reader
	out   io.Writer
	sized bool
	scans int
	// begun reports whether the first byte of the next marker was read.
	begun bool
}

func copyJPEG(out Output, in *bufio.Reader) error {
	c := &jpegCopier{in: in, out: out}
	if _, err := in.Discard(len("\xff\xd8")); err != nil {
		return err
	}
	if err := c.writeMarker(jpegSOI); err != nil {
		return err
	}
	for {
		marker, err := c.nextMarker()
		if err != nil {
			return err
		}
		if marker == jpegEOI {
			if !c.sized || c.scans == 0 {
				return errDamaged
			}
			return c.writeMarker(jpegEOI)
		}
		if err := c.copySegment(marker); err != nil {
			return err
		}
	}
}

func (c *jpegCopier) writeMarker(marker byte) error {
	_, err := c.out.Write([]byte{0xff, marker})
	return err
}

// nextMarker reads a marker, which fill bytes may precede.
func (c *jpegCopier) nextMarker() (byte, error) {
	marker, err := byte(0xff), error(nil)
	if !c.begun {
		if marker, err = c.in.ReadByte(); err != nil {
			return 0, err
		}
	}
	c.begun = false
	if marker != 0xff {
		return 0, errDamaged
	}
	for marker == 0xff {
		if marker, err = c.in.ReadByte(); err != nil {
			return 0, err
		}
	}
	if marker < 0xc0 || isRestart(marker) || marker == jpegSOI {
		return 0, errDamaged
	}
	return marker, nil
}

func isRestart(marker byte) bool { return marker >= 0xd0 && marker <= 0xd7 }

// isFrame reports whether a marker begins a frame, which has the size of the picture.
func isFrame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

// copySegment copies one segment, which is at most 64 KiB, and the scan that may follow it.
func (c *jpegCopier) copySegment(marker byte) error {
	var length [2]byte
	if _, err := io.ReadFull(c.in, length[:]); err != nil {
		return err
	}
	size := int(binary.BigEndian.Uint16(length[:])) - len(length)
	if size < 0 {
		return errDamaged
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(c.in, payload); err != nil {
		return err
	}
	if isFrame(marker) {
		if err := c.checkFrame(payload); err != nil {
			return err
		}
	}
	payload = keptSegment(marker, payload)
	if payload == nil {
		return nil
	}
	binary.BigEndian.PutUint16(length[:], uint16(len(payload)+len(length)))
	if err := c.writeMarker(marker); err != nil {
		return err
	}
	if _, err := c.out.Write(append(length[:], payload...)); err != nil {
		return err
	}
	if marker == jpegSOS {
		return c.copyScan()
	}
	return nil
}

func (c *jpegCopier) checkFrame(payload []byte) error {
	if len(payload) < 6 {
		return errDamaged
	}
	c.sized = true
	return checkPixels(int64(binary.BigEndian.Uint16(payload[3:])), int64(binary.BigEndian.Uint16(payload[1:])))
}

// keptSegment returns the kept part of a segment, or nil.
func keptSegment(marker byte, payload []byte) []byte {
	isOf := func(name string) bool { return bytes.HasPrefix(payload, []byte(name)) }
	switch {
	case marker == jpegAPP0 && isOf("JFIF\x00"), marker == jpegAPP2 && isOf("ICC_PROFILE\x00"), marker == jpegAPPE && isOf("Adobe"):
		return payload
	case marker == jpegAPP1 && isOf(exifStart):
		return exifWithOrientation(orientationOf(payload[len(exifStart):]))
	case marker >= jpegAPP0 && marker <= jpegAPPF, marker == jpegCOM:
		return nil
	}
	return payload
}

// copyScan copies the compressed picture up to the next marker, of which it has read the first byte.
func (c *jpegCopier) copyScan() error {
	if c.scans++; c.scans > maxScans {
		return errDamaged
	}
	for {
		part, err := c.in.ReadSlice(0xff)
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if err == nil {
			part = part[:len(part)-1]
		}
		if _, failed := c.out.Write(part); failed != nil {
			return failed
		}
		if err != nil {
			continue
		}
		next, err := c.in.Peek(1)
		if err != nil {
			return err
		}
		if next[0] != 0 && !isRestart(next[0]) {
			c.begun = true
			return nil
		}
		if _, err := c.in.Discard(1); err != nil {
			return err
		}
		if err := c.writeMarker(next[0]); err != nil {
			return err
		}
	}
}
