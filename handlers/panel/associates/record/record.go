// Package record serves the page of an associate and what is done on it.
package record

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/views/layouts"
	associatesview "acolhe/views/panel/associates"
	readsview "acolhe/views/panel/associates/reads"
	"acolhe/web"
)

// crumb leads back to the list.
var crumb = layouts.Crumb{Label: "Associados", Href: associatesview.Path}

// Pages serves the page of an associate.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Mail takes the letters about logins.
	Mail mail.Outbox
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	const one = associatesview.Path + "/:id"
	reads, changes, receives := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update),
		web.StaffCan("reception", access.Create)
	return []web.Route{
		web.Page(one, reads, p.showAssociate),
		web.Form(one+"/tornar-associado", changes, p.makeAssociate),
		web.Form(one+"/acesso", changes, p.sendAccess),
		web.Form(one+readsview.ProtectSlug, web.Administrator(), p.protect),
		web.Form(one+"/recepcao", receives, p.receiveAssociate),
		web.Form(one+"/recepcao/concluir", web.StaffCan("reception", access.Update), p.completeWaiting),
		web.Form(one+"/lembretes", reads, p.recordReminder),
		web.Form(one+"/rua", changes, p.correctStreet),
		web.Form(one+"/etiquetas", changes, p.tagAssociate),
		web.Form(one+"/etiquetas/tirar", changes, p.untagAssociate),
		web.Form(one+"/excluir", web.StaffCan("users", access.Delete), p.removeAssociate),
		web.Form(one+"/email/cancelar", changes, p.cancelEmail),
		web.Form(one+"/anotacoes", changes, p.annotate),
		web.Form(one+"/anotacoes/:annotationId/excluir", changes, p.removeAnnotation),
		web.Form(one+"/pacientes/:patientId/excluir", changes, p.removePatient),
	}
}
