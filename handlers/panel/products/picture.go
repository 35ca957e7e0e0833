package products

import (
	"io"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/products"
	"acolhe/models/types/errs"
	filesview "acolhe/views/panel/files"
	view "acolhe/views/panel/products"
	"acolhe/web"
)

// addPicture stores the picture of a product in place of an earlier one. The permission to change products suffices;
// that to upload files is not required.
func (p Pages) addPicture(r *web.Request) error {
	product, err := p.form().Row(r)
	if err != nil {
		return err
	}
	var picture *files.Upload
	_, err = r.ReadUpload(1, func(name string, content io.Reader) error {
		picture, err = p.Library.Receive(r.By.AsSystem(), name, content)
		return err
	})
	if picture != nil {
		defer picture.Discard()
	}
	if err == nil {
		err = p.storePicture(r, product, picture)
	}
	if refusal := errs.As(err); refusal != nil && refusal.Kind != errs.KindUnavailable {
		reason := filesview.Reason(err)
		return p.render(r, view.PageData{Product: product, Refused: errs.Invalid(web.FileField, reason), PictureProblem: reason})
	}
	if err != nil {
		return err
	}
	r.Notify("Foto salva.")
	return r.Redirect(view.Form().Href(&product))
}

func (p Pages) storePicture(r *web.Request, product products.Product, picture *files.Upload) error {
	if !picture.Kind.IsImage() || picture.Kind == media.HEIC {
		return errs.Invalid(web.FileField, "Envie uma foto JPG, PNG ou WebP.")
	}
	_, err := p.Library.Store(r.Context(), r.By, picture, func(tx *db.DB, file files.File) error {
		return products.SetPicture(r.Context(), tx, r.By, product.ID, &file.ID)
	})
	return err
}

func (p Pages) removePicture(r *web.Request) error {
	product, err := p.form().Row(r)
	if err != nil {
		return err
	}
	if err := products.SetPicture(r.Context(), p.DB, r.By, product.ID, nil); err != nil {
		return p.render(r, view.PageData{Product: product, Refused: err})
	}
	r.Notify("Foto removida.")
	return r.Redirect(view.Form().Href(&product))
}
