package portal

import (
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/errs"
	view "acolhe/views/portal"
	"acolhe/web"
)

// askMissing shows the form that claims a service which the report does not have.
func (p Portal) askMissing(r *web.Request) error {
	return p.renderMissing(r, view.MissingData{Month: r.Query("mes")})
}

func (p Portal) renderMissing(r *web.Request, data view.MissingData) error {
	if _, err := p.professional(r); err != nil {
		return p.unlinked(r, err, view.MissingTitle)
	}
	zone, err := reports.Zone(r.Context(), p.DB)
	if err != nil {
		return err
	}
	data.Now = r.Now.In(zone)
	around, err := p.frame(r, view.MissingTitle)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.Missing(around, data))
}

func (p Portal) claimMissing(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input contests.MissingInput
	refused := posted.Bind(&input)
	if refused == nil {
		month, err := contests.ClaimMissing(r.Context(), p.DB, r.By, input)
		if err == nil {
			r.Notify("Enviado. A associação responde por aqui.")
			return r.Redirect(view.MonthHref(month, 0))
		}
		refused = err
	}
	if errs.As(refused) == nil {
		return refused
	}
	return p.renderMissing(r, view.MissingData{Typed: posted, Refused: refused, Month: posted.Or("mes", "")})
}
