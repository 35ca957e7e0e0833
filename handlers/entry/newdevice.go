package entry

import (
	"net/url"

	"acolhe/models/newdevices"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/views/entry"
	"acolhe/web"
)

// showNewDevice shows the sign-in of a letter's link. It changes nothing: programs open the links of letters too.
func (e Entry) showNewDevice(r *web.Request) error {
	r.HideAddress()
	return e.renderNewDevice(r, r.Query("token"))
}

// denyNewDevice ends all devices of the account and leads to its new password.
func (e Entry) denyNewDevice(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	token := posted.Or("token", "")
	reset, err := newdevices.Deny(r.Context(), e.DB, r.By, e.Mail, token)
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		return e.renderNewDevice(r, token)
	}
	if err != nil {
		return err
	}
	r.Notify("Pronto: todos os aparelhos saíram da sua conta e a administração foi avisada.")
	return r.Redirect("/nova-senha?" + url.Values{"token": {reset}}.Encode())
}

func (e Entry) renderNewDevice(r *web.Request, token string) error {
	frame, err := e.frame(r, "Foi você que entrou?")
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), e.DB)
	if err != nil {
		return err
	}
	found, err := newdevices.Find(r.Context(), e.DB, token, r.Now)
	page := entry.NewDevicePage{Token: token, Device: found, Now: r.Now.In(zone)}
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		return r.RenderRefused(err, entry.NewDeviceInvalid(frame))
	}
	if err != nil {
		return err
	}
	return r.Render(entry.NewDevice(frame, page))
}
