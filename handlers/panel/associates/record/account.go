package record

import (
	people "acolhe/handlers/panel/associates"
	"acolhe/models/associates"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/associates/record"
	"acolhe/web"
)

// cancelEmail cancels a change of the login e-mail that waits for its confirmation.
func (p Pages) cancelEmail(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	input := associates.ChangeInput{ID: id, PendingEmail: patch.Field[string]{Sent: true, Null: true}}
	if _, err := (associates.Accounts{Mail: p.Mail}).Change(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	r.Notify("Troca de e-mail cancelada.")
	return r.Redirect(associatesview.Href(id) + "?parte=" + string(view.Registration))
}

// sendAccess mails an associate a link to set a password, with which they get into the registration.
func (p Pages) sendAccess(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
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
	return r.Redirect(associatesview.Href(associate.ID))
}
