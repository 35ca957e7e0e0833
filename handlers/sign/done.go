package sign

import (
	"context"
	"net/url"

	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/registration"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/views/register"
	"acolhe/views/register/steps"
	view "acolhe/views/sign"
	"acolhe/web"
)

// done shows the signed documents to the signer; other holders of the link see that it was signed.
func (p Sign) done(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return p.refuse(r, err)
	}
	if found.contract.Status != signing.Completed || !found.isSigner {
		return r.Redirect(view.Href(found.token, ""))
	}
	page, err := p.pageOf(r, found, "Termo assinado")
	if err != nil {
		return err
	}
	next, err := p.nextStep(r, found)
	if err != nil {
		return err
	}
	done := view.Done{Page: page, Site: p.Contracts.BaseURL.Host, Mailed: p.Contracts.Mail.Configured &&
		found.contract.EmailAccount != nil, Next: next}
	if done.Signed, err = p.Contracts.FindFile(r.Context(), r.By, found.contract, signing.SignedPDF); err != nil {
		return err
	}
	if done.Audit, err = p.Contracts.FindFile(r.Context(), r.By, found.contract, signing.AuditPDF); err != nil {
		return err
	}
	return r.Render(view.DonePage(done))
}

// nextStep returns what the signer does next: the rest of the registration, if they are signed in.
func (p Sign) nextStep(r *web.Request, found link) (view.NextStep, error) {
	if r.By.Kind != auth.Associate || r.By.Code != found.contract.UserCode.String() {
		return view.NextStep{Label: "Ir para o cadastro", Href: register.Home}, nil
	}
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return view.NextStep{}, err
	}
	if registration.IsComplete(progress.Row) || progress.Phase != registration.Prescription {
		return view.NextStep{Label: "Ir para minha página", Href: register.Home}, nil
	}
	return view.NextStep{
		Title: "Falta uma etapa", Text: steps.Named("Envie a receita médica de {paciente} para concluir o cadastro.", progress),
		Label: "Continuar cadastro", Href: steps.Resume(progress).Href(),
	}, nil
}

func (p Sign) filledPDF(r *web.Request) error { return p.send(r, signing.FilledPDF) }
func (p Sign) signedPDF(r *web.Request) error { return p.send(r, signing.SignedPDF) }
func (p Sign) auditPDF(r *web.Request) error  { return p.send(r, signing.AuditPDF) }

// send sends a document of the link. Those of a signed term are the signer's alone.
func (p Sign) send(r *web.Request, document signing.Document) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	r.KeepPrivate()
	if found.contract.Status == signing.Completed && !found.isSigner {
		return r.Redirect(register.Home + "/entrar?volta=" + url.QueryEscape(r.Path()))
	}
	if found.contract.CanSign(r.Now) {
		if _, isOpen, err := p.admit(r, found); !isOpen {
			return err
		}
	}
	return serve.Attachment(r, func(ctx context.Context) (files.Content, error) {
		return p.Contracts.OpenByToken(ctx, r.By, found.token, document)
	})
}
