package web

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"acolhe/models/types/errs"
	"acolhe/web/timed"
)

// downloadRetry is the Retry-After of a second download of one person.
const downloadRetry = 15 * time.Second

// File describes a streamed document.
type File struct {
	Name        string
	ContentType string
	// Size is in bytes; 0 when it is not known yet.
	Size int64
	// Limit is the time for the whole download, instead of the limit of a request.
	Limit time.Duration
}

// Download streams a document. An error before the first bytes is answered as usual; a later one cuts the connection,
// so that no client takes an incomplete file for a complete one. A person downloads one document at a time: a second one
// is 429 RATE_LIMITED.
func (r *Request) Download(file File, write func(ctx context.Context, w io.Writer) error) error {
	end, isFree := r.server.downloads.Begin(r.person())
	if !isFree {
		busy := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Você já está baixando um arquivo. Espere terminar e tente de novo.")
		busy.RetryAfter = downloadRetry
		return busy
	}
	defer end()
	r.leaveLane() // a download may take minutes, and exports are limited by themselves
	ctx, cancel := context.WithTimeout(r.unbounded, file.Limit)
	defer cancel()
	out := &stream{r: r, file: file}
	defer out.release()
	gathered := bufio.NewWriterSize(out, timed.Chunk) // collected before the first are sent
	err := write(ctx, gathered)
	if err == nil {
		err = gathered.Flush()
	}
	if err == nil {
		err = out.end()
	}
	if err == nil || !out.started {
		return err
	}
	level := slog.LevelError
	if r.isAborted() {
		level = slog.LevelInfo
	}
	r.server.log(r, level, "a download broke off", "error", err.Error())
	panic(http.ErrAbortHandler)
}

// stream writes the headers with the first bytes.
type stream struct {
	r       *Request
	file    File
	started bool
	to      io.Writer
	// packed and pool are set when the stream is compressed.
	packed compressor
	pool   *sync.Pool
}

// Write implements io.Writer.
func (s *stream) Write(bytes []byte) (int, error) {
	if !s.started {
		s.start()
	}
	return s.to.Write(bytes)
}

func (s *stream) start() {
	s.started = true
	w := s.r.gin.Writer
	header := w.Header()
	header.Set("Content-Type", s.file.ContentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": s.file.Name}))
	header.Set("Cache-Control", "no-store")
	header.Add("Vary", "Accept-Encoding")
	s.to = s.r.timed()
	encoding, pool := acceptedEncoding(s.r.Header("Accept-Encoding"))
	isText := strings.HasPrefix(s.file.ContentType, "text/") || strings.HasPrefix(s.file.ContentType, "application/json")
	if s.file.Size > 0 {
		header.Set("Content-Length", strconv.FormatInt(s.file.Size, 10))
	} else if pool != nil && isText {
		header.Set("Content-Encoding", encoding)
		s.packed, s.pool = pool.Get().(compressor), pool
		s.packed.Reset(s.to)
		s.to = s.packed
	}
	w.WriteHeader(http.StatusOK)
}

func (s *stream) end() error {
	if !s.started {
		s.start()
	}
	if s.packed == nil {
		return nil
	}
	return s.packed.Close()
}

func (s *stream) release() {
	if s.packed != nil {
		s.packed.Reset(io.Discard)
		s.pool.Put(s.packed)
	}
}
