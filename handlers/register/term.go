package register

import (
	"context"

	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/mail"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/register"
	view "acolhe/views/register/steps"
	"acolhe/web"
)

// readTerm returns the term that the associate has to sign, and creates it if there is none. It is empty while no
// template is published.
func (p Register) readTerm(r *web.Request) (view.Term, error) {
	enabled, err := signing.IsEnabled(r.Context(), p.DB)
	if err != nil || !enabled {
		return view.Term{IsClosed: true}, err
	}
	issued, err := p.Contracts.Create(r.Context(), r.By, signing.CreateInput{})
	if errs.HasCode(err, templates.CodeNotPublished) || errs.HasCode(err, signing.CodeAlreadyCompleted) {
		return view.Term{}, nil
	}
	if err != nil {
		return view.Term{}, err
	}
	return p.termOf(r, issued.Contract)
}

// findTerm returns the term that waits for the associate's signature; an empty one without any.
func (p Register) findTerm(r *web.Request) (view.Term, error) {
	enabled, err := signing.IsEnabled(r.Context(), p.DB)
	if err != nil || !enabled {
		return view.Term{IsClosed: true}, err
	}
	found, err := signing.FindMine(r.Context(), p.DB, r.By)
	if errs.HasCode(err, errs.CodeNotFound) {
		return view.Term{}, nil
	}
	if err != nil {
		return view.Term{}, err
	}
	return p.termOf(r, found)
}

func (p Register) termOf(r *web.Request, contract signing.Contract) (view.Term, error) {
	link, err := p.Contracts.LinkPath(r.By, contract)
	if err != nil || link == "" {
		return view.Term{}, err
	}
	text, err := richtext.Parse(contract.ContentJSON)
	return view.Term{Contract: contract, Link: link, Minutes: text.ReadingMinutes()}, err
}

// sendTerm sends the link to sign by e-mail again.
func (s stepPage) sendTerm(r *web.Request) error {
	if err := signing.RequireEnabled(r.Context(), s.DB); err != nil {
		return err
	}
	found, err := signing.FindMine(r.Context(), s.DB, r.By)
	if err != nil {
		return err
	}
	sent, err := s.Contracts.Resend(r.Context(), r.By, found.ID)
	switch {
	case errs.HasCode(err, signing.CodeNotPending):
		return r.Redirect(register.Home)
	case errs.HasCode(err, errs.CodeRateLimited):
		r.Notify(errs.As(err).Message + " Você também pode assinar por aqui.")
	case err != nil:
		return err
	case sent.EmailStatus == mail.Queued:
		r.Notify("Link enviado para " + texts.Of(sent.EmailAccount) + ".")
	default:
		r.Notify("O envio de e-mails está desligado. Assine por aqui.")
	}
	return r.Redirect(s.step.Href())
}

// downloadTerm sends the signed term of the associate; without one it leads to their page.
func (p Register) downloadTerm(r *web.Request) error {
	own, err := associates.FindOwn(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if own.AdhesionTerm == nil {
		return r.Redirect(register.Home)
	}
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) {
		return p.Contracts.Open(ctx, r.By, *own.AdhesionTerm, signing.SignedPDF)
	})
}

// downloadProof sends the proof of the signature, which belongs to the signed term.
func (p Register) downloadProof(r *web.Request) error {
	own, err := associates.FindOwn(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if own.AdhesionTerm == nil {
		return r.Redirect(register.Home)
	}
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) {
		return p.Contracts.Open(ctx, r.By, *own.AdhesionTerm, signing.AuditPDF)
	})
}

// mailTerm sends the signed term and its proof to the associate by e-mail.
func (p Register) mailTerm(r *web.Request) error {
	status, err := p.Contracts.SendOwnSigned(r.Context(), r.By)
	switch {
	case errs.HasCode(err, errs.CodeRateLimited), errs.HasCode(err, errs.CodeNotFound):
		r.Notify(errs.As(err).Message)
	case err != nil:
		return err
	case status == mail.Queued:
		r.Notify("Enviamos o termo e o comprovante para o seu e-mail.")
	case status == mail.Withheld:
		r.Notify(mail.ErrWithheld().Error())
	default:
		r.Notify("O envio de e-mails está desligado. Baixe os arquivos por aqui.")
	}
	return r.Redirect(register.Home + "/meus-documentos")
}

// describeTerm describes the signed term of an associate; empty without one.
func (p Register) describeTerm(r *web.Request, row associates.Associate) (string, error) {
	if row.AdhesionTerm == nil {
		return "", nil
	}
	contract, err := signing.FindFor(r.Context(), p.DB, r.By, *row.AdhesionTerm)
	if err != nil {
		return "", err
	}
	file, err := p.Contracts.FindFile(r.Context(), r.By, contract, signing.SignedPDF)
	return fmtbr.PDF(file.Pages, file.Size), err
}
