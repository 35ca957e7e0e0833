package signatures

import (
	"context"

	"github.com/google/uuid"

	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/media"
	"acolhe/models/signing"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/signatures"
	"acolhe/web"
)

// maxMatches is the maximum number of matches of a search.
const maxMatches = 8

// document answers with a document of the contract, shown in the browser.
func (p Pages) document(document signing.Document) func(r *web.Request) error {
	return func(r *web.Request) error {
		id, err := r.ParamUUID("id")
		if err != nil {
			return err
		}
		return serve.Inline(r, func(ctx context.Context) (files.Content, error) { return p.Contracts.Open(ctx, r.By, id, document) })
	}
}

// drawing answers with the picture of a drawn signature, which never changes; without one it is 404 NOT_FOUND.
func (p Pages) drawing(r *web.Request) error {
	id, err := r.ParamUUID("id")
	if err != nil {
		return err
	}
	audit, err := signing.FindAudit(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	if audit.Signature == nil || len(audit.Signature.SignatureImage) == 0 {
		return errs.NotFound("Este termo não tem uma assinatura desenhada.")
	}
	return serve.Picture(r, media.PNG, audit.Signature.SignatureImage)
}

func (p Pages) resend(r *web.Request) error {
	id, err := r.ParamUUID("id")
	if err != nil {
		return err
	}
	sent, err := p.Contracts.Resend(r.Context(), r.By, id)
	if err != nil {
		return err
	}
	r.NotifyOf(sentMessage(sent.EmailStatus, sent.SignerName), view.Href(sent.Contract))
	return r.Redirect(view.Path)
}

// sentMessage says whether the letter leaves.
func sentMessage(status mail.Status, name string) string {
	if status == mail.Queued || status == mail.Sent {
		return "Link enviado a " + name + "."
	}
	return "O link de " + name + " está pronto, mas não saiu por e-mail. Copie o link ou use o WhatsApp."
}

// ask shows the form of a step.
func (p Pages) ask(step view.Step) func(r *web.Request) error {
	return func(r *web.Request) error {
		found, err := p.find(r)
		if err != nil {
			return err
		}
		return p.renderStep(r, view.StepData{Step: step, Contract: found})
	}
}

func (p Pages) renderStep(r *web.Request, data view.StepData) error {
	around, err := p.Frame(r, data.Title(), crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.StepPage(around, data))
}

func (p Pages) void(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	voided, err := signing.Void(r.Context(), p.DB, r.By, signing.VoidInput{ID: found.ID, Reason: posted.Or("reason", "")})
	if err != nil {
		return p.renderStep(r, view.StepData{Step: view.Void, Contract: found, Typed: posted, Refused: err})
	}
	r.Notify("Termo de " + voided.SignerName + " anulado.")
	return r.Redirect(view.Path)
}

// replace voids a pending contract and sends another one; beside a completed one, it asks for a new signature.
func (p Pages) replace(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	issued, err := p.Contracts.Create(r.Context(), r.By,
		signing.CreateInput{UserCode: &found.UserCode, Regenerate: true, ReplaceCompleted: true})
	if err != nil {
		return p.renderStep(r, view.StepData{Step: view.Replace, Contract: found, Refused: err})
	}
	return p.issued(r, issued)
}

// issued reports a new contract on its page.
func (p Pages) issued(r *web.Request, issued signing.Issued) error {
	words := sentMessage(issued.EmailStatus, issued.SignerName)
	switch {
	case issued.EmailStatus == "" && issued.Reused:
		words = issued.SignerName + " já tem um termo à espera de assinatura. Copie o link ou use o WhatsApp."
	case issued.EmailStatus == "":
		words = "Termo pronto. Copie o link ou use o WhatsApp."
	}
	r.Notify(words)
	return r.Redirect(view.Href(issued.Contract))
}

// new shows the form that sends a term, with the associate of the address if there is one.
func (p Pages) new(r *web.Request) error {
	var data view.NewData
	if code, err := uuid.Parse(r.Query("associado")); err == nil {
		found, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, code)
		if err != nil {
			return err
		}
		data.Chosen = found
	}
	return p.renderNew(r, data)
}

func (p Pages) renderNew(r *web.Request, data view.NewData) error {
	around, err := p.Frame(r, "Enviar termo", crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.NewPage(around, data))
}

func (p Pages) create(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	data := view.NewData{Typed: posted}
	if data.Chosen, err = p.chosen(r, posted); err != nil {
		data.Refused = err
		return p.renderNew(r, data)
	}
	input := signing.CreateInput{UserCode: &data.Chosen.UserCode, SendEmail: patch.Of(posted.Or("send_email", "") != "")}
	issued, err := p.Contracts.Create(r.Context(), r.By, input)
	if err != nil {
		data.Refused = err
		return p.renderNew(r, data)
	}
	return p.issued(r, issued)
}

// chosen returns the associate of the form: the picked one, else the only match of the typed text.
func (p Pages) chosen(r *web.Request, posted web.FormData) (associates.Associate, error) {
	if code, err := uuid.Parse(posted.Or("user_code", "")); err == nil {
		return associates.FindByCodeFor(r.Context(), p.DB, r.By, code)
	}
	found, err := associates.Search(r.Context(), p.DB, r.By, posted.Or("user_code_texto", ""), maxMatches)
	if err != nil {
		return associates.Associate{}, err
	}
	if len(found) != 1 {
		return associates.Associate{}, errs.Invalid("user_code", "escolha o associado na lista")
	}
	return found[0], nil
}

// searchAssociates answers with the options of the search.
func (p Pages) searchAssociates(r *web.Request) error {
	found, err := associates.Search(r.Context(), p.DB, r.By, r.Query("q"), maxMatches)
	if err != nil {
		return err
	}
	return r.Render(view.AssociateOptions(r.Query("lista"), found))
}
