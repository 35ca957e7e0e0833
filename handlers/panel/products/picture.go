package products

import (
	"acolhe/handlers/receive"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/products"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/products"
	"acolhe/web"
)

// addPicture stores the picture of a product in place of an earlier one.
func (p Pages) addPicture(r *web.Request) error {
	product, err := p.form().Row(r)
	if err != nil {
		return err
	}
	err = receive.Picture(r, p.Library, func(picture *files.Upload) error { return p.storePicture(r, product, picture) })
	if reason := receive.Refused(err); reason != "" {
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
