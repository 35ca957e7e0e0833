package entry

import (
	"acolhe/models/sessions"
	"acolhe/models/types/fmtbr"
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
