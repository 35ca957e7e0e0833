package register

import (
	"acolhe/handlers/receive"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/register"
	view "acolhe/views/register/home"
	"acolhe/web"
)

// setPicture stores the picture of the associate in place of an earlier one.
func (p Register) setPicture(r *web.Request) error {
	err := receive.Picture(r, p.Files, func(picture *files.Upload) error {
		_, err := p.Files.SetAvatar(r.Context(), r.By, r.By.ID, picture)
		return err
	})
	if reason := receive.Refused(err); reason != "" {
		return p.refusePicture(r, reason)
	}
	if err != nil {
		return err
	}
	r.Notify("Foto salva.")
	return r.Redirect(register.ProfilePath)
}

// refusePicture shows the profile with the reason why a picture was not stored.
func (p Register) refusePicture(r *web.Request, reason string) error {
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	own, err := p.readOwn(r, "Perfil", progress)
	if err != nil {
		return err
	}
	own.PictureProblem, own.Frame.Refused = reason, true
	return r.RenderForm(errs.Invalid(web.FileField, reason), view.ProfilePage(own))
}

func (p Register) removePicture(r *web.Request) error {
	if _, err := associates.SetAvatar(r.Context(), p.DB, r.By, associates.SetAvatarInput{ID: r.By.ID}); err != nil {
		return err
	}
	r.Notify("Foto removida.")
	return r.Redirect(register.ProfilePath)
}
