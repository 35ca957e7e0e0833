package reception

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/reception/contacts"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/reception"
	"acolhe/web"
)

func (p Pages) showCorrection(r *web.Request) error { return p.renderCorrection(r, nil, "") }

// sendCorrection puts the message of an associate into the queue of reception.
func (p Pages) sendCorrection(r *web.Request) error {
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
	return r.Redirect(register.Home)
}

func (p Pages) renderCorrection(r *web.Request, refused error, typed string) error {
	problem := ""
	if refusal := errs.As(refused); refusal != nil {
		problem = refusal.Message
		if len(refusal.Fields) > 0 {
			problem = refusal.Fields[0].Message
		}
	}
	return frame.RenderOwn(r, p.DB, "Falar com a equipe", refused,
		func(around layouts.Frame) templ.Component { return view.CorrectionPage(around, typed, problem) })
}

func (p Pages) showHelp(r *web.Request) error {
	return frame.RenderOwn(r, p.DB, "Ajuda do cadastro", nil, view.HelpPage)
}
