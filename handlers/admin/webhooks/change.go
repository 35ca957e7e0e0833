package webhooks

import (
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	view "acolhe/views/admin/webhooks"
	"acolhe/views/layouts"
	"acolhe/views/ui"
	"acolhe/web"
)

// new shows the form of an endpoint; fields about health are left out unless a person wants them.
func (p Pages) new(r *web.Request) error {
	return p.renderForm(r, view.Form{Enabled: true, WithoutHealth: true, Actions: listOf(endpoints.Actions())})
}

// add handles the form. The answer itself shows the secret, because a redirect would have to store it.
func (p Pages) add(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	form := read(posted)
	form.Enabled = true
	revealed, err := p.Endpoints.Add(r.Context(), r.By, endpoints.AddInput{Fields: fields(form)})
	if err != nil {
		return p.refuse(r, form, err)
	}
	return p.reveal(r, revealed)
}

func (p Pages) edit(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	return p.renderForm(r, view.Form{ID: found.ID, Name: found.Name, URL: found.URL, Tables: listOf(found.Tables),
		Actions: listOf(found.Actions),
		Enabled: found.Enabled, WithoutHealth: found.WithoutHealth, Version: db.VersionOf(p.DB, &found)})
}

func (p Pages) change(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	form := read(posted)
	form.ID = found.ID
	if _, err := p.Endpoints.Change(r.Context(), r.By,
		endpoints.ChangeInput{ID: found.ID, Version: form.Version, Fields: fields(form)}); err != nil {
		return p.refuse(r, form, err)
	}
	r.Notify("Alterações salvas.")
	return r.Redirect(endpoints.PathOf(found.ID))
}

// enable switches an endpoint on or off.
func (p Pages) enable(enabled bool) web.Handler {
	return func(r *web.Request) error {
		found, err := p.find(r)
		if err != nil {
			return err
		}
		change := endpoints.ChangeInput{ID: found.ID, Fields: endpoints.Fields{Enabled: patch.Of(enabled)}}
		if _, err := p.Endpoints.Change(r.Context(), r.By, change); err != nil {
			return err
		}
		r.Notify(map[bool]string{true: "Webhook ligado.", false: "Webhook desligado."}[enabled])
		return r.Redirect(endpoints.PathOf(found.ID))
	}
}

// read returns the posted form; an unticked box is not sent.
func read(posted web.FormData) view.Form {
	return view.Form{Name: posted.Or("name", ""), URL: posted.Or("url", ""), Tables: posted.Values("tables"),
		Actions: posted.Values("actions"),
		Enabled: posted.Or("enabled", "") == "true", WithoutHealth: posted.Or("without_health", "") == "true", Version: posted.Or("version", "")}
}

func fields(form view.Form) endpoints.Fields {
	return endpoints.Fields{Name: patch.Of(form.Name), URL: patch.Of(form.URL), Tables: patch.Of(valuesOf[endpoints.Table](form.Tables)),
		Actions: patch.Of(valuesOf[endpoints.Action](form.Actions)), Enabled: patch.Of(form.Enabled), WithoutHealth: patch.Of(form.WithoutHealth)}
}

func valuesOf[T ~string](list []string) []T {
	values := make([]T, len(list))
	for i, text := range list {
		values[i] = T(text)
	}
	return values
}

func listOf[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

// refuse shows the form with the reasons.
func (p Pages) refuse(r *web.Request, form view.Form, refused error) error {
	if errs.As(refused) == nil {
		return refused
	}
	form.Refused = refused
	return p.renderForm(r, form)
}

func (p Pages) renderForm(r *web.Request, form view.Form) error {
	around, err := p.Frame(r, form.Title(), crumb)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.FormPage(around, form))
}

func (p Pages) reveal(r *web.Request, revealed endpoints.Revealed) error {
	around, err := p.Frame(r, "Segredo do webhook", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.SecretPage(around, revealed))
}

// ask shows the question of an action.
func (p Pages) ask(question func(endpoints.Endpoint) view.Question) web.Handler {
	return func(r *web.Request) error {
		found, err := p.find(r)
		if err != nil {
			return err
		}
		return p.renderQuestion(r, question(found), nil)
	}
}

func (p Pages) renderQuestion(r *web.Request, question view.Question, refused error) error {
	around, err := p.Frame(r, question.Title, crumb, layouts.Crumb{Label: "Webhook", Href: endpoints.PathOf(question.Endpoint)})
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	if question.IsPeriod && refused == nil {
		today := civil.Of(around.Now).String()
		question.From, question.To = today, today
	}
	return r.RenderForm(refused, view.QuestionPage(around, question))
}

func (p Pages) rotate(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	revealed, err := p.Endpoints.RotateSecret(r.Context(), r.By, found.ID)
	if err != nil {
		return err
	}
	return p.reveal(r, revealed)
}

func (p Pages) remove(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	if _, err := p.Endpoints.Remove(r.Context(), r.By, found.ID); err != nil {
		return err
	}
	r.Notify("Webhook “" + found.Name + "” removido.")
	return r.Redirect(view.Path)
}

// replay sends the events of the posted days again, both included, in the association's time zone.
func (p Pages) replay(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	location, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	day := func(name string) time.Time {
		parsed, _ := time.ParseInLocation(time.DateOnly, civil.TypedDay(posted.Or(name, "")), location) // the verb refuses a missing day
		return parsed
	}
	input := webhooks.ReplayInput{From: day("from"), To: day("to")}
	if !input.To.IsZero() {
		input.To = input.To.AddDate(0, 0, 1)
	}
	resent, err := webhooks.Replay(r.Context(), p.DB, r.By, found.ID, input)
	if errs.As(err) != nil {
		question := view.Period(found)
		question.From, question.To = posted.Or("from", ""), posted.Or("to", "")
		question.Problems = ui.ProblemsOf(errs.FieldsOf(err),
			func(path string) string { return map[string]string{"from": "Do dia", "to": "Até o dia"}[path] })
		return p.renderQuestion(r, question, err)
	}
	if err != nil {
		return err
	}
	r.Notify(fmtbr.Plural(int(resent.Queued), "entrega voltou", "entregas voltaram") + " para a fila.")
	return r.Redirect(endpoints.PathOf(found.ID))
}
