// Package mailtexts serves the pages of administrators on the words of the mails.
package mailtexts

import (
	"net/http"
	"slices"

	"acolhe/handlers/frame"
	"acolhe/handlers/mailing"
	"acolhe/models/areas"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	view "acolhe/views/admin/mailtexts"
	"acolhe/views/layouts"
	letters "acolhe/views/mail"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB       *db.DB
	Frame    frame.Func
	Outbox   mail.Outbox
	Renderer mailing.Renderer
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:kind"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(one, web.Administrator(), p.edit),
		web.Form(one, web.Administrator(), p.save),
		web.Page(one+view.PreviewSlug, web.Administrator(), p.preview),
		web.Form(one+view.PreviewSlug, web.Administrator(), p.previewTyped),
		web.Form(one+view.TestSlug, web.Administrator(), p.sendTest),
		web.Page(one+view.SystemSlug, web.Administrator(), p.showSystem),
		web.Form(one+view.SystemSlug, web.Administrator(), p.takeSystem),
	}
}

// kinds returns the kinds of mail in the order of the page.
func kinds() (all []letters.Kind) {
	for _, declared := range areas.Mails() {
		if kind, hasPage := letters.Describe(declared); hasPage {
			all = append(all, kind)
		}
	}
	slices.SortStableFunc(all, func(a, b letters.Kind) int {
		return slices.Index(letters.Groups(), a.Group) - slices.Index(letters.Groups(), b.Group)
	})
	return all
}

// kind returns the kind of the address; any other is 404 NOT_FOUND.
func kind(r *web.Request) (letters.Kind, error) {
	all := kinds()
	at := slices.IndexFunc(all, func(k letters.Kind) bool { return string(k.Kind) == r.Param("kind") })
	if at < 0 {
		return letters.Kind{}, errs.NotFound("Mensagem não encontrada.")
	}
	return all[at], nil
}

func (p Pages) list(r *web.Request) error {
	stored, err := mailtexts.List(r.Context(), p.DB)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Mensagens")
	if err != nil {
		return err
	}
	return r.Render(view.ListPage(around, view.Overview{Kinds: kinds(), Stored: stored}))
}

func (p Pages) edit(r *web.Request) error { return p.render(r, nil, nil) }

// bind reads the typed words of the kind of the address.
func bind(r *web.Request) (input mailtexts.SaveInput, of letters.Kind, err error) {
	if of, err = kind(r); err != nil {
		return input, of, err
	}
	posted, err := r.FormData()
	if err == nil {
		err = posted.Bind(&input)
	}
	input.Kind, input.Bounds = of.Kind, of.Bounds
	return input, of, err
}

func (p Pages) save(r *web.Request) error {
	input, of, err := bind(r)
	if err != nil {
		return err
	}
	if _, err := mailtexts.Save(r.Context(), p.DB, r.By, input); err != nil {
		return p.render(r, &input, err)
	}
	r.Notify("Mensagem “" + of.Label + "” salva.")
	return r.Redirect(view.Href(of.Kind))
}

// render shows the words of a kind, or what was typed and why it was refused.
func (p Pages) render(r *web.Request, typed *mailtexts.SaveInput, refused error) error {
	of, err := kind(r)
	if err != nil {
		return err
	}
	page := view.Edit{Kind: of, Fields: errs.FieldsOf(refused)}
	page.Overview.Kinds = kinds()
	if page.Overview.Stored, err = mailtexts.List(r.Context(), p.DB); err != nil {
		return err
	}
	page.Text = page.Overview.Stored[of.Kind]
	page.Version = mailtexts.VersionOf(p.DB, page.Text)
	page.Typed = mailtexts.SaveInput{Words: page.Text.Words, Sends: !page.Text.IsOff}
	if typed != nil {
		page.Typed, page.Version = *typed, typed.Version
	}
	if refused != nil && len(page.Fields) == 0 {
		page.Refused = errs.As(refused).Message
	}
	if err := p.describe(r, &page); err != nil {
		return err
	}
	around, err := p.Frame(r, of.Label, layouts.Crumb{Label: "Mensagens", Href: view.Path})
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.EditPage(around, page))
}

