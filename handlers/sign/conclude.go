package sign

import (
	"acolhe/models/sessions"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
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
	var refused error
	if r.Query(missingQuery) == "nome" {
		_, refused = templates.CheckTypedName("")
	}
	return p.renderDraw(r, found, inField(refused, "typed_name"))
}

// missingQuery names what a form lacked. A refused form leads to an address, so that Back does not send it again.
const missingQuery = "falta"

// saveName keeps a typed name for the next page.
func (p Sign) saveName(r *web.Request) error {
	found, isOpen, err := p.findOpen(r)
	if !isOpen {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	name, err := templates.CheckTypedName(posted.Or("typed_name", ""))
	if errs.HasCode(err, templates.CodeSignatureRequired) {
		return r.Redirect(view.Href(found.token, "assinar") + "?" + missingQuery + "=nome")
	}
	if err != nil {
		return p.renderDraw(r, found, inField(err, "typed_name"))
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
	input := signing.CompleteInput{Method: paper.Draw}
	if r.Query("modo") != "desenho" {
		input.Method, input.TypedName = paper.Type, r.Remembered(nameCookie)
	}
	if input.Method == paper.Type && input.TypedName == "" {
		return r.Redirect(view.Href(found.token, "assinar"))
	}
	var refused error
	if r.Query(missingQuery) == "aceite" {
		refused = errs.New(errs.KindUnprocessable, signing.CodeConsentRequired, "Marque a caixa para assinar.")
	}
	return p.renderConclude(r, found, input, explained(refused))
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
	if found.contract.CanSign(r.Now) {
		if _, isOpen, err := p.admit(r, found); !isOpen {
			return err
		}
		if input.Identified, err = p.identificationOf(r, found); err != nil {
			return err
		}
	}
	signed, err := p.Contracts.Complete(r.Context(), r.By, input)
	switch {
	case err == nil:
		r.Remember(signedCookie, found.token)
		r.Remember(nameCookie, "")
		return r.Redirect(view.Href(found.token, "pronto"))
	case errs.HasCode(err, signing.CodeConsentRequired):
		return r.Redirect(concludeAddress(found.token, input.Method) + missingQuery + "=aceite")
	case errs.HasCode(err, signing.CodeAlreadyCompleted), errs.HasCode(err, signing.CodeNotPending), errs.HasCode(err, errs.CodeTokenInvalid):
		found.contract.Status = signed.Status
		return r.Redirect(view.Href(found.token, ""))
	}
	return p.renderConclude(r, found, input, explained(err))
}

// concludeAddress returns the address of the last page for a way of signing, to which a query can be added.
func concludeAddress(token string, method paper.Method) string {
	if method == paper.Draw {
		return view.Href(token, "concluir") + "?modo=desenho&"
	}
	return view.Href(token, "concluir") + "?"
}

// explained names the part of the page with the problem of a refusal, and what did not happen if the documents could not
// be stored.
func explained(refused error) error {
	switch refusal := errs.As(refused); {
	case refusal == nil:
		return refused
	case refusal.Kind == errs.KindUnavailable:
		told := *refusal
		told.Message = "Não foi possível guardar sua assinatura. Nada foi assinado. Tente de novo."
		return &told
	case refusal.Code == signing.CodeConsentRequired:
		return inField(refused, "consent")
	}
	return inField(refused, "signature")
}

// inField returns a refusal as the problem of one field.
func inField(refused error, field string) error {
	refusal := errs.As(refused)
	if refusal == nil {
		return refused
	}
	message := refusal.Message
	if len(refusal.Fields) > 0 {
		message = refusal.Fields[0].Message
	}
	return errs.WithFields(refused, []errs.Field{{Path: field, Message: message}})
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
