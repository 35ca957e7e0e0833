package panel

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// tasksCrumb leads back to the list.
var tasksCrumb = layouts.Crumb{Label: "Tarefas", Href: panel.TasksPath}

func (p Panel) taskRoutes() []web.Route {
	return []web.Route{
		web.Page("/painel/tarefas", web.Staff(), p.listTasks),
		web.Page("/painel/tarefas/novidades", web.Staff(), p.tellNews),
		web.Page("/painel/tarefas/:id", web.Staff(), p.showTask),
		web.Page("/painel/tarefas/:id/erros", web.Staff(), p.exportRefusals),
		web.Page("/painel/tarefas/:id/arquivo", web.Staff(), p.takeExport),
		web.Form("/painel/tarefas/:id/cancelar", web.Staff(), p.cancelTask),
		web.Form("/painel/tarefas/:id/repetir", web.Staff(), p.askExportAgain),
		web.Form("/painel/tarefas/:id/excluir", web.Staff(), p.removeExport),
	}
}

func (p Panel) listTasks(r *web.Request) error { return p.drawTasks(r, nil) }

// drawTasks shows the list, also to whoever asked for one thing too many.
func (p Panel) drawTasks(r *web.Request, refused error) error {
	found, err := tasks.ListFor(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Tarefas")
	if err != nil {
		return err
	}
	list := panel.TaskList{Tasks: found, Now: frame.Now, OfAll: access.IsAdministrator(r.By)}
	if refused != nil {
		list.Refused = errs.As(refused).Message
	}
	return r.RenderForm(refused, panel.Tasks(frame, list))
}

// showTask is asked for again and again while the task runs.
func (p Panel) showTask(r *web.Request) error {
	task, err := p.task(r)
	if err != nil {
		return err
	}
	if err := tasks.MarkSeen(r.Context(), p.DB, r.By, task); err != nil {
		return err
	}
	frame, err := p.frame(r, panel.TaskName(task), tasksCrumb)
	if err != nil {
		return err
	}
	return r.Render(panel.Task(frame, panel.TaskSheet{Task: task, Now: frame.Now, IsOwn: task.IsOf(r.By)}), panel.TaskFragment)
}

func (p Panel) cancelTask(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := tasks.Cancel(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	return r.Redirect(panel.TaskHref(id))
}

// exportRefusals gives those to whom the task could not do its thing, with the reasons.
func (p Panel) exportRefusals(r *web.Request) error {
	task, err := p.task(r)
	if err != nil {
		return err
	}
	export, err := exports.Prepare(r.Context(), p.desk(), exports.List[tasks.Failure]{
		Asked:   exports.Request{List: "recusados", Format: "csv", Words: []string{panel.TaskTitle(task)}},
		Columns: panel.RefusalColumns(), By: r.By,
		Each: func(ctx context.Context, tx *db.DB, take func(tasks.Failure) error) error {
			return tasks.EachFailure(ctx, tx, task, take)
		},
	})
	if err != nil {
		return err
	}
	return stream(r, export)
}

func (p Panel) task(r *web.Request) (tasks.Task, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return tasks.Task{}, err
	}
	return tasks.FindFor(r.Context(), p.DB, r.By, id)
}
