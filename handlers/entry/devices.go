package entry

import (
	"acolhe/models/newdevices"
	"acolhe/models/platform/settings"
	"acolhe/models/sessions"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/entry"
	"acolhe/web"
)

func (e Entry) endSession(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := sessions.End(r.Context(), e.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Aparelho desconectado.")
	return r.Redirect("/conta")
}

func (e Entry) endOtherSessions(r *web.Request) error {
	ended, err := sessions.EndOthers(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	r.Notify(fmtbr.Plural(ended, "aparelho desconectado", "aparelhos desconectados") + ".")
	return r.Redirect("/conta")
}

// endAllSessions ends the sessions of all devices, this one last.
func (e Entry) endAllSessions(r *web.Request) error {
	if _, err := sessions.EndOthers(r.Context(), e.DB, r.By); err != nil {
		return err
	}
	return e.logout(r)
}

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
	next, err := newdevices.Deny(r.Context(), e.DB, r.By, e.Mail, token)
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		return e.renderNewDevice(r, token)
	}
	if err != nil {
		return err
	}
	r.Notify("Pronto: todos os aparelhos saíram da sua conta e a administração foi avisada.")
	return r.Redirect(next)
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
