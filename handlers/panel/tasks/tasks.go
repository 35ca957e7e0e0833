// Package tasks serves the pages of background tasks: bulk actions and exports.
package tasks

import (
	"context"
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/shown"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/panel/labelpurchase"
	view "acolhe/views/panel/tasks"
	"acolhe/web"
)

// Pages serves the pages of tasks.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Exports limits the number of concurrent exports.
	Exports exports.Semaphore
}

// crumb leads back to the list.
var crumb = layouts.Crumb{Label: "Tarefas", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Staff(), p.list),
		web.Page(view.Path+"/novidades", web.Staff(), p.news),
		web.Page(view.Path+"/:id", web.Staff(), p.show),
		web.Page(view.Path+"/:id/erros", web.Staff(), p.exportFailures),
		web.Page(view.Path+"/:id/resultado", web.Staff(), p.exportResults),
		web.Page(view.Path+"/:id/arquivo", web.Staff(), p.download),
		web.Form(view.Path+"/:id/cancelar", web.Staff(), p.cancel),
		web.Form(view.Path+"/:id/pausar", web.Staff(), p.pause),
		web.Form(view.Path+"/:id/continuar", web.Staff(), p.resume),
		web.Form(view.Path+"/:id/desfazer", web.Staff(), p.undo),
		web.Form(view.Path+"/:id/repetir", web.Staff(), p.repeat),
		web.Form(view.Path+"/:id/excluir", web.Staff(), p.remove),
	}
}

func (p Pages) list(r *web.Request) error { return p.renderList(r, nil) }

// renderList shows the list, with the error of a refused export if any.
func (p Pages) renderList(r *web.Request, refused error) error {
	found, err := tasks.ListFor(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Tarefas")
	if err != nil {
		return err
	}
	list := view.List{Tasks: found, Now: around.Now, OfAll: access.IsAdministrator(r.By)}
	if refused != nil {
		list.Refused = errs.As(refused).Message
	}
	return r.RenderForm(refused, view.Index(around, list))
}

// show serves the page of a task, which polls while the task runs. The purchase of labels has a page of its own.
func (p Pages) show(r *web.Request) error {
	task, err := p.find(r)
	if err != nil {
		return err
	}
	if task.Kind == tasks.BuyLabels {
		return r.Redirect(labelpurchase.Href(task.ID))
	}
	if err := tasks.MarkSeen(r.Context(), p.DB, r.By, task); err != nil {
		return err
	}
	var undoneBy int64
	if task.IsOver() {
		if undoneBy, err = tasks.UndoneBy(r.Context(), p.DB, task.ID); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, view.Name(task), crumb)
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, view.PageData{Task: task, Now: around.Now, IsOwn: task.IsOf(r.By), UndoneBy: undoneBy}), view.Fragment)
}

func (p Pages) cancel(r *web.Request) error { return p.change(r, tasks.Cancel) }

func (p Pages) pause(r *web.Request) error { return p.change(r, tasks.Pause) }

func (p Pages) resume(r *web.Request) error { return p.change(r, tasks.Resume) }

// change calls a verb with the task of the address and goes on to its page.
func (p Pages) change(r *web.Request, verb func(context.Context, *db.DB, auth.Caller, int64) (tasks.Task, error)) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := verb(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	return r.Redirect(view.Href(id))
}

// undo starts the task that undoes that of the address, and goes to its page.
func (p Pages) undo(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	undoing, err := tasks.RequestUndo(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return r.Redirect(view.Href(undoing.ID))
}

// exportFailures answers with a file of the rows for which the task failed, with the reasons.
func (p Pages) exportFailures(r *web.Request) error {
	task, err := p.find(r)
	if err != nil {
		return err
	}
	return p.stream(r, task, exports.List[tasks.Row]{
		Request: exports.Request{List: "recusados"}, Columns: view.FailureColumns(), Count: exports.CountOf(task.Refused),
		Each: func(ctx context.Context, tx *db.DB, take func(tasks.Row) error) error {
			return tasks.EachFailure(ctx, tx, task, take)
		},
	})
}

// exportResults answers with a file of all rows of an ended task, with what was done to each.
func (p Pages) exportResults(r *web.Request) error {
	task, err := p.find(r)
	if err != nil {
		return err
	}
	if !task.IsOver() || !task.Kind.HasResults() {
		return errs.NotFound("Esta tarefa não tem um resultado por linha.")
	}
	return p.stream(r, task, exports.List[tasks.Row]{
		Request: exports.Request{List: "resultado"}, Columns: view.ResultColumns(task), Count: exports.CountOf(task.Total),
		Each: func(ctx context.Context, tx *db.DB, take func(tasks.Row) error) error {
			return tasks.EachRow(ctx, tx, task, take)
		},
	})
}

func (p Pages) stream(r *web.Request, task tasks.Task, rows exports.List[tasks.Row]) error {
	rows.Request.Format, rows.Request.Summary, rows.By = "csv", []string{view.Title(task)}, r.By
	rows.Record = func(row *tasks.Row) shown.Record {
		return shown.Record{Of: task.Kind.Collection(), Key: strconv.FormatInt(row.RowID, 10)}
	}
	export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, rows)
	if err != nil {
		return err
	}
	return list.Stream(r, export)
}

func (p Pages) find(r *web.Request) (tasks.Task, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return tasks.Task{}, err
	}
	return tasks.FindFor(r.Context(), p.DB, r.By, id)
}
