package register

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/platform/ratelimit"
	"acolhe/models/reception/contacts"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/register"
	"acolhe/web"
)

func (p Register) showAnswers(r *web.Request) error {
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return p.renderPage(r, "O que você já respondeu", nil, func(frame layouts.Frame) templ.Component { return view.Answers(frame, progress) })
}

func (p Register) showDone(r *web.Request) error {
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if !registration.IsComplete(progress.Row) {
		return r.Redirect(view.Home)
	}
	completed := view.Completed{Progress: progress, IsMailed: p.Mail.Configured && progress.Row.ContactEmail() != ""}
	if completed.Signed, err = p.describeTerm(r, progress.Row); err != nil {
		return err
	}
	return p.renderPage(r, "Cadastro completo", nil, func(frame layouts.Frame) templ.Component {
		completed.Frame = frame
		return view.Done(completed)
	})
}

func (p Register) showCorrection(r *web.Request) error { return p.renderCorrection(r, nil, "") }

// sendCorrection puts the message of an associate into the queue of reception.
func (p Register) sendCorrection(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	message := posted.Or("message", "")
	if strings.TrimSpace(message) == "" {
		return p.renderCorrection(r, errs.Invalid("message", "Escreva sua mensagem"), "")
	}
	fiveTimes := ratelimit.Rule{Name: "correction", Limit: 5, Per: 15 * time.Minute}
	if _, err := ratelimit.Allow(r.Context(), p.DB, fiveTimes, r.By.Code, r.Now); err != nil {
		return p.renderCorrection(r, err, message)
	}
	if _, err := contacts.EnqueueMessage(r.Context(), p.DB, r.By, message); err != nil {
		return p.renderCorrection(r, err, message)
	}
	r.Notify("Mensagem enviada. A equipe fala com você em breve.")
	return r.Redirect(view.Home)
}

func (p Register) renderCorrection(r *web.Request, refused error, typed string) error {
	problem := ""
	if refusal := errs.As(refused); refusal != nil {
		problem = refusal.Message
		if len(refusal.Fields) > 0 {
			problem = refusal.Fields[0].Message
		}
	}
	return p.renderPage(r, "Falar com a equipe", refused,
		func(frame layouts.Frame) templ.Component { return view.Correction(frame, typed, problem) })
}
