package handlers

import (
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/refusal"
	"acolhe/views/register"
	"acolhe/web"
)

// refusals renders errors for people.
type refusals struct{ DB *db.DB }

// refusalTitles are the titles of the error pages by status; others are "Não foi possível".
func refusalTitles() map[int]string {
	return map[int]string{
		http.StatusNotFound: "Não encontrado", http.StatusForbidden: "Sem acesso",
		http.StatusServiceUnavailable: "Indisponível no momento", http.StatusTooManyRequests: "Muitas tentativas",
		http.StatusInternalServerError: "Algo deu errado",
	}
}

// show returns an alert for htmx, else a page: inside the frame for operators, without it for others. A server error
// has no frame either, because reading the frame could fail the same way.
func (p refusals) show(r *web.Request, status int, refused *errs.Error) templ.Component {
	if r.IsScripted() {
		return refusal.Alert(refused.Message)
	}
	title, known := refusalTitles()[status]
	if !known {
		title = "Não foi possível"
	}
	if r.By.Kind == auth.Operator && status < http.StatusInternalServerError {
		if around, err := frame.For(r, p.DB, title); err == nil {
			return refusal.Panel(around, sentence(r, refused))
		}
	}
	around := layouts.Frame{Title: title, Theme: r.Cookie("tema"), Letters: r.Cookie(layouts.LetterCookie), Home: "/",
		Help: register.Home + "/ajuda"}
	if isOfAssociates(r.Path()) {
		return refusal.AssociatePage(around, sentence(r, refused))
	}
	return refusal.Page(around, sentence(r, refused))
}

// isOfAssociates reports whether an address is one of the pages of associates and signers.
func isOfAssociates(path string) bool {
	for _, surface := range []string{register.Home, "/assinar", "/verificar", "/agendamento", "/recolhimento", "/acompanhamento", "/atendimento", "/agenda"} {
		if path == surface || strings.HasPrefix(path, surface+"/") || strings.HasPrefix(path, surface+"?") {
			return true
		}
	}
	return false
}

// sentence returns the message with the errors of the fields. A page that the caller may not open has a message without
// the name of a collection.
func sentence(r *web.Request, refused *errs.Error) string {
	if refused.Kind == errs.KindForbidden && r.IsGet() {
		return "Você não tem acesso a esta página. Peça à administração."
	}
	message := refused.Message
	for _, field := range refused.Fields {
		message += " " + field.Path + ": " + field.Message + "."
	}
	return message
}
