package entry

import (
	"acolhe/models/associates"
	"acolhe/models/types/errs"
	"acolhe/views/entry"
	"acolhe/web"
)

// showEmailChange asks the current address of an associate to confirm a new one.
func (e Entry) showEmailChange(r *web.Request) error {
	token := r.Query("token")
	if token == "" {
		frame, err := e.frame(r, "Troca de e-mail")
		if err != nil {
			return err
		}
		return r.Render(entry.EmailAnswered(frame, "Este link não abre mais",
			"Falta uma parte do endereço. Abra o link inteiro que chegou no e-mail."))
	}
	r.HideAddress()
	return e.renderEmailChange(r, token, nil)
}

func (e Entry) answerEmailChange(r *web.Request) error {
	var answer associates.EmailAnswer
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&answer); err != nil {
		return err
	}
	if err := associates.AnswerPendingEmail(r.Context(), e.DB, r.By, answer); err != nil {
		return e.renderEmailChange(r, answer.Token, err)
	}
	frame, err := e.frame(r, "Troca de e-mail")
	if err != nil {
		return err
	}
	if !answer.Accepted {
		return r.Render(entry.EmailAnswered(frame, "Troca recusada",
			"Seu acesso continua com o e-mail atual. A associação vê que a troca foi recusada."))
	}
	return r.Render(entry.EmailAnswered(frame, "E-mail trocado", "Da próxima vez, entre com o novo e-mail e a mesma senha."))
}

// renderEmailChange shows the change of a link, with the errors if any.
func (e Entry) renderEmailChange(r *web.Request, token string, refused error) error {
	frame, err := e.frame(r, "Troca de e-mail")
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	pending, err := associates.FindPendingEmail(r.Context(), e.DB, token, r.Now)
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		frame.Refused = true
		return r.RenderProblems(err, entry.EmailAnswered(frame, "Este link não abre mais", errs.As(err).Message))
	}
	if err != nil {
		return err
	}
	return r.RenderForm(refused, entry.ConfirmEmail(frame, entry.EmailForm{Pending: pending, Token: token, Fields: errs.FieldsOf(refused)}))
}
