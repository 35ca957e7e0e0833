// Package retention serves the pages of administrators on what leaves and when.
package retention

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reads"
	"acolhe/models/retention"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/privacy"
	view "acolhe/views/admin/retention"
	"acolhe/views/layouts"
	"acolhe/views/ui"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB     *db.DB
	Frame  frame.Func
	Keeper retention.Keeper
}

var (
	crumb = layouts.Crumb{Label: "Privacidade", Href: privacy.Path}
	page  = layouts.Crumb{Label: "O que sai e quando", Href: view.Path}
)

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.show),
		web.Form(view.CountPath, web.Administrator(), p.countNow),
		web.Page(view.OnPath, web.Administrator(), p.askOn),
		web.Form(view.OnPath, web.Administrator(), p.turnOn),
		web.Page(view.OffPath, web.Administrator(), p.askOff),
		web.Form(view.OffPath, web.Administrator(), p.turnOff),
		web.Page(view.PausePath, web.Administrator(), p.askPause),
		web.Form(view.PausePath, web.Administrator(), p.pause),
		web.Page(view.ResumePath, web.Administrator(), p.askResume),
		web.Form(view.ResumePath, web.Administrator(), p.resume),
		web.Page(view.HoldPath, web.Administrator(), p.askHold),
		web.Form(view.HoldPath, web.Administrator(), p.hold),
		web.Page(view.ReleasePath, web.Administrator(), p.askRelease),
		web.Form(view.ReleasePath, web.Administrator(), p.release),
		web.Page(view.PeriodPath, web.Administrator(), p.period),
		web.Form(view.PeriodPath, web.Administrator(), p.setPeriod),
		web.Page(view.WhoPath, web.Administrator(), p.who),
	}
}

const (
	// mostChanges is the number of changes of a period, mostRows of rows that leave, which a page shows.
	mostChanges = 20
	mostRows    = 50
)

func (p Pages) show(r *web.Request) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	data := view.PageData{Now: r.Now}
	if data.Terms, err = p.Keeper.CurrentTerms(r.Context()); err != nil {
		return err
	}
	if data.Overview, err = p.Keeper.Overview(r.Context(), r.By, zone); err != nil {
		return err
	}
	r.ShowsPeople(len(data.Holds))
	if data.Others, err = p.others(r); err != nil {
		return err
	}
	around, err := p.Frame(r, "O que sai e quando", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, data))
}

// others returns the records whose periods are settings.
func (p Pages) others(r *web.Request) ([]view.Other, error) {
	stored, err := settings.Read(r.Context(), p.DB, reads.Years, settings.RecordsYears)
	years := func(count int) string { return fmtbr.Plural(count, "ano", "anos") }
	return []view.Other{
		{Label: "Quem viu", Period: years(settings.Of(stored, reads.Years)), End: "Apagado por mês", Reason: "responder por acessos",
			Href: "/admin/configuracoes/access"},
		{Label: "Registros do sistema", Period: years(settings.Of(stored, settings.RecordsYears)), End: "Apagado", Reason: "segurança e suporte",
			Href: "/admin/configuracoes/system"},
	}, err
}

func (p Pages) countNow(r *web.Request) error {
	if err := p.Keeper.CountNow(r.Context(), r.By); err != nil {
		return err
	}
	r.Notify("Contando agora. Os números chegam em instantes.")
	return r.Redirect(view.Path)
}

// ask renders a question; one that was refused in other ways than by its fields is answered as the error itself.
func (p Pages) ask(r *web.Request, question view.Question, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil || errs.HasCode(form.Refused, errs.CodeSecondFactorRequired) {
		return form.Refused
	}
	around, err := p.Frame(r, question.Title, crumb, page)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.AskPage(around, question, form))
}

