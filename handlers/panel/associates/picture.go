package associates

import (
	"acolhe/handlers/receive"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/associates"
	filesview "acolhe/views/panel/files"
	"acolhe/views/panel/picture"
	"acolhe/web"
)

func (p Pages) showPicture(r *web.Request) error { return p.renderPicture(r, nil) }

func (p Pages) renderPicture(r *web.Request, refused error) error {
	associate, err := Responsible(r, p.DB)
	if err != nil {
		return err
	}
	frame, err := p.Frame(r, "Foto", crumb, layouts.Crumb{Label: associate.FullName(), Href: view.Href(associate.ID)})
	if err != nil {
		return err
	}
	page := picture.Data{Associate: associate}
	if refused != nil {
		page.Problem, frame.Refused = filesview.Reason(refused), true
	}
	return r.RenderForm(refused, picture.Page(frame, page))
}

// setPicture stores the picture of an associate in place of an earlier one.
func (p Pages) setPicture(r *web.Request) error {
	associate, err := Responsible(r, p.DB)
	if err != nil {
		return err
	}
	err = receive.Picture(r, p.Files, func(sent *files.Upload) error {
		_, err := p.Files.SetAvatar(r.Context(), r.By, associate.ID, sent)
		return err
	})
	if reason := receive.Refused(err); reason != "" {
		return p.renderPicture(r, errs.Invalid(web.FileField, reason))
	}
	if err != nil {
		return err
	}
	r.Notify("Foto salva.")
	return r.Redirect(view.Href(associate.ID))
}

func (p Pages) removePicture(r *web.Request) error {
	associate, err := Responsible(r, p.DB)
	if err != nil {
		return err
	}
	if _, err := associates.SetAvatar(r.Context(), p.DB, r.By, associates.SetAvatarInput{ID: associate.ID}); err != nil {
		return err
	}
	r.Notify("Foto removida.")
	return r.Redirect(view.Href(associate.ID))
}
