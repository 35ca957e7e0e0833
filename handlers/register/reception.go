package register

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/reception"
	"acolhe/web"
)

// minFilling is the shortest time in which most people fill in the contact form. Whoever is faster, such as with a prefilled
// link, is asked to send again, because programs do not.
const minFilling = 2 * time.Second

// contactRoutes are the routes of the public contact form.
func (p Register) contactRoutes() []web.Route {
	return []web.Route{
		web.Page(register.ContactPath, web.Public(), p.showContact).ShowsQuota(reception.PublicQuota()),
		web.Form(register.ContactPath, web.Public(), p.sendContact).Quota(reception.PublicQuota()),
		web.Page(view.ReceivedPath, web.Public(), p.showReceived),
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
		return r.Redirect(view.ReceivedPath)
	}
	if isQuick(posted, r.Now) {
		return p.renderContact(r, errs.Conflict(errs.CodeConflict,
			"Sua mensagem ainda não foi enviada. Confira o que escreveu e toque em Enviar."), posted)
	}
	form, err := reception.ReadFormSchema(r.Context(), p.DB)
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
	return r.Redirect(view.ReceivedPath)
}

func (p Register) renderContact(r *web.Request, refused error, typed web.FormData) error {
	form, err := reception.ReadFormSchema(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return p.renderPage(r, form.Title, refused, func(frame layouts.Frame) templ.Component {
		return view.ContactPage(frame, view.Form{Schema: form, Typed: typed, Refused: refused, Now: r.Now})
	})
}

func (p Register) showReceived(r *web.Request) error {
	return p.renderPage(r, "Recebemos sua mensagem", nil, view.ReceivedPage)
}

// isQuick reports whether a form was sent at once, or without the time at which it was opened.
func isQuick(posted web.FormData, now time.Time) bool {
	opened, err := strconv.ParseInt(posted.Or(view.OpenedField, ""), 10, 64)
	return err != nil || now.Sub(time.Unix(opened, 0)) < minFilling
}

// contactInput returns the answers of a form.
func contactInput(form reception.FormSchema, posted web.FormData) reception.PublicInput {
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
func answerTo(field reception.FormField, typed string) (answer json.RawMessage, given bool) {
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