var (
	onQuestion = view.Question{Title: "Ligar os prazos?", Action: view.OnPath, Verb: "Ligar",
		Text: "Nos primeiros 30 dias nada sai. A administração recebe uma carta com o que vai sair."}
	offQuestion = view.Question{Title: "Desligar os prazos?", Action: view.OffPath, Verb: "Desligar", Variant: ui.Danger,
		Text: "Nada mais sai. Ao ligar de novo, esperamos outros 30 dias."}
	resumeQuestion = view.Question{Title: "Retomar?", Action: view.ResumePath, Verb: "Retomar",
		Text: "O que passou do prazo sai na próxima noite."}
	pauseQuestion = view.Question{Title: "Pausar?", Action: view.PausePath, Verb: "Pausar", AsksReason: true,
		Text: "Nada sai até alguém retomar. O motivo fica na Segurança."}
)

func (p Pages) askOn(r *web.Request) error     { return p.ask(r, onQuestion, view.Form{}) }
func (p Pages) askOff(r *web.Request) error    { return p.ask(r, offQuestion, view.Form{}) }
func (p Pages) askResume(r *web.Request) error { return p.ask(r, resumeQuestion, view.Form{}) }
func (p Pages) askPause(r *web.Request) error  { return p.ask(r, pauseQuestion, view.Form{}) }

func (p Pages) turnOn(r *web.Request) error {
	return p.switched(r, onQuestion, p.Keeper.TurnOn(r.Context(), r.By), "Prazos ligados. Nada sai nos primeiros 30 dias.")
}

func (p Pages) turnOff(r *web.Request) error {
	return p.switched(r, offQuestion, p.Keeper.TurnOff(r.Context(), r.By), "Prazos desligados. Nada sai.")
}

func (p Pages) resume(r *web.Request) error {
	return p.switched(r, resumeQuestion, p.Keeper.Resume(r.Context(), r.By), "Retomado.")
}

func (p Pages) switched(r *web.Request, question view.Question, err error, done string) error {
	if err != nil {
		return p.ask(r, question, view.Form{Refused: err})
	}
	r.Notify(done)
	return r.Redirect(view.Path)
}

func (p Pages) pause(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input retention.PauseInput
	if err = posted.Bind(&input); err == nil {
		err = p.Keeper.Pause(r.Context(), r.By, input)
	}
	if err != nil {
		return p.ask(r, pauseQuestion, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Pausado. Nada sai.")
	return r.Redirect(view.Path)
}

func (p Pages) period(r *web.Request) error { return p.renderPeriod(r, view.Form{}) }

func (p Pages) renderPeriod(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	term, err := p.Keeper.TermOf(r.Context(), r.Param("tipo"))
	if err != nil {
		return err
	}
	data := view.PeriodData{Term: term, Form: form}
	if data.Zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	if data.Current, err = p.Keeper.Current(r.Context(), term); err != nil {
		return err
	}
	if data.Options, err = p.Keeper.Options(r.Context(), term, civil.Of(r.Now.In(data.Zone))); err != nil {
		return err
	}
	if data.History, err = p.Keeper.History(r.Context(), r.By, term.Name, mostChanges); err != nil {
		return err
	}
	around, err := p.Frame(r, "Prazo: "+term.Label, crumb, page)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.PeriodPage(around, data))
}

func (p Pages) setPeriod(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input retention.ChangeInput
	if err = posted.Bind(&input); err == nil {
		input.Kind = r.Param("tipo")
		err = p.Keeper.SetPeriod(r.Context(), r.By, input)
	}
	if errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	if err != nil {
		return p.renderPeriod(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Prazo mudado.")
	return r.Redirect(view.Path)
}

func (p Pages) who(r *web.Request) error {
	term, err := p.Keeper.TermOf(r.Context(), r.Param("tipo"))
	if err != nil {
		return err
	}
	data := view.WhoData{Term: term, Window: retention.Window{Limit: mostRows, From: civil.MustParse("1900-01-01"), To: civil.Of(r.Now)}}
	for name, day := range map[string]*civil.Date{"de": &data.From, "ate": &data.To} {
		if given, err := civil.Parse(r.Query(name)); err == nil {
			*day = given
		}
	}
	if data.Rows, err = p.Keeper.Who(r.Context(), r.By, term, data.Window); err != nil {
		return err
	}
	r.ShowsPeople(len(data.Rows))
	around, err := p.Frame(r, "Quem sai: "+term.Label, crumb, page)
	if err != nil {
		return err
	}
	return r.Render(view.WhoPage(around, data))
}
