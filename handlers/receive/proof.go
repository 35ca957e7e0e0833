package receive

import (
	"io"

	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/types/errs"
	"acolhe/web"
)

// Proof reads the only file of a form, the proof of a payment, and has store keep it. It returns 400 VALIDATION_ERROR without a
// file and for a photo that browsers cannot show, and the errors of files.Library.Receive and of store.
func Proof(r *web.Request, library files.Library, store func(proof *files.Upload) error) error {
	var received *files.Upload
	_, err := r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		received, err = library.Receive(r.By, name, content)
		return err
	})
	if received != nil {
		defer received.Discard()
	}
	if err == nil && received == nil {
		err = errs.Invalid("file", "escolha o arquivo do comprovante")
	}
	if err == nil {
		err = RefuseHEIC(received)
	}
	if err != nil {
		return err
	}
	return store(received)
}

// RefuseHEIC refuses a photo that browsers cannot show; pages with scripts have turned it into a JPEG before.
func RefuseHEIC(received *files.Upload) error {
	if received.Kind != media.HEIC {
		return nil
	}
	return errs.Invalid("file", "Este celular usa um formato que não abrimos. Envie a foto em JPEG, um PDF ou tire a foto por aqui.")
}

// Problem returns the sentence of a refusal: that of its first field, if it has any.
func Problem(refused error) string {
	if fields := errs.FieldsOf(refused); len(fields) > 0 {
		return fields[0].Message
	}
	if refusal := errs.As(refused); refusal != nil {
		return refusal.Message
	}
	return ""
}
