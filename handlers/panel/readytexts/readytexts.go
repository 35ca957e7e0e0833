// Package readytexts serves the choice of a ready text for a person, and sends or records it.
package readytexts

import (
	"net/url"
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/readytexts"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	agendaview "acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/readytexts"
	receptionview "acolhe/views/panel/reception"
	"acolhe/web"
)

// Pages serves the choice of a text.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Mail  mail.Outbox
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
}

// Routes returns the routes. Whom a text is for is read with the permissions of its record.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Staff(), p.offer),
		web.Form(view.OpenPath, web.Staff(), p.open),
		web.Form(view.SendPath, web.Staff(), p.send),
	}
}

func (p Pages) offer(r *web.Request) error {
	if r.Query("de") == "" {
		return r.Redirect("/painel")
	}
	channel := view.WhatsApp
	if r.Query("canal") == string(view.Email) {
		channel = view.Email
	}
	return p.render(r, view.OfferData{Channel: channel}, r.Query("de"))
}

// render shows the texts for the record of an address.
func (p Pages) render(r *web.Request, data view.OfferData, of string) error {
	subject, err := readytexts.ParseSubject(of)
	if err != nil {
		return err
	}
	if data.To, err = readytexts.FindRecipient(r.Context(), p.DB, r.By, subject); err != nil {
		return err
	}
	stored, err := readytexts.List(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	values, err := readytexts.ValuesFor(r.Context(), p.DB, r.By, data.To, p.BaseURL)
	if err != nil {
		return err
	}
	for _, text := range stored {
		data.Texts = append(data.Texts, readytexts.Fill(text, values))
	}
	data.Subject, data.Back, data.CanEdit = subject, backTo(subject), access.IsAdministrator(r.By)
	around, err := p.Frame(r, "Texto pronto", layouts.Crumb{Label: data.To.Name, Href: data.Back})
	if err != nil {
		return err
	}
	return r.RenderForm(data.Refused, view.OfferPage(around, data))
}

// backTo returns the page of a record.
func backTo(subject readytexts.Subject) string {
	switch subject.Kind {
	case readytexts.OfContact:
		return receptionview.Href(subject.ID)
	case readytexts.OfOrder:
		return ordersview.Href(subject.ID)
	case readytexts.OfService:
		return agendaview.Href(subject.ID)
	}
	return associatesview.Href(subject.ID)
}

// open records that a text was opened in WhatsApp.
func (p Pages) open(r *web.Request) error {
	input, _, err := p.posted(r)
	if err != nil {
		return err
	}
	if err := readytexts.Open(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	return r.NoContent()
}

// send sends a text by e-mail.
func (p Pages) send(r *web.Request) error {
	input, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	status, to, refused := readytexts.Send(r.Context(), p.DB, r.By, p.Mail, input)
	if refused != nil {
		if errs.HasCode(refused, errs.CodeConflict) || errs.HasCode(refused, errs.CodeValidation) {
			return p.render(r, view.OfferData{Channel: view.Email, Chosen: input.TextID, Refused: refused}, posted.Or("de", ""))
		}
		return refused
	}
	if status == mail.NotConfigured {
		r.Notify("O envio de e-mails não está configurado. A mensagem não saiu.")
	} else {
		r.Notify("E-mail para " + to.Email + " na fila de envio.")
	}
	return r.Redirect(backTo(input.Subject))
}

// posted returns the text and the record that were posted.
func (p Pages) posted(r *web.Request) (input readytexts.UseInput, posted web.FormData, err error) {
	if posted, err = r.FormData(); err != nil {
		return input, posted, err
	}
	input.Public = p.BaseURL
	input.TextID, _ = strconv.ParseInt(posted.Or("texto", ""), 10, 64) // any other value is no text
	input.Subject, err = readytexts.ParseSubject(posted.Or("de", ""))
	return input, posted, err
}
