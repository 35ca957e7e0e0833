package associates

import (
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

// showRegistration shows what came from the registration of an associate.
func (p Pages) showRegistration(r *web.Request) error {
	return p.renderRegistration(r, registration.RequestAgainInput{}, nil)
}

// askAgain asks the associate for a photo again.
func (p Pages) askAgain(r *web.Request) error {
	associate, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := registration.RequestAgainInput{ID: associate.ID, Reason: posted.Or("reason", "")}
	if parts := strings.Split(posted.Or("slot", ""), "."); len(parts) == 4 {
		input.Subject, input.DocType, input.Side = parts[0], parts[1], parts[2]
		input.PatientID, _ = strconv.ParseInt(parts[3], 10, 64) // an unknown patient is not found
	}
	if _, err := registration.RequestAgain(r.Context(), p.DB, r.By, p.Mail, input); err != nil {
		return p.renderRegistration(r, input, err)
	}
	r.Notify("Foto pedida de novo. O associado vê o motivo no cadastro.")
	return r.Redirect(view.Href(associate.ID) + "/cadastro-pelo-site")
}

func (p Pages) renderRegistration(r *web.Request, asked registration.RequestAgainInput, refused error) error {
	associate, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	page := view.OnlineRegistration{Typed: asked, Rights: view.Rights{Change: access.Can(r.By, "users", access.Update)}}
	for _, field := range errs.FieldsOf(refused) {
		if field.Path == "side" {
			field.Path = "slot"
		}
		page.Fields = append(page.Fields, field)
	}
	if page.Progress, err = registration.ReadProgressFor(r.Context(), p.DB, r.By, associate.ID); err != nil {
		return err
	}
	if page.Frame, err = p.Frame(r, "Cadastro pelo site", crumb,
		layouts.Crumb{Label: associate.FullName(), Href: view.Href(associate.ID)}); err != nil {
		return err
	}
	page.Frame.Refused = refused != nil
	return r.RenderForm(refused, view.RegistrationPage(page))
}

// sendAccess mails an associate a link to set a password, with which they get into the registration.
func (p Pages) sendAccess(r *web.Request) error {
	associate, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	address := texts.Of(associate.EmailAccount)
	switch {
	case address == "":
		err = errs.Invalid("email_account", "Cadastre o e-mail de acesso antes de enviar o link.")
	case !p.Mail.Configured:
		err = errs.Invalid("email_account", "O envio de e-mails está desligado. Peça à administração.")
	default:
		err = associates.RequestReset(r.Context(), p.DB, r.By, associates.ResetRequest{Email: address})
	}
	if err != nil {
		return err
	}
	r.Notify("Link de acesso a caminho de " + address + ".")
	return r.Redirect(view.Href(associate.ID))
}
