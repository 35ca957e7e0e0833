// Package reception serves the pages on which people reach the staff: the public contact form, and the message and the help of
// associates.
package reception

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/reception"
	"acolhe/web"
)

// minFilling is the shortest time in which most people fill in the contact form. Whoever is faster, such as with a prefilled
// link, is asked to send again, because programs do not.
const minFilling = 2 * time.Second

// Pages serves these pages.
type Pages struct{ DB *db.DB }

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(register.Home+"/ajuda", web.Public(), p.showHelp),
		web.Page(register.Home+"/correcao", own, p.showCorrection),
		web.Form(register.Home+"/correcao", own, p.sendCorrection).Quota(registration.OwnQuota()),
		web.Page(register.ContactPath, web.Public(), p.showContact).ShowsQuota(reception.PublicQuota()),
		web.Form(register.ContactPath, web.Public(), p.sendContact).Quota(reception.PublicQuota()),
		web.Page(view.ReceivedPath, web.Public(), p.showReceived),
	}
}

// showContact shows the form; a link may preset answers in its query.
func (p Pages) showContact(r *web.Request) error {
	return p.renderContact(r, nil, r.Queries())
}

// sendContact adds a contact to the queue. One with the field that people do not see is answered in the same way and is not
// stored.
func (p Pages) sendContact(r *web.Request) error {
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
	return r.Redirect(view.ReceivedPath)
}

func (p Pages) renderContact(r *web.Request, refused error, typed web.FormData) error {
	form, err := triage.ReadFormSchema(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return frame.RenderOwn(r, p.DB, form.Title, refused, func(around layouts.Frame) templ.Component {
		return view.ContactPage(around, view.Form{Schema: form, Typed: typed, Refused: refused, Now: r.Now})
	})
}

func (p Pages) showReceived(r *web.Request) error {
	return frame.RenderOwn(r, p.DB, "Recebemos sua mensagem", nil, view.ReceivedPage)
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

// count counts a request by a rule shared with the JSON interface.
func (p Pages) count(r *web.Request, rule ratelimit.Rule) error {
	_, err := ratelimit.Allow(r.Context(), p.DB, rule, ratelimit.Network(r.ClientIP()), r.Now)
	return err
}
