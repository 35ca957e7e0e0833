// Package associates serves the list and the forms of associates and their patients.
package associates

import (
	"context"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/mail"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	view "acolhe/views/panel/associates"
	duplicatesview "acolhe/views/panel/duplicates"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/views/ui"
	"acolhe/web"
)

// crumb leads back to the list.
var crumb = layouts.Crumb{Label: "Associados", Href: view.Path}

// Pages serves the pages of associates.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Exports exports.Semaphore
	// Mail takes the letters about logins.
	Mail mail.Outbox
	// Files stores the pictures of associates.
	Files files.Library
	// RequestedExport redirects to a background export.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one, patient = view.Path + "/:id", view.Path + "/:id/pacientes/:patientId"
	form := p.form()
	reads, changes, receives := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update),
		web.StaffCan("reception", access.Create)
	return []web.Route{
		web.Page(view.Path, reads, p.list().Show).FromReplica(),
		web.Form(view.Path+"/exportar", reads, p.list().Export),
		web.Form(view.Path+"/exportar/selecionados", reads, p.list().ExportPicked),
		web.Form(view.Path+"/etiquetar", changes, p.addTag),
		web.Form(view.Path+"/desetiquetar", changes, p.removeTag),
		web.Form(view.Path+"/recepcao", receives, p.enqueue),

		web.Page(view.Path+"/novo", web.StaffCan("users", access.Create), p.newAssociate),
		web.Form(view.Path+"/novo", web.StaffCan("users", access.Create), p.addAssociate),
		web.Form(view.Path+"/repetidos", changes, p.warnOfDuplicates),
		web.Page(view.Path+"/prescritores", changes, p.offerPrescribers),
		web.Page(one+"/editar", changes, p.edit),
		web.Form(one+"/editar", changes, form.Update),
		web.Page(one+view.PrescriptionSlug, changes, p.editPrescription),
		web.Form(one+view.PrescriptionSlug, changes, p.changePrescription),
		web.Page(one+view.PictureSlug, changes, p.showPicture),
		web.Form(one+view.PictureSlug, changes, p.setPicture),
		web.Form(one+view.PictureSlug+"/remover", changes, p.removePicture),
		web.Page(one+"/campos/:campo", changes, form.EditField),
		web.Form(one+"/campos/:campo", changes, form.UpdateField),
		web.Page(one+"/pacientes/novo", changes, p.newPatient),
		web.Form(one+"/pacientes/novo", changes, p.addPatient),
		web.Page(patient+"/editar", changes, p.editPatient),
		web.Form(patient+"/editar", changes, p.changePatient),
		web.Page(patient+view.PrescriptionSlug, changes, p.editPatientPrescription),
		web.Form(patient+view.PrescriptionSlug, changes, p.changePatientPrescription),
	}
}

// List returns the list of associates.
func List() list.List[associates.Listed, associates.ListInput] {
	return list.List[associates.Listed, associates.ListInput]{Definition: view.List(), Find: associates.List, Count: associates.Count,
		Each: associates.Each,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, input associates.ListInput) (map[string]page.Counted, error) {
			groups, err := associates.CountGroups(ctx, tx, by, input, page.CountLimit)
			return view.TabCounts(groups), err
		}}
}

func (p Pages) list() list.Pages[associates.Listed, associates.ListInput] {
	return list.Pages[associates.Listed, associates.ListInput]{
		DB: p.DB, Frame: p.Frame, List: List(), Exports: p.Exports, RequestedExport: p.RequestedExport,
		Complete: func(r *web.Request, state *listview.State, _ []associates.Listed, _ listview.Query[associates.ListInput]) error {
			if access.Can(r.By, "users", access.Update) {
				state.Actions = ui.Button{Label: "Duplicados", Icon: "users-round", Variant: ui.Outline, Href: duplicatesview.Path}
			}
			state.After = view.Overlays(access.Can(r.By, "users", access.Update))
			return nil
		},
	}
}

func (p Pages) addTag(r *web.Request) error { return p.list().Action(r, p.apply(tasks.AddTag)) }

func (p Pages) removeTag(r *web.Request) error { return p.list().Action(r, p.apply(tasks.RemoveTag)) }

func (p Pages) enqueue(r *web.Request) error { return p.list().Action(r, p.apply(tasks.Enqueue)) }

// apply returns an action on the selected associates; if they are many, it starts a task for it.
func (p Pages) apply(kind tasks.Kind) func(*web.Request, listview.Query[associates.ListInput], web.FormData) (list.Outcome, error) {
	return func(r *web.Request, selected listview.Query[associates.ListInput], posted web.FormData) (list.Outcome, error) {
		input := tasks.Input{Kind: kind, Tag: posted.Or("tag", ""), Associates: selected.Input}
		result, err := tasks.Apply(r.Context(), p.DB, r.By, input)
		if err != nil {
			return list.Outcome{}, err
		}
		if result.Task != nil {
			return list.Outcome{Text: tasksview.Started(*result.Task), Path: tasksview.Href(result.Task.ID)}, nil
		}
		return list.Outcome{Text: tasksview.Applied(input, result), UndoID: result.UndoID}, nil
	}
}
