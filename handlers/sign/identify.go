package sign

import (
	"acolhe/models/confirmation"
	"acolhe/models/signers"
	"acolhe/models/signing"
	"acolhe/models/types/errs"
	"acolhe/views/register"
	view "acolhe/views/sign"
	"acolhe/web"
)

// openedCookie keeps the secret of a browser that said the birth date, until it is closed.
const openedCookie = "termo-conferido"

// admit returns a link of which the browser is recognised as the signer's. Any other browser is led to the page that asks,
// and isOpen is false.
func (p Sign) admit(r *web.Request, found link) (_ link, isOpen bool, err error) {
	if found.isOwn {
		needed, err := confirmation.NeedsConfirmation(r.Context(), p.DB, r.By, p.Contracts.Mail)
		if err != nil || !needed {
			return found, err == nil, err
		}
		return found, false, r.Redirect(register.ConfirmPath)
	}
	answer, err := p.ask(r, found)
	if err != nil || answer == signers.Unasked || answer == signers.Passed {
		return found, err == nil, err
	}
	return found, false, r.Redirect(view.Href(found.token, "confirmar"))
}

func (p Sign) ask(r *web.Request, found link) (signers.Answer, error) {
	return signers.Ask(r.Context(), p.DB, found.contract, r.Remembered(openedCookie))
}

// identificationOf returns how the page recognised the signer of an admitted link.
func (p Sign) identificationOf(r *web.Request, found link) (signing.Identification, error) {
	if found.isOwn {
		return signing.ByAccount, nil
	}
	answer, err := p.ask(r, found)
	if answer == signers.Passed {
		return signing.ByBirthDate, err
	}
	return signing.ByLink, err
}

// askBirth asks for the birth date of the signer.
func (p Sign) askBirth(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return p.refuse(r, err)
	}
	return p.renderBirth(r, found, nil, "")
}

func (p Sign) renderBirth(r *web.Request, found link, refused error, typed string) error {
	answer, err := p.ask(r, found)
	if err != nil {
		return err
	}
	isAsked := answer == signers.Asked || answer == signers.Closed
	if !found.contract.CanSign(r.Now) || found.isOwn || !isAsked {
		return r.Redirect(view.Href(found.token, ""))
	}
	if answer == signers.Closed {
		page, err := p.pageOf(r, found, "Este link fechou")
		if err != nil {
			return err
		}
		return r.Render(view.ClosedPage(page))
	}
	page, err := p.pageOf(r, found, "Confirme que é você")
	if err != nil {
		return err
	}
	r.HideAddress()
	page.Refused, page.Frame.Refused = errs.As(refused), refused != nil
	return r.RenderForm(refused, view.BirthPage(page, typed))
}

func (p Sign) checkBirth(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return p.refuse(r, err)
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	typed := posted.Or("birth_date", "")
	kept, err := signers.Check(r.Context(), p.DB, r.By, found.contract, typed)
	if err != nil {
		return p.renderBirth(r, found, err, typed)
	}
	r.Remember(openedCookie, kept)
	return r.Redirect(view.Href(found.token, ""))
}
