package panel

import (
	"acolhe/models/types/access"
	"acolhe/web"
)

// personRoutes are those of one associate; the list has its own.
func (p Panel) personRoutes() []web.Route {
	const one, patient = "/painel/associados/:id", "/painel/associados/:id/pacientes/:patientId"
	reads, changes := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update)
	return []web.Route{
		web.Page("/painel/associados/novo", web.StaffCan("users", access.Create), p.newAssociate),
		web.Form("/painel/associados/novo", web.StaffCan("users", access.Create), p.registerAssociate),
		web.Form("/painel/associados/repetidos", changes, p.warnOfDuplicates),
		web.Page("/painel/associados/prescritores", changes, p.offerPrescribers),
		web.Page(one, reads, p.showAssociate),
		web.Page(one+"/editar", changes, p.editAssociate),
		web.Form(one+"/editar", changes, p.changeAssociate),
		web.Form(one+"/tornar-associado", changes, p.makeAssociate),
		web.Form(one+"/recepcao", web.StaffCan("reception", access.Create), p.receiveAssociate),
		web.Form(one+"/excluir", web.StaffCan("users", access.Delete), p.removeAssociate),
		web.Page(one+"/campos/:campo", changes, p.editField),
		web.Form(one+"/campos/:campo", changes, p.changeField),
		web.Form(one+"/anotacoes", changes, p.annotate),
		web.Form(one+"/anotacoes/:annotationId/excluir", changes, p.removeAnnotation),
		web.Form(one+"/anotacoes/:annotationId/restaurar", changes, p.restoreAnnotation),
		web.Page(one+"/pacientes/novo", changes, p.newPatient),
		web.Form(one+"/pacientes/novo", changes, p.addPatient),
		web.Page(patient+"/editar", changes, p.editPatient),
		web.Form(patient+"/editar", changes, p.changePatient),
		web.Form(patient+"/excluir", changes, p.removePatient),
	}
}
