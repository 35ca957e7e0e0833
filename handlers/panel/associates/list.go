// Package associates serves the pages of associates and their patients.
package associates

import (
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	view "acolhe/views/panel/associates"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/web"
)

// crumb leads back to the list.
var crumb = layouts.Crumb{Label: "Associados", Href: view.Path}

// Pages serves the pages of associates.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Exports exports.Semaphore
	// RequestedExport redirects to an export that is written in the background.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one, patient = view.Path + "/:id", view.Path + "/:id/pacientes/:patientId"
	form := p.form()
	reads, changes, receives := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update), web.StaffCan("reception", access.Create)
	return []web.Route{
		web.Page(view.Path, reads, p.list().Show),
		web.Form(view.Path+"/exportar", reads, p.list().Export),
		web.Form(view.Path+"/exportar/selecionados", reads, p.list().ExportPicked),
		web.Form(view.Path+"/etiquetar", changes, p.addTag),
		web.Form(view.Path+"/desetiquetar", changes, p.removeTag),
		web.Form(view.Path+"/recepcao", receives, p.enqueue),

		web.Page(view.Path+"/novo", web.StaffCan("users", access.Create), p.newAssociate),
		web.Form(view.Path+"/novo", web.StaffCan("users", access.Create), form.Create),
		web.Form(view.Path+"/repetidos", changes, p.warnOfDuplicates),
		web.Page(view.Path+"/prescritores", changes, p.offerPrescribers),
		web.Page(one, reads, p.showAssociate),
		web.Page(one+"/editar", changes, p.edit),
		web.Form(one+"/editar", changes, form.Update),
		web.Form(one+"/tornar-associado", changes, p.makeAssociate),
		web.Form(one+"/recepcao", receives, p.receiveAssociate),
		web.Form(one+"/recepcao/concluir", web.StaffCan("reception", access.Update), p.completeWaiting),
		web.Form(one+"/etiquetas", changes, p.tagAssociate),
		web.Form(one+"/etiquetas/tirar", changes, p.untagAssociate),
		web.Form(one+"/excluir", web.StaffCan("users", access.Delete), p.removeAssociate),
		web.Page(one+"/campos/:campo", changes, form.EditField),
		web.Form(one+"/campos/:campo", changes, form.UpdateField),
		web.Form(one+"/anotacoes", changes, p.annotate),
		web.Form(one+"/anotacoes/:annotationId/excluir", changes, p.removeAnnotation),
		web.Page(one+"/pacientes/novo", changes, p.newPatient),
		web.Form(one+"/pacientes/novo", changes, p.addPatient),
		web.Page(patient+"/editar", changes, p.editPatient),
		web.Form(patient+"/editar", changes, p.changePatient),
		web.Form(patient+"/excluir", changes, p.removePatient),
	}
}

func (p Pages) list() list.Pages[associates.Listed, associates.ListInput] {
	return list.Pages[associates.Listed, associates.ListInput]{
		DB: p.DB, Frame: p.Frame, List: view.List(), Exports: p.Exports, RequestedExport: p.RequestedExport,
		Complete: func(r *web.Request, state *listview.State, _ []associates.Listed, _ listview.Query[associates.ListInput]) error {
			canChange := access.Can(r.By, "users", access.Update)
			state.Bar = view.Bar{Back: string(state.Address.Here()), Filters: state.Address.Filters.Encode(), Sort: state.Address.Sort,
				Tags: state.Tags, CanTag: canChange, CanEnqueue: access.Can(r.By, "reception", access.Create)}
			state.After = view.Overlays(canChange)
			return nil
		},
	}
}

func (p Pages) addTag(r *web.Request) error { return p.applyToSelected(r, tasks.AddTag) }

func (p Pages) removeTag(r *web.Request) error { return p.applyToSelected(r, tasks.RemoveTag) }

func (p Pages) enqueue(r *web.Request) error { return p.applyToSelected(r, tasks.Enqueue) }

// applyToSelected does one action on the selected associates or, if they are many, starts a task for it.
func (p Pages) applyToSelected(r *web.Request, kind tasks.Kind) error {
	selected, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var tagged associates.TagInput
	if err := posted.Bind(&tagged); err != nil {
		return err
	}
	input := tasks.Input{Kind: kind, Tag: tagged.Tag, Associates: selected}
	result, err := tasks.Apply(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	if result.Task != nil {
		r.NotifyOf(tasksview.Started(*result.Task), tasksview.Href(result.Task.ID))
	} else {
		r.Notify(tasksview.Applied(input, result))
	}
	return r.Redirect(web.LocalPath(posted.Or("volta", view.Path), view.Path))
}
