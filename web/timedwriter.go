package web

import (
	"net/http"
	"time"
)

// timedWriter writes an answer in chunks and disconnects a client that does not read one in time.
type timedWriter struct {
	http.ResponseWriter
	stalled time.Duration
}

// timed returns the writer of the request's answer.
func (r *Request) timed() *timedWriter {
	return &timedWriter{r.gin.Writer, r.server.config.StalledAfter}
}

// Write implements io.Writer.
func (w *timedWriter) Write(bytes []byte) (int, error) {
	deadline := http.NewResponseController(w.ResponseWriter)
	written := 0
	for written < len(bytes) {
		_ = deadline.SetWriteDeadline(time.Now().Add(w.stalled)) // not every writer supports it
		chunk := bytes[written:min(len(bytes), written+streamBuffer)]
		count, err := w.ResponseWriter.Write(chunk)
		written += count
		if err != nil {
			return written, err
		}
	}
	return written, nil
}
