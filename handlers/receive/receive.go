// Package receive reads the files that people send.
package receive

import (
	"io"

	"acolhe/models/files"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/files"
	"acolhe/web"
)

// Picture reads the only file of a multipart body, and has store keep it. It returns the errors of
// files.Library.ReceivePicture and of store, and 400 VALIDATION_ERROR for a body with other fields.
func Picture(r *web.Request, library files.Library, store func(picture *files.Upload) error) error {
	var picture *files.Upload
	fields, err := r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		picture, err = library.ReceivePicture(name, content)
		return err
	})
	if picture != nil {
		defer picture.Discard()
	}
	if err != nil {
		return err
	}
	var problems errs.Problems
	for name := range fields {
		problems.Add(name, "campo desconhecido")
	}
	if err := problems.Err(); err != nil {
		return err
	}
	return store(picture)
}

// Refused returns why a picture was not stored, in words for its form; empty for a failure, such as a full disk, and for
// a row that is gone.
func Refused(err error) (reason string) {
	refusal := errs.As(err)
	if refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindNotFound {
		return ""
	}
	return view.Reason(err)
}
