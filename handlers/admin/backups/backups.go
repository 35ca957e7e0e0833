// Package backups serves the pages of administrators on the copies of everything.
package backups

import (
	"slices"
	"strings"

	"acolhe/handlers/frame"
	"acolhe/models/backups"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/models/types/pix"
	view "acolhe/views/admin/backups"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the pages of the copies.
type Pages struct {
	DB     *db.DB
	Frame  frame.Func
	Office backups.Office
}

var crumb = layouts.Crumb{Label: "Cópias de segurança", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.show),
		web.Form(view.MakePath, web.Administrator(), p.makeNow),
		web.Form(view.RehearsePath, web.Administrator(), p.rehearse),
		web.Page(view.AddPath, web.Administrator(), p.askPlace),
		web.Form(view.AddPath, web.Administrator(), p.addPlace),
		web.Page(view.RemovePath, web.Administrator(), p.askRemoval),
		web.Form(view.RemovePath, web.Administrator(), p.remove),
		web.Page(view.PrintPath, web.Administrator(), p.askKey),
		web.Form(view.PrintPath, web.Administrator(), p.printKey),
		web.Page(view.CheckKeyPath, web.Administrator(), p.askCheck),
		web.Form(view.CheckKeyPath, web.Administrator(), p.checkKey),
		web.Page(view.RestorePath, web.Administrator(), p.showCommands),
	}
}

func (p Pages) show(r *web.Request) error {
	status, err := p.Office.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Cópias de segurança")
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, view.PageData{Status: status, Chosen: r.Query("copia"), Now: around.Now}), view.StatePart)
}

func (p Pages) makeNow(r *web.Request) error {
	if err := p.Office.Request(r.Context(), r.By); err != nil {
		return err
	}
	r.Notify("A cópia começa em instantes.")
	return r.Redirect(view.Path)
}

func (p Pages) rehearse(r *web.Request) error {
	if err := p.Office.RequestRehearsal(r.Context(), r.By); err != nil {
		return err
	}
	r.Notify("O ensaio começa em instantes.")
	return r.Redirect(view.Path)
}

func (p Pages) askPlace(r *web.Request) error { return p.renderPlace(r, view.PlaceForm{}) }

func (p Pages) addPlace(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input backups.PlaceInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if _, err := p.Office.AddPlace(r.Context(), r.By, input); err != nil {
		return p.renderPlace(r, view.PlaceForm{Typed: posted, Refused: err})
	}
	r.Notify("Lugar testado e salvo. Faça a primeira cópia.")
	return r.Redirect(view.Path)
}

func (p Pages) renderPlace(r *web.Request, form view.PlaceForm) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	around, err := p.Frame(r, "Novo lugar", crumb)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.AddPage(around, form))
}

// place returns the place of the address.
func (p Pages) place(r *web.Request) (backups.Place, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return backups.Place{}, err
	}
	places, err := p.Office.Places(r.Context(), r.By)
	if err != nil {
		return backups.Place{}, err
	}
	at := slices.IndexFunc(places, func(place backups.Place) bool { return place.ID == id })
	if at < 0 {
		return backups.Place{}, errs.NotFound("Este lugar não existe mais.")
	}
	return places[at], nil
}

func (p Pages) askRemoval(r *web.Request) error {
	place, err := p.place(r)
	if err != nil {
		return err
	}
	return p.renderRemoval(r, place, nil)
}

func (p Pages) remove(r *web.Request) error {
	place, err := p.place(r)
	if err != nil {
		return err
	}
	if err := p.Office.RemovePlace(r.Context(), r.By, place.ID); err != nil {
		return p.renderRemoval(r, place, err)
	}
	r.Notify("Lugar tirado. As cópias que estão lá ficam.")
	return r.Redirect(view.Path)
}

func (p Pages) renderRemoval(r *web.Request, place backups.Place, refused error) error {
	around, err := p.Frame(r, "Tirar "+place.Name, crumb)
	if err != nil {
		return err
	}
	message := ""
	if refusal := errs.As(refused); refusal != nil {
		message = refusal.Message
	}
	return r.RenderForm(refused, view.RemovePage(around, place, strings.Replace(view.RemovePath, ":id", r.Param("id"), 1), message))
}

func (p Pages) askKey(r *web.Request) error { return p.renderKey(r, view.KeyForm{}) }

func (p Pages) renderKey(r *web.Request, form view.KeyForm) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	status, err := p.Office.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Chave de papel", crumb)
	if err != nil {
		return err
	}
	form.HasKey, around.Refused = status.Paper != nil, form.Refused != nil
	return r.RenderForm(form.Refused, view.PrintPage(around, form))
}

// printKey answers the page with the key itself: no address shows it again.
func (p Pages) printKey(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input backups.PrintKeyInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	key, err := p.Office.PrintKey(r.Context(), r.By, input)
	if err != nil {
		return p.renderKey(r, view.KeyForm{Typed: posted, Refused: err})
	}
	code, err := pix.QR(key)
	if err != nil {
		return err
	}
	association, err := settings.Get(r.Context(), p.DB, settings.AssociationName)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Chave de papel", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.PrintedPage(around, view.Printed{Key: key, Squares: code, Association: association, Now: around.Now}))
}

func (p Pages) askCheck(r *web.Request) error { return p.renderCheck(r, view.KeyForm{}) }

func (p Pages) checkKey(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input backups.CheckKeyInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if err := p.Office.CheckKey(r.Context(), r.By, input); err != nil {
		return p.renderCheck(r, view.KeyForm{Typed: posted, Refused: err})
	}
	r.Notify("A chave confere.")
	return r.Redirect(view.Path)
}

func (p Pages) renderCheck(r *web.Request, form view.KeyForm) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	around, err := p.Frame(r, "Conferir a chave de papel", crumb)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.CheckKeyPage(around, form))
}

func (p Pages) showCommands(r *web.Request) error {
	status, err := p.Office.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	wanted := r.Query("copia")
	at := slices.IndexFunc(status.Copies, func(made backups.Copy) bool { return made.State == backups.Done && made.Name == wanted })
	if at < 0 {
		return errs.NotFound("Esta cópia não existe mais.")
	}
	around, err := p.Frame(r, "Como restaurar", crumb)
	if err != nil {
		return err
	}
	made := status.Copies[at]
	places := slices.DeleteFunc(status.Places, func(place backups.Place) bool { return !slices.Contains(made.Places, place.Name) })
	return r.Render(view.RestorePage(around, view.RestoreData{Copy: made, Places: places, Log: status.Log, Now: around.Now}))
}
