package web

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"acolhe/models/platform/media"
	"acolhe/models/types/errs"
)

// Limits of an upload, which may take minutes on a slow phone.
const (
	uploadTimeout = 10 * time.Minute
	// uploadPause is the maximum time without data during an upload.
	uploadPause = 30 * time.Second
	// maxUploadFields is the maximum size in bytes of everything around one file.
	maxUploadFields = 64 << 10
	// drainBytes is the number of bytes of a refused upload that are read, because a browser shows the refusal only
	// after sending everything.
	drainBytes = 32 << 20
)

// FileField is the name of the field of a multipart body that holds a file (decisions.md).
const FileField = "file"

// ReadUpload reads a multipart body of up to most files. It calls take with the name and the content of each as it
// arrives, and returns the other fields, which may come before and after. Without a file, or with too many, it returns
// 400 VALIDATION_ERROR, and for another content type 415 UNSUPPORTED_MEDIA_TYPE. It replaces the time limit of the
// request.
func (r *Request) ReadUpload(most int, take func(name string, content io.Reader) error) (FormData, error) {
	return r.readUpload(most, int64(most)*(media.MaxBytes+maxUploadFields), (*multipart.Part).FileName, take)
}

// ReadFolderUpload is ReadUpload without a limit of bytes, as take refuses what is too large for it. The files of a folder have their
// paths as names.
func (r *Request) ReadFolderUpload(most int, take func(name string, content io.Reader) error) (FormData, error) {
	return r.readUpload(most, math.MaxInt64, pathOf, take)
}

func (r *Request) readUpload(most int, limit int64, nameOf func(*multipart.Part) string, take func(name string, content io.Reader) error) (FormData,
	error) {
	r.extend(uploadTimeout)
	r.leaveLane()
	body := &uploadBody{r: r, in: r.body, left: limit}
	r.gin.Request.Body = io.NopCloser(body)
	parts, err := r.gin.Request.MultipartReader()
	if err != nil {
		return nil, unsupported("Envie o arquivo como multipart/form-data.")
	}
	fields, err := readParts(parts, most, nameOf, take)
	switch {
	case body.isPaused:
		// net/http counts the connection as lost, but the refusal can still be written.
		r.unbounded = context.WithoutCancel(r.unbounded)
		r.extend(requestTimeout)
	case err != nil:
		body.drain()
	}
	return fields, err
}

// extend sets another time limit for the rest of the request.
func (r *Request) extend(limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), limit)
	context.AfterFunc(r.unbounded, cancel)
	r.gin.Request = r.gin.Request.WithContext(ctx)
}

func readParts(parts *multipart.Reader, most int, nameOf func(*multipart.Part) string, take func(name string, content io.Reader) error) (FormData, error) {
	fields, files, size := FormData{}, 0, 0
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return fields, requireFile(files)
		}
		if err != nil {
			return fields, badUpload(err)
		}
		content := &received{in: part}
		if part.FormName() == FileField {
			if files++; files > most {
				return fields, errs.Invalid(FileField, "envie menos arquivos de uma vez")
			}
			err := take(nameOf(part), content)
			if err = cmp.Or(content.failed, err); err != nil {
				return fields, err
			}
			continue
		}
		value, err := io.ReadAll(io.LimitReader(content, maxUploadFields))
		if size += len(part.FormName()) + len(value); err == nil && size >= maxUploadFields {
			err = media.TooLarge()
		}
		if err != nil {
			return fields, err
		}
		fields[part.FormName()] = append(fields[part.FormName()], string(value))
	}
}

// pathOf returns the name of a part's file as it was sent, with the folders that FileName leaves out.
func pathOf(part *multipart.Part) string {
	_, sent, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition")) // NextPart has read it
	return sent["filename"]
}

func requireFile(files int) error {
	if files == 0 {
		return errs.Invalid(FileField, "escolha um arquivo")
	}
	return nil
}

// received reads what a caller sends and keeps the error of reading, which is the caller's, whatever it is. An error of
// storing what was read is ours.
type received struct {
	in     io.Reader
	failed error
}

// Read implements io.Reader.
func (c *received) Read(into []byte) (int, error) {
	read, err := c.in.Read(into)
	if err == nil || err == io.EOF {
		return read, err
	}
	c.failed = badUpload(err)
	return read, c.failed
}

// badUpload returns 400 VALIDATION_ERROR for an incomplete or malformed body, and a refusal unchanged.
func badUpload(err error) error {
	if errs.As(err) != nil {
		return err
	}
	return errs.Invalid(FileField, "o envio chegou incompleto ou com defeito; envie de novo").WithCause(err)
}

// uploadBody reads the body of an upload while data arrives.
type uploadBody struct {
	r    *Request
	in   io.Reader
	left int64
	// isPaused reports that no data arrived for uploadPause.
	isPaused bool
}

// Read implements io.Reader.
func (b *uploadBody) Read(into []byte) (int, error) {
	if b.left <= 0 {
		return 0, media.TooLarge()
	}
	b.allowPause()
	read, err := b.in.Read(into)
	b.left -= int64(read)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		b.isPaused = true
		return read, errPaused()
	}
	return read, err
}

// errPaused is 400 VALIDATION_ERROR for an upload that stopped on its way.
func errPaused() error {
	return errs.Invalid(FileField, "o envio ficou parado por tempo demais; confira a sua internet e envie de novo")
}

// drain reads the rest of a refused upload.
func (b *uploadBody) drain() {
	b.allowPause()
	_, _ = io.CopyN(io.Discard, b.in, drainBytes) // the refusal is the answer in any case
}

func (b *uploadBody) allowPause() {
	_ = http.NewResponseController(b.r.gin.Writer).
		SetReadDeadline(time.Now().Add(b.r.server.config.UploadPause)) // not every writer supports it
}
