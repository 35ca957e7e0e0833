package panel

import (
	"context"
	"strconv"

	"acolhe/models/access"
	"acolhe/models/db"
	"acolhe/models/exports"
	"acolhe/models/tasks"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// tasksCrumb leads back to the list.
var tasksCrumb = layouts.Crumb{Label: "Tarefas", Href: panel.TasksPath}

func (p Panel) listTasks(r *web.Request) error {
	found, err := tasks.ListFor(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Tarefas")
	if err != nil {
		return err
	}
	return r.Render(panel.Tasks(frame, panel.TaskList{Tasks: found, Now: frame.Now, OfAll: access.IsAdministrator(r.By)}))
}

// showTask is asked for again and again while the task runs.
func (p Panel) showTask(r *web.Request) error {
	task, err := p.task(r)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Tarefa "+strconv.FormatInt(task.ID, 10), tasksCrumb)
	if err != nil {
		return err
	}
	return r.Render(panel.Task(frame, panel.TaskSheet{Task: task, Now: frame.Now}), panel.TaskFragment)
}

func (p Panel) cancelTask(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := tasks.Cancel(r.Context(), p.DB, r.By, id, r.Now); err != nil {
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
	return send(p, r, "csv", exports.List[tasks.Refusal]{
		Name: "recusados", Columns: panel.RefusalColumns(), Asked: []string{panel.TaskTitle(task)}, By: r.By, Now: r.Now,
		Each: func(ctx context.Context, tx *db.DB, take func(tasks.Refusal) error) error {
			return tasks.EachRefusal(ctx, tx, task, take)
		},
	})
}

func (p Panel) task(r *web.Request) (tasks.Task, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return tasks.Task{}, err
	}
	return tasks.FindFor(r.Context(), p.DB, r.By, id)
}
