// Package reasons serves the question why an operator needs the record of a person.
package reasons

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/reads/reasons"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/reasons"
	"acolhe/web"
)

// Pages serves the question.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the question.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(web.ReasonPath, web.StaffCan("users", access.Read), p.show),
		web.Form(web.ReasonPath, web.StaffCan("users", access.Read), p.give),
	}
}

func (p Pages) show(r *web.Request) error {
	return p.render(r, view.Question{Of: r.Query("de"), Key: r.Query("pessoa"), Back: web.LocalPath(r.Query("volta"), "")}, nil)
}

// give stores the reason and opens the requested page.
func (p Pages) give(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input reasons.Input
	if err := posted.Bind(&input); err != nil {
		return err
	}
	question := view.Question{Of: posted.Or("de", ""), Key: posted.Or("pessoa", ""), Back: web.LocalPath(posted.Or("volta", ""), ""), Input: input}
	person, err := reasons.PersonOf(r.Context(), p.DB, question.Of, question.Key)
	if err != nil {
		return err
	}
	err = reasons.Give(r.Context(), p.DB, r.By, person.ID, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.render(r, question, err)
	}
	if err != nil {
		return err
	}
	return r.Redirect(view.After(question, person))
}

func (p Pages) render(r *web.Request, question view.Question, refused error) error {
	person, err := reasons.PersonOf(r.Context(), p.DB, question.Of, question.Key)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Por que você precisa ver?", layouts.Crumb{Label: "Associados", Href: view.ListPath})
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	question.Person, question.Refused = person, refused
	return r.RenderForm(refused, view.Ask(around, question))
}
