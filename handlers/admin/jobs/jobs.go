// Package jobs serves the list of the jobs in the queue, which administrators retry and cancel.
package jobs

import (
	"context"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/installation"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	view "acolhe/views/admin/jobs"
	"acolhe/web"
)

// Pages serves the list.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Queue installation.Queue
}

// Routes returns the routes of the list and of its actions.
func (p Pages) Routes() []web.Route {
	jobs := list.Pages[installation.Job, installation.JobsInput]{DB: p.DB, Frame: p.Frame, List: p.list()}
	return []web.Route{
		web.Page(view.Path, web.Administrator(), jobs.Show),
		web.Form(view.RetryPath, web.Administrator(), p.retryFailed),
		web.Form(view.Path+"/:id/tentar", web.Administrator(), p.retry),
		web.Form(view.Path+"/:id/cancelar", web.Administrator(), p.cancel),
	}
}

func (p Pages) list() list.List[installation.Job, installation.JobsInput] {
	return list.List[installation.Job, installation.JobsInput]{Definition: view.List(), Find: p.Queue.List, Count: installation.CountJobs,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, _ installation.JobsInput) (map[string]page.Counted, error) {
			counts, err := installation.CountJobsByState(ctx, tx, by)
			return view.TabCounts(counts), err
		}}
}

func (p Pages) retry(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	job, err := p.Queue.Retry(r.Context(), p.DB, r.By, id)
	return p.done(r, job.About.Label+" vai rodar de novo.", err)
}

func (p Pages) cancel(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	job, err := p.Queue.Cancel(r.Context(), p.DB, r.By, id)
	return p.done(r, job.About.Label+": tarefa cancelada.", err)
}

func (p Pages) retryFailed(r *web.Request) error {
	count, err := installation.RetryFailed(r.Context(), p.DB, r.By)
	return p.done(r, fmtbr.Plural(count, "tarefa vai rodar de novo.", "tarefas vão rodar de novo."), err)
}

// done returns to the page with the button. A conflict, such as a job that ended meanwhile, becomes the message.
func (p Pages) done(r *web.Request, message string, err error) error {
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindConflict {
		message, err = refusal.Message, nil
	}
	if err != nil {
		return err
	}
	r.Notify(message)
	return r.Redirect(r.CameFrom(view.Path))
}
