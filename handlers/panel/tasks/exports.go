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

// Requested leads to an export that was requested. If the person has too many already, it shows which.
func (p Pages) Requested(r *web.Request, task tasks.Task, err error) error {
	if errs.HasCode(err, tasks.CodeTooManyExports) {
		return p.renderList(r, err)
	}
	if err != nil {
		return err
	}
	return r.Redirect(view.Href(task.ID))
}

// download answers the file of an export to its owner.
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

// news answers the pages of a person whose tasks are running. What a page said when it was loaded is not said again.
func (p Pages) news(r *web.Request) error {
	news, err := frame.News(r, p.DB)
	if err != nil {
		return err
	}
	if told, err := strconv.Atoi(r.Query("contadas")); err != nil || news.Ended <= told {
		news.Aloud = ""
	}
	return r.Render(layouts.FreshNews(news))
}
