package privacy

import (
	"net/http"
	"strings"

	"acolhe/handlers/serve"
	"acolhe/models/erasure"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/privacy"
	"acolhe/web"
)

func (p Pages) erasures(r *web.Request) error {
	found, err := p.Desk.List(r.Context(), r.By, mostListed)
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Apagados", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ErasuresPage(around, found, zone))
}

func (p Pages) preview(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	return p.renderPreview(r, id, view.Form{})
}

// renderPreview counts again what an erasure would do. Of a person who is being erased it leads to the erasure.
func (p Pages) renderPreview(r *web.Request, user int64, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	proposed, err := p.erasureOf(r, user)
	if err != nil {
		return err
	}
	if proposed != nil && proposed.State != erasure.Proposed {
		return r.Redirect(view.At(view.ErasurePath, proposed.ID))
	}
	counted, err := p.Desk.ReadPreview(r.Context(), r.By, user)
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	page := view.Preview{Preview: counted, Erasure: proposed, Form: form, Now: r.Now.In(zone)}
	if proposed != nil {
		page.IsProposer, page.Changes = proposed.ProposedBy == r.By.ID, erasure.Changes(proposed.Preview, counted.Lines)
	}
	if err := p.addRequest(r, &page); err != nil {
		return err
	}
	around, err := p.Frame(r, "Prévia", crumb)
	if err != nil {
		return err
	}
	return r.RenderForm(form.Refused, view.PreviewPage(around, page))
}

// previewPDF answers with the preview for printing. Of a person who is being erased it leads to the erasure.
func (p Pages) previewPDF(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	proposed, err := p.erasureOf(r, id)
	if err != nil {
		return err
	}
	if proposed != nil && proposed.State != erasure.Proposed {
		return r.Redirect(view.At(view.ErasurePath, proposed.ID))
	}
	counted, err := p.Desk.ReadPreview(r.Context(), r.By, id)
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return serve.ErasurePreview(r, p.DB, view.Preview{Preview: counted, Now: r.Now.In(zone)}.Paper())
}

func (p Pages) propose(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input erasure.ProposeInput
	if err = posted.Bind(&input); err == nil {
		input.UserID = id
		_, err = p.Desk.Propose(r.Context(), r.By, input)
	}
	switch {
	case errs.HasCode(err, errs.CodeSecondFactorRequired):
		return err
	case err != nil:
		return p.renderPreview(r, id, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Outra pessoa da administração precisa confirmar.")
	return r.Redirect(view.At(view.PreviewPath, id))
}

// found returns the erasure of the address.
func (p Pages) found(r *web.Request) (erasure.Erasure, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return erasure.Erasure{}, err
	}
	return p.Desk.Find(r.Context(), r.By, id)
}

func (p Pages) erasure(r *web.Request) error {
	found, err := p.found(r)
	if err != nil {
		return err
	}
	shown := view.ErasureShown{Erasure: found}
	if shown.Records, err = p.Desk.Records(r.Context(), r.By, found.ID); err != nil {
		return err
	}
	if shown.Zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	around, err := p.Frame(r, found.Pseudonym(), crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ErasurePage(around, shown), view.StatePart)
}

func (p Pages) confirm(r *web.Request) error {
	found, err := p.found(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	err = p.Desk.Confirm(r.Context(), r.By, erasure.ConfirmInput{ID: found.ID, Seen: posted.Or("seen", "")})
	switch {
	case errs.HasCode(err, errs.CodeConflict), errs.HasCode(err, errs.CodeForbidden):
		return p.renderPreview(r, found.UserID, view.Form{Refused: err})
	case err != nil:
		return err
	}
	r.Notify("Apagando agora. A certidão fica pronta em instantes.")
	return r.Redirect(view.At(view.ErasurePath, found.ID))
}

func (p Pages) askCancel(r *web.Request) error { return p.renderCancel(r, view.Form{}) }

func (p Pages) renderCancel(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	found, err := p.found(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Desistir", crumb)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	return r.RenderForm(form.Refused, view.CancelPage(around, found, form))
}

func (p Pages) cancel(r *web.Request) error {
	found, err := p.found(r)
	if err != nil {
		return err
	}
	if err := p.Desk.Cancel(r.Context(), r.By, found.ID); err != nil {
		return p.renderCancel(r, view.Form{Refused: err})
	}
	r.Notify("Ninguém foi apagado.")
	return r.Redirect(view.Path)
}

func (p Pages) certificate(r *web.Request) error {
	found, err := p.found(r)
	if err != nil {
		return err
	}
	content, err := p.Desk.Certificate(r.Context(), r.By, found.ID)
	if err != nil {
		return err
	}
	return serve.Certificate(r, "certidao-"+strings.ReplaceAll(found.Number(), "/", "-")+".pdf", content)
}

func (p Pages) askRecord(r *web.Request) error { return p.renderRecord(r, view.Form{}) }

func (p Pages) renderRecord(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	found, err := p.found(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Abrir", crumb)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	action := strings.Replace(view.At(view.RecordPath, found.ID), ":guardado", r.Param("guardado"), 1)
	return r.RenderForm(form.Refused, view.OpenPage(around, action, view.At(view.ErasurePath, found.ID), form))
}

// openRecord answers with what a law keeps, as JSON or as the file itself.
func (p Pages) openRecord(r *web.Request) error {
	id, err := r.ParamID("guardado")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	opened, err := p.Desk.OpenRecord(r.Context(), r.By, erasure.OpenInput{ID: id, Reason: posted.Or("reason", "")})
	if errs.HasCode(err, errs.CodeValidation) {
		return p.renderRecord(r, view.Form{Typed: posted, Refused: err})
	}
	if err != nil {
		return err
	}
	name, contentType, content, err := opened.Download()
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		serve.SetAttachment(w.Header(), name, contentType)
		_, _ = w.Write(content) // a client that disconnected needs no answer
	}))
}

// addRequest adds what the open request of the person says, so that it is not typed again.
func (p Pages) addRequest(r *web.Request, page *view.Preview) error {
	found, err := p.Desk.OpenRequest(r.Context(), page.Person.ID)
	page.Identity, page.ReceivedOn = found.Identity, found.ReceivedOn
	return err
}
