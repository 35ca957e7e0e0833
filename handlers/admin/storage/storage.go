// Package storage serves the page of administrators on where the contents of files are.
package storage

import (
	"acolhe/handlers/frame"
	"acolhe/models/filestorage"
	"acolhe/models/platform/storage"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/storage"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the page of the storage.
type Pages struct {
	Frame  frame.Func
	Office filestorage.Office
}

var crumb = layouts.Crumb{Label: "Armazenamento", Href: view.Path}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.show),
		web.Form(view.Path, web.Administrator(), p.save),
		web.Form(view.TestPath, web.Administrator(), p.test),
		web.Page(view.ActivatePath, web.Administrator(), p.askActivation),
		web.Form(view.ActivatePath, web.Administrator(), p.activate),
		web.Page(view.MovePath, web.Administrator(), p.askMove),
		web.Form(view.MovePath, web.Administrator(), p.move),
		web.Page(view.StopPath, web.Administrator(), p.askStop),
		web.Form(view.StopPath, web.Administrator(), p.stop),
	}
}

func (p Pages) show(r *web.Request) error { return p.render(r, view.PageData{}) }

func (p Pages) render(r *web.Request, data view.PageData) (err error) {
	if data.Status, err = p.Office.ReadStatus(r.Context(), r.By); err != nil {
		return err
	}
	around, err := p.Frame(r, "Armazenamento")
	if err != nil {
		return err
	}
	data.Now, data.Folder, around.Refused = around.Now, p.Office.Drivers.Folder, data.Refused != nil
	page := view.Page(around, data)
	if data.Refused != nil {
		return r.RenderForm(data.Refused, page)
	}
	return r.Render(page, view.MovePart)
}

// save stores the settings of the bucket and tests them.
func (p Pages) save(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input filestorage.BucketInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if _, err := p.Office.SaveBucket(r.Context(), r.By, input); err != nil {
		if errs.As(err) == nil {
			return err
		}
		return p.render(r, view.PageData{Typed: posted, Refused: err})
	}
	return p.test(r)
}

func (p Pages) test(r *web.Request) error {
	test, err := p.Office.Test(r.Context(), r.By, filestorage.TestInput{Driver: storage.S3})
	if err != nil {
		return err
	}
	if test.OK {
		r.Notify("O bucket passou no teste.")
	} else {
		r.Notify("O teste falhou. Veja o passo marcado.")
	}
	return r.Redirect(view.Path)
}

func (p Pages) askActivation(r *web.Request) error {
	return p.renderAction(r, view.Activation(storage.Driver(r.Query("driver"))))
}

func (p Pages) activate(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	action := view.Activation(storage.Driver(posted.Or("driver", "")))
	_, action.Refused = p.Office.Activate(r.Context(), r.By, filestorage.ActivateInput{Driver: action.Driver})
	return p.done(r, action, "Armazenamento trocado. Arquivos novos vão para lá.")
}

func (p Pages) askMove(r *web.Request) error {
	status, err := p.Office.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	return p.renderAction(r, view.Moving(status))
}

func (p Pages) move(r *web.Request) error {
	status, err := p.Office.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	action := view.Moving(status)
	_, action.Refused = p.Office.StartMove(r.Context(), r.By)
	return p.done(r, action, "A mudança começou. Acompanhe aqui.")
}

func (p Pages) askStop(r *web.Request) error {
	status, err := p.Office.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	return p.renderAction(r, view.Stopping(status))
}

func (p Pages) stop(r *web.Request) error {
	if err := p.Office.StopMove(r.Context(), r.By); err != nil {
		return err
	}
	r.Notify("A mudança parou.")
	return r.Redirect(view.Path)
}

// done leads back to the page, or shows the action with the reason of its refusal.
func (p Pages) done(r *web.Request, action view.Action, message string) error {
	if action.Refused == nil {
		r.Notify(message)
		return r.Redirect(view.Path)
	}
	return p.renderAction(r, action)
}

func (p Pages) renderAction(r *web.Request, action view.Action) error {
	around, err := p.Frame(r, action.Title, crumb)
	if err != nil {
		return err
	}
	around.Refused = action.Refused != nil
	return r.RenderForm(action.Refused, view.ActionPage(around, action))
}