// describe reads the head of the preview, and who changed the words.
func (p Pages) describe(r *web.Request, page *view.Edit) error {
	content, err := p.Renderer.RenderWith(r.Context(), page.Kind.Sample(view.SampleAddress, ""), page.Text.Words)
	if err != nil {
		return err
	}
	page.Sender, page.Subject, page.PlainText = content.Sender, content.Subject, content.Text
	if page.Text.AuthorName == "" {
		return nil
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	page.Changed = "Mudado em " + fmtbr.DayMonth(page.Text.DateUpdated, zone) + ", " + fmtbr.GivenName(page.Text.AuthorName)
	return nil
}

func (p Pages) preview(r *web.Request) error {
	of, err := kind(r)
	if err != nil {
		return err
	}
	text, err := mailtexts.Find(r.Context(), p.DB, of.Kind)
	if err != nil {
		return err
	}
	return p.answerPreview(r, of, text.Words)
}

// previewTyped shows what was typed before it is saved, as far as it can be.
func (p Pages) previewTyped(r *web.Request) error {
	input, of, err := bind(r)
	if err != nil {
		return err
	}
	return p.answerPreview(r, of, of.Bounds.Normalised(input.Words))
}

// policy allows a mail its own styles: no scripts, no forms, no external resources. The same origin lets the page check it.
const policy = "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

func (p Pages) answerPreview(r *web.Request, of letters.Kind, words mailtexts.Words) error {
	content, err := p.Renderer.RenderWith(r.Context(), of.Sample(view.SampleAddress, ""), words)
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Frame-Options", "SAMEORIGIN")
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(content.HTML)) // a client that disconnected needs no answer
	}))
}

// sendTest sends the typed words to the administrator with the values of an example.
func (p Pages) sendTest(r *web.Request) error {
	input, of, err := bind(r)
	if err != nil {
		return err
	}
	words := of.Bounds.Normalised(input.Words)
	if err := of.Bounds.Check(words).Err(); err != nil {
		return p.render(r, &input, err)
	}
	message := of.Sample(r.By.Email, fmtbr.GivenName(r.By.FullName()))
	message = mailtexts.Test.With(mailtexts.TestMessage{Of: of.Kind, Words: words},
		mail.Message{To: message.To, Name: message.Name, Path: message.Path})
	status, err := p.Outbox.Send(r.Context(), p.DB, r.By, message)
	switch {
	case err != nil:
		return err
	case status == mail.NotConfigured:
		r.Notify("O envio de e-mails está desligado. O teste não foi enviado.")
	default:
		r.Notify("Teste enviado para " + message.To + ".")
	}
	return r.Redirect(view.Href(of.Kind))
}

// showSystem shows how the words of the program differ, before they are taken.
func (p Pages) showSystem(r *web.Request) error {
	of, err := kind(r)
	if err != nil {
		return err
	}
	text, err := mailtexts.Find(r.Context(), p.DB, of.Kind)
	if err != nil {
		return err
	}
	if !text.IsChanged() {
		return r.Redirect(view.Href(of.Kind))
	}
	around, err := p.Frame(r, "Texto do sistema", layouts.Crumb{Label: "Mensagens", Href: view.Path},
		layouts.Crumb{Label: of.Label, Href: view.Href(of.Kind)})
	if err != nil {
		return err
	}
	return r.Render(view.SystemPage(around, view.Edit{Kind: of, Text: text, Version: mailtexts.VersionOf(p.DB, text)}))
}

// takeSystem puts the words of the program back.
func (p Pages) takeSystem(r *web.Request) error {
	input, of, err := bind(r)
	if err != nil {
		return err
	}
	text, err := mailtexts.Find(r.Context(), p.DB, of.Kind)
	if err != nil {
		return err
	}
	input.Words, input.Sends = mailtexts.Words{}, !text.IsOff
	if _, err := mailtexts.Save(r.Context(), p.DB, r.By, input); err != nil {
		return p.render(r, &input, err)
	}
	r.Notify("“" + of.Label + "” voltou ao texto do sistema.")
	return r.Redirect(view.Href(of.Kind))
}
