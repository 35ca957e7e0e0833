package tasks

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/tasks"
	"acolhe/web"
)

// Requested redirects to a requested export. If the person has too many, it lists them.
func (p Pages) Requested(r *web.Request, task tasks.Task, err error) error {
	if errs.HasCode(err, tasks.CodeTooManyExports) {
		return p.renderList(r, err)
	}
	if err != nil {
		return err
	}
	return r.Redirect(view.Href(task.ID))
}

// download answers with the file of an export, to its owner.
func (p Pages) download(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	file, err := tasks.OpenDownload(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return r.Download(web.File{Name: file.Name, ContentType: file.ContentType, Size: file.Size, Limit: exports.Timeout}, file.Write)
}

func (p Pages) repeat(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	task, err := tasks.RepeatExport(r.Context(), p.DB, r.By, id)
	return p.Requested(r, task, err)
}

func (p Pages) remove(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := tasks.RemoveExport(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Exportação excluída.")
	return r.Redirect(view.Path)
}

// news answers the polling of pages while the person has running tasks. A result shown when the page loaded is not
// repeated.
func (p Pages) news(r *web.Request) error {
	news, err := frame.News(r, p.DB)
	if err != nil {
		return err
	}
	if reported, err := strconv.Atoi(r.Query("contadas")); err != nil || news.Ended <= reported {
		news.Aloud = ""
	}
	return r.Render(layouts.FreshNews(news))
}
