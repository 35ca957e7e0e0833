// Package timed writes answers to clients that may stop reading.
package timed

import (
	"net/http"
	"time"
)

// Chunk is the number of bytes that a client must read in time.
const Chunk = 64 << 10

// Writer writes an answer in chunks and disconnects a client that does not read one within Stalled.
type Writer struct {
	http.ResponseWriter
	Stalled time.Duration
}

// Write implements io.Writer.
func (w *Writer) Write(bytes []byte) (int, error) {
	deadline := http.NewResponseController(w.ResponseWriter)
	written := 0
	for written < len(bytes) {
		_ = deadline.SetWriteDeadline(time.Now().Add(w.Stalled)) // not every writer supports it
		chunk := bytes[written:min(len(bytes), written+Chunk)]
		count, err := w.ResponseWriter.Write(chunk)
		written += count
		if err != nil {
			return written, err
		}
	}
	return written, nil
}
