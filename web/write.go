package web

import (
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"acolhe/web/timed"
)

// Smaller answers gain nothing from compression.
const minCompressed = 1024

// Both use quick levels, because answers are compressed on each request; this one of brotli is the quickest that keeps a list
// of 60 rows below 11 KB.
var (
	brotlis = sync.Pool{New: func() any { return brotli.NewWriterLevel(io.Discard, 5) }}
	gzips   = sync.Pool{New: func() any {
		w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		return w
	}}
)

// compressor is the common interface of both kinds of writer.
type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

// write is the only place that sends an answer's bytes, compressed if the caller accepts it.
func (r *Request) write(status int, contentType string, body []byte) {
	w := r.gin.Writer
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Add("Vary", "Accept-Encoding")
	encoding, pool := acceptedEncoding(r.Header("Accept-Encoding"))
	if len(body) < minCompressed || pool == nil {
		header.Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		w.WriteHeaderNow()
		r.logWriteError(r.timed().Write(body))
		return
	}
	header.Set("Content-Encoding", encoding)
	w.WriteHeader(status)
	packed := pool.Get().(compressor)
	defer pool.Put(packed)
	packed.Reset(r.timed())
	r.logWriteError(packed.Write(body))
	r.logWriteError(0, packed.Close())
}

// timed returns the writer of the request's answer.
func (r *Request) timed() *timed.Writer {
	return &timed.Writer{ResponseWriter: r.gin.Writer, Stalled: r.server.config.StalledAfter}
}

// acceptedEncoding prefers brotli to gzip; the pool is nil if neither is accepted.
func acceptedEncoding(accept string) (string, *sync.Pool) {
	var acceptsGzip bool
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.ReplaceAll(params, " ", "") == "q=0" {
			continue
		}
		if name == "br" {
			return "br", &brotlis
		}
		acceptsGzip = acceptsGzip || name == "gzip"
	}
	if acceptsGzip {
		return "gzip", &gzips
	}
	return "", nil
}

// logWriteError logs that the caller has disconnected.
func (r *Request) logWriteError(_ int, err error) {
	if err != nil {
		r.server.log(r, slog.LevelDebug, "caller went away", "error", err.Error())
	}
}

// Serve answers with a plain http.Handler: documents and metrics.
func (r *Request) Serve(handler http.Handler) error {
	handler.ServeHTTP(r.gin.Writer, r.gin.Request)
	return nil
}
