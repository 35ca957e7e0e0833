package panel

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// leadToExport goes to an export that was asked for. Whoever has too many under way sees which.
func (p Panel) leadToExport(r *web.Request, task tasks.Task, err error) error {
	if errs.HasCode(err, tasks.CodeTooManyExports) {
		return p.drawTasks(r, err)
	}
	if err != nil {
		return err
	}
	return r.Redirect(panel.TaskHref(task.ID))
}

// takeExport gives the file to whoever asked for it.
func (p Panel) takeExport(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	taking, err := tasks.OpenDownload(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return r.Download(web.File{Name: taking.Name, ContentType: taking.ContentType, Size: taking.Size, Limit: exports.Limit}, taking.Write)
}

func (p Panel) askExportAgain(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	task, err := tasks.RepeatExport(r.Context(), p.DB, r.By, id)
	return p.leadToExport(r, task, err)
}

func (p Panel) removeExport(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := tasks.RemoveExport(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Exportação excluída.")
	return r.Redirect(panel.TasksPath)
}

// tellNews is asked for by every page of whoever has tasks under way. What the page told when it
// came needs no word again.
func (p Panel) tellNews(r *web.Request) error {
	news, err := frame.News(r, p.DB)
	if err != nil {
		return err
	}
	if told, err := strconv.Atoi(r.Query("contadas")); err != nil || news.Ended <= told {
		news.Aloud = ""
	}
	return r.Render(layouts.FreshNews(news))
}
