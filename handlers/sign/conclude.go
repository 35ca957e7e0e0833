package sign

import (
	"strings"
	"unicode/utf8"

	"acolhe/models/sessions"
	"acolhe/models/signing"
	"acolhe/models/types/errs"
	view "acolhe/views/sign"
	"acolhe/web"
)

// draw asks for the signature. Without scripts it is the first page that records a view: those of the term are also
// opened by programs that preview links.
func (p Sign) draw(r *web.Request) error {
	found, isOpen, err := p.findOpen(r)
	if !isOpen {
		return err
	}
	if found.contract.ViewedAt == nil {
		if _, err := signing.View(r.Context(), p.DB, r.By, signing.ViewInput{Token: found.token}); err != nil {
			return err
		}
	}
	return p.renderDraw(r, found, nil)
}

// maxName is the maximum length of a typed name in characters.
const maxName = 250

// takeName keeps a typed name for the next page.
func (p Sign) takeName(r *web.Request) error {
	found, isOpen, err := p.findOpen(r)
	if !isOpen {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	name := strings.Join(strings.Fields(posted.Or("typed_name", "")), " ")
	if name == "" || utf8.RuneCountInString(name) > maxName {
		return p.renderDraw(r, found, errs.Invalid("typed_name", "Digite seu nome completo."))
	}
	r.Remember(nameCookie, name)
	return r.Redirect(view.Href(found.token, "concluir"))
}

func (p Sign) renderDraw(r *web.Request, found link, refused error) error {
	page, err := p.pageOf(r, found, "Assinar o termo")
	if err != nil {
		return err
	}
	r.HideAddress()
	page.Refused, page.Frame.Refused = errs.As(refused), refused != nil
	return r.RenderForm(refused, view.DrawPage(view.Drawing{Page: page, Typed: r.Remembered(nameCookie), ByName: r.Query("modo") == "nome"}))
}

// conclude shows the signature before it is sent: the drawn one, which the browser keeps, or the typed name.
func (p Sign) conclude(r *web.Request) error {
	found, isOpen, err := p.findOpen(r)
	if !isOpen {
		return err
	}
	input := signing.CompleteInput{Method: signing.Draw}
	if r.Query("modo") != "desenho" {
		input.Method, input.TypedName = signing.Type, r.Remembered(nameCookie)
	}
	if input.Method == signing.Type && input.TypedName == "" {
		return r.Redirect(view.Href(found.token, "assinar"))
	}
	return p.renderConclude(r, found, input, nil)
}

// complete signs the term. A repeated submission comes to the same result.
func (p Sign) complete(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return p.refuse(r, err)
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := signing.CompleteInput{Token: found.token}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	signed, err := p.Contracts.Complete(r.Context(), r.By, input)
	switch {
	case err == nil:
		r.Remember(signedCookie, found.token)
		r.Remember(nameCookie, "")
		return r.Redirect(view.Href(found.token, "pronto"))
	case errs.HasCode(err, signing.CodeAlreadyCompleted), errs.HasCode(err, signing.CodeNotPending), errs.HasCode(err, errs.CodeTokenInvalid):
		found.contract.Status = signed.Status
		return r.Redirect(view.Href(found.token, ""))
	}
	return p.renderConclude(r, found, input, explained(err))
}

// explained names the field of a refusal, and what did not happen if the documents could not be stored.
func explained(refused error) error {
	refusal := errs.As(refused)
	if refusal == nil {
		return refused
	}
	told := *refusal
	switch refusal.Code {
	case signing.CodeConsentRequired:
		told.Fields = []errs.Field{{Path: "consent", Message: "Marque a caixa para assinar."}}
	case errs.CodeUnavailable:
		told.Message = "Não foi possível guardar sua assinatura. Nada foi assinado. Tente de novo."
	}
	return &told
}

func (p Sign) renderConclude(r *web.Request, found link, input signing.CompleteInput, refused error) error {
	page, err := p.pageOf(r, found, "Conferir e concluir")
	if err != nil {
		return err
	}
	r.HideAddress()
	page.Refused, page.Frame.Refused = errs.As(refused), refused != nil
	conclusion := view.Conclusion{
		Page: page, Typed: input.TypedName, IP: r.ClientIP(), Device: sessions.DeviceOf(r.By.Origin.UserAgent), Consent: signing.ConsentText,
	}
	if refused == nil {
		return r.Render(view.ConcludePage(conclusion))
	}
	return r.RenderRefused(refused, view.ConcludePage(conclusion))
}
