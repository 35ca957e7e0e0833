package register

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/register"
	"acolhe/web"
)

// minFilling is the least time that people take for the contact form. A faster sender is asked to send again: programs do not.
const minFilling = 2 * time.Second

// contactRoutes are the routes of the public contact form.
func (p Register) contactRoutes() []web.Route {
	return []web.Route{
		web.Page(view.ContactPath, web.Public(), p.showContact).ShowsQuota(reception.PublicQuota()),
		web.Form(view.ContactPath, web.Public(), p.sendContact).Quota(reception.PublicQuota()),
		web.Page(view.ContactDone, web.Public(), p.showReceived),
	}
}

// showContact shows the form; a link may preset answers in its query.
func (p Register) showContact(r *web.Request) error {
	return p.renderContact(r, nil, r.Queries())
}

// sendContact adds a contact to the queue. One with the field that people do not see is answered in the same way and is not
// stored.
func (p Register) sendContact(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if posted.Or(view.TrapField, "") != "" {
		return r.Redirect(view.ContactDone)
	}
	if isQuick(posted, r.Now) {
		return p.renderContact(r, errs.Conflict(errs.CodeConflict,
			"Sua mensagem ainda não foi enviada. Confira o que escreveu e toque em Enviar."), posted)
	}
	form, err := triage.ReadFormSchema(r.Context(), p.DB)
	if err != nil {
		return err
	}
	refused := p.count(r, reception.PublicLimit())
	if refused == nil {
		_, refused = reception.EnqueuePublic(r.Context(), p.DB, r.By, contactInput(form, posted))
	}
	if refused != nil {
		return p.renderContact(r, refused, posted)
	}
	return r.Redirect(view.ContactDone)
}

func (p Register) renderContact(r *web.Request, refused error, typed web.FormData) error {
	form, err := triage.ReadFormSchema(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return p.renderPage(r, form.Title, refused, func(frame layouts.Frame) templ.Component {
		return view.ContactPage(frame, view.ContactForm{Schema: form, Typed: typed, Refused: refused, Now: r.Now})
	})
}

func (p Register) showReceived(r *web.Request) error {
	return p.renderPage(r, "Recebemos sua mensagem", nil, view.ContactReceived)
}

// isQuick reports whether a form was sent at once, or without the time at which it was opened.
func isQuick(posted web.FormData, now time.Time) bool {
	opened, err := strconv.ParseInt(posted.Or(view.OpenedField, ""), 10, 64)
	return err != nil || now.Sub(time.Unix(opened, 0)) < minFilling
}

// contactInput returns the answers of a form.
func contactInput(form triage.FormSchema, posted web.FormData) reception.PublicInput {
	var input reception.PublicInput
	for _, field := range form.Fields {
		if answer, given := answerTo(field, posted.Or(field.ID, "")); given {
			input.Keep(field.ID, answer)
		}
	}
	input.CustomFields = map[string]json.RawMessage{}
	for _, field := range form.CustomFields {
		if answer, given := answerTo(field, posted.Or("custom_fields."+field.ID, "")); given {
			input.CustomFields[field.ID] = answer
		}
	}
	return input
}

// answerTo returns a typed answer as JSON; none if it is blank.
func answerTo(field triage.FormField, typed string) (answer json.RawMessage, given bool) {
	typed = strings.TrimSpace(typed)
	switch {
	case typed == "":
		return nil, false
	case field.Type == "checkbox":
		return json.RawMessage("true"), true
	}
	answer, _ = json.Marshal(typed) // a text always encodes
	return answer, true
}
