// Package services serves the page of administrators on services outside.
package services

import (
	"context"
	"net/url"

	"acolhe/handlers/api"
	"acolhe/handlers/frame"
	"acolhe/models/calendar"
	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/services"
	"acolhe/web"
)

// Pages serves the page of the services.
type Pages struct {
	Frame  frame.Func
	Office externalservices.Office
	// BaseURL is the public address with which the callback begins.
	BaseURL *url.URL
	// Revoke revokes the tokens at the service.
	Revoke map[externalservices.Name]func(context.Context) error
	// Calendars reads the calendars of the connected account.
	Calendars func(context.Context) ([]calendar.Calendar, error)
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:servico"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.first),
		web.Page(one, web.Administrator(), p.show),
		web.Page(view.Path+"/calendar"+view.CalendarsSlug, web.Administrator(), p.calendars),
		web.Form(one, web.Administrator(), p.save),
		web.Form(one+"/uso", web.Administrator(), p.change),
		web.Form(one+"/testar", web.Administrator(), p.test),
		web.Form(one+"/apagar", web.Administrator(), p.remove),
		web.Form(one+"/desconectar", web.Administrator(), p.disconnect),
	}
}

// calendars reads the calendars of the connected account and answers with the choice of the default, in its page unless
// the page asks for it.
func (p Pages) calendars(r *web.Request) error {
	status, err := p.Office.Find(r.Context(), r.By, externalservices.Calendar)
	if err != nil {
		return err
	}
	shown := view.Calendars{IsRead: true, Chosen: status.PrimaryCalendarID}
	shown.Listed, err = p.Calendars(r.Context())
	if shown.Refused = errs.As(err); err != nil && shown.Refused == nil {
		return err
	}
	if r.IsFragment() {
		return r.Render(view.CalendarsPart(shown))
	}
	return p.render(r, externalservices.Calendar, view.PageData{Calendars: shown})
}

func nameIn(r *web.Request) externalservices.Name {
	return externalservices.Name(r.Param("servico"))
}

func (p Pages) first(r *web.Request) error {
	return r.Redirect(view.Href(externalservices.Definitions()[0].Name))
}

func (p Pages) show(r *web.Request) error { return p.render(r, nameIn(r), view.PageData{}) }

func (p Pages) render(r *web.Request, name externalservices.Name, data view.PageData) (err error) {
	if data.Current, err = p.Office.Find(r.Context(), r.By, name); err != nil {
		return err
	}
	if data.All, err = p.Office.List(r.Context(), r.By); err != nil {
		return err
	}
	around, err := p.Frame(r, "Serviços externos: "+data.Current.Label)
	if err != nil {
		return err
	}
	data.Now, data.Callback, around.Refused = around.Now, p.callback(data.Current.Service), data.Refused != nil
	if data.Refused != nil {
		return r.RenderForm(data.Refused, view.Page(around, data))
	}
	return r.Render(view.Page(around, data))
}

func (p Pages) callback(name externalservices.Name) string {
	if name == externalservices.Calendar {
		return p.BaseURL.JoinPath(api.CalendarCallback).String()
	}
	return p.BaseURL.JoinPath(api.OAuthCallback).String()
}

// save tests and stores the credentials that were changed in the form.
func (p Pages) save(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	current, err := p.Office.Find(r.Context(), r.By, nameIn(r))
	if err != nil {
		return err
	}
	input := externalservices.SaveInput{Service: nameIn(r), Fields: map[string]string{}}
	for _, field := range current.Fields {
		if typed := posted.Or(field.FieldKey, field.Value); typed != field.Value {
			input.Fields[field.FieldKey] = typed
		}
	}
	saved, err := p.Office.Save(r.Context(), r.By, input)
	if err == nil {
		r.Notify("Credenciais salvas.")
		return r.Redirect(view.Href(current.Service))
	}
	if errs.As(err) == nil {
		return err
	}
	data := view.PageData{Typed: posted, Refused: err}
	if saved.Test != nil {
		data.Checks = saved.Test.Checks
	}
	return p.render(r, current.Service, data)
}

func (p Pages) change(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := externalservices.ChangeInput{}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.Service = nameIn(r)
	if _, err := p.Office.Change(r.Context(), r.By, input); err != nil {
		return err
	}
	r.Notify("Salvo.")
	return r.Redirect(view.Href(input.Service))
}

func (p Pages) test(r *web.Request) error {
	test, err := p.Office.RunTest(r.Context(), r.By, nameIn(r))
	if err != nil {
		return err
	}
	if test.OK {
		r.Notify("O serviço passou no teste.")
	} else {
		r.Notify("O teste falhou. Veja o passo marcado.")
	}
	return r.Redirect(view.Href(nameIn(r)))
}

func (p Pages) remove(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if _, err := p.Office.Remove(r.Context(), r.By, nameIn(r), posted.Or("field_key", "")); err != nil {
		return err
	}
	r.Notify("Valor apagado.")
	return r.Redirect(view.Href(nameIn(r)))
}

// disconnect forgets the account even if the service does not answer.
func (p Pages) disconnect(r *web.Request) error {
	if revoke := p.Revoke[nameIn(r)]; revoke != nil {
		if err := revoke(r.Context()); err != nil {
			r.LogError("an authorization was not revoked at the service", err)
		}
	}
	if err := p.Office.DisconnectFor(r.Context(), r.By, nameIn(r)); err != nil {
		return err
	}
	r.Notify("Conta desconectada.")
	return r.Redirect(view.Href(nameIn(r)))
}
