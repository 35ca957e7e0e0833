package register

import (
	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/models/registration"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/views/register/answers"
	"acolhe/views/register/home"
	"acolhe/web"
)

func (p Register) showAnswers(r *web.Request) error {
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return frame.RenderOwn(r, p.DB, "O que você já respondeu", nil, func(around layouts.Frame) templ.Component { return answers.Page(around, progress) })
}

func (p Register) showDone(r *web.Request) error {
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if !registration.IsComplete(progress.Row) {
		return r.Redirect(register.Home)
	}
	completed := home.Completed{Progress: progress, IsMailed: p.Mail.Configured && progress.Row.ContactEmail() != ""}
	if completed.Signed, err = p.describeTerm(r, progress.Row); err != nil {
		return err
	}
	return frame.RenderOwn(r, p.DB, "Cadastro completo", nil, func(around layouts.Frame) templ.Component {
		completed.Frame = around
		return home.Done(completed)
	})
}
