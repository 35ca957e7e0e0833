package entry

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/models/platform/security"
	"acolhe/models/secondfactor"
	"acolhe/models/sessions"
	"acolhe/models/types/errs"
	"acolhe/views/entry"
	"acolhe/web"
)

// ConfirmPage asks an operator for the second step again: in a dialog over the open page, which then repeats its request, or
// on a page that holds the form of the request.
func (e Entry) ConfirmPage(r *web.Request) (templ.Component, error) {
	if r.IsScripted() {
		form, err := e.confirmForm(r, entry.ConfirmForm{})
		return entry.ConfirmOver(form), err
	}
	form := entry.ConfirmForm{Action: confirmPath, Back: r.Path()}
	switch {
	case r.IsForm() && r.IsMultipart():
		form.Back = r.CameFrom("/conta")
	case r.IsForm():
		var err error
		if form.Held, form.IsTooLarge, err = e.holdForm(r); err != nil {
			return nil, err
		}
		form.Action, form.Back = r.HeldAddress(), r.CameFrom("/conta")
	}
	return e.confirmPage(r, form)
}

const confirmPath = "/conta/confirmar"

// codeState returns why a code was refused, and the recovery code if it was one. The names of the fields start with prefix.
func codeState(posted web.FormData, prefix string, refused error) entry.CodeState {
	state := entry.CodeProblems(refused)
	state.IsRecovery = url.Values(posted).Has(prefix + "recovery")
	state.Recovery = posted.Or(prefix+"recovery", "")
	return state
}

func (e Entry) confirmPage(r *web.Request, form entry.ConfirmForm) (templ.Component, error) {
	around, err := frame.For(r, e.DB, "Confirme que é você")
	if err != nil {
		return nil, err
	}
	around.Refused = len(form.Code.Problems) > 0
	form, err = e.confirmForm(r, form)
	return entry.Confirm(around, form), err
}

// confirmForm returns the form with what the person can confirm with.
func (e Entry) confirmForm(r *web.Request, form entry.ConfirmForm) (entry.ConfirmForm, error) {
	var err error
	if form.HasApp, err = secondfactor.HasApp(r.Context(), e.DB, r.By.ID); err != nil {
		return form, err
	}
	form.Passkey, err = e.factors().Ask(r.Context(), e.DB, r.By)
	return form, err
}

// proofOf returns what a form passes the second step with.
func proofOf(posted web.FormData) secondfactor.Proof {
	return secondfactor.Proof{Code: cmp.Or(posted.Or("recovery", ""), posted.Or("code", "")), Kept: posted.Or("challenge", ""), Answer: posted.Or("passkey", "")}
}

// Confirm continues a form that was held, once its person has passed the second step.
func (e Entry) Confirm(r *web.Request) (isAnswered bool, err error) {
	posted, err := r.FormData()
	if err != nil {
		return false, err
	}
	sealed := posted.Or("held", "")
	held, ok := e.openForm(sealed)
	action, _, _ := strings.Cut(held.Action, "?")
	path, _, _ := strings.Cut(r.Path(), "?")
	if !ok || held.OperatorID != r.By.ID || r.Now.After(held.Until) || action != path {
		return false, errs.Invalid("body", "o formulário expirou: preencha de novo")
	}
	if r.By.SecondStep.IsStale(r.Now) {
		if refused := e.pass(r, proofOf(posted)); refused != nil {
			form := entry.ConfirmForm{Action: r.Path(), Back: held.Page, Held: sealed, Code: codeState(posted, "", refused)}
			page, err := e.confirmPage(r, form)
			if err != nil {
				return false, err
			}
			return true, r.RenderProblems(refused, page)
		}
	}
	r.RestoreForm(held.Values)
	return false, nil
}

// confirm passes the second step in a dialog, or before the address of a page.
func (e Entry) confirm(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	back := web.LocalPath(posted.Or("volta", ""), "/conta")
	refused := e.pass(r, proofOf(posted))
	switch {
	case refused != nil && r.IsScripted():
		form, err := e.confirmForm(r, entry.ConfirmForm{Code: codeState(posted, "", refused)})
		if err != nil {
			return err
		}
		return r.RenderProblems(refused, entry.ConfirmOver(form), entry.ConfirmOverForm)
	case refused != nil:
		page, err := e.confirmPage(r, entry.ConfirmForm{Action: confirmPath, Back: back, Code: codeState(posted, "", refused)})
		if err != nil {
			return err
		}
		return r.RenderProblems(refused, page)
	case r.IsScripted():
		return r.SignedInOver()
	}
	return r.Redirect(back)
}

// pass checks the second step and stores that the session passed it.
func (e Entry) pass(r *web.Request, proof secondfactor.Proof) error {
	if proof.IsEmpty() {
		return errs.Invalid("code", "digite o código")
	}
	passed, err := e.factors().Check(r.Context(), e.DB, r.By, proof)
	if err != nil {
		return err
	}
	if err := sessions.Confirm(r.Context(), e.DB, r.By); err != nil {
		return err
	}
	r.By.SecondStep.ConfirmedAt = r.Now
	notifyRecovery(r, passed)
	return security.Record(r.Context(), e.DB, r.By, security.Event{Kind: security.SecondFactorPassed, Subject: r.By.Email})
}
