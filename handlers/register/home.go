package register

import (
	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/models/documents"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/views/register"
	view "acolhe/views/register/home"
	"acolhe/views/register/reads"
	"acolhe/views/register/status"
	"acolhe/web"
)

// listedRows is the maximum number of orders or appointments on a page.
const listedRows = 200

// ownRoutes are the routes of the own pages of an associate whose registration is complete.
func (p Register) ownRoutes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(register.OrdersPath, own, p.ownPage("Pedidos", view.OrdersPage)),
		web.Page(register.AppointmentsPath, own, p.ownPage("Consultas", view.AppointmentsPage)),
		web.Page(register.DocumentsPath, own, p.ownPage("Documentos", view.DocumentsPage)),
		web.Page(register.ProfilePath, own, p.ownPage("Perfil", view.ProfilePage)).ShowsQuota(files.UploadQuota()),
		web.Page(reads.Path, own, p.showReads),
		web.Form(view.PicturePath, own, p.setPicture).Quota(files.UploadQuota()),
		web.Form(view.PicturePath+"/remover", own, p.removePicture).Quota(registration.OwnQuota()),
	}
}

// ownPage returns the handler of an own page. An associate whose registration is not complete continues it instead.
func (p Register) ownPage(title string, page func(view.Own) templ.Component) web.Handler {
	return func(r *web.Request) error {
		progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
		if err != nil {
			return err
		}
		if !registration.IsComplete(progress.Row) {
			return r.Redirect(register.Home)
		}
		own, err := p.readOwn(r, title, progress)
		if err != nil {
			return err
		}
		return r.Render(page(own))
	}
}

// readOwn reads what belongs to the associate.
func (p Register) readOwn(r *web.Request, title string, progress registration.Progress) (own view.Own, err error) {
	own.Progress = progress
	if own.Frame, err = p.frame(r, title); err != nil {
		return own, err
	}
	if own.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return own, err
	}
	key, err := settings.Get(r.Context(), p.DB, settings.PixKey)
	if err != nil {
		return own, err
	}
	own.TakesPix = key != ""
	if own.Status, err = p.readStatus(r, own); err != nil {
		return own, err
	}
	if own.Orders, err = orders.ListOwn(r.Context(), p.DB, r.By, listedRows); err != nil {
		return own, err
	}
	if own.Bookings, err = bookings.ListOwn(r.Context(), p.DB, r.By, listedRows); err != nil {
		return own, err
	}
	if own.Undated, err = bookings.ListOwnUndated(r.Context(), p.DB, r.By, listedRows); err != nil {
		return own, err
	}
	if own.Term, err = p.findTerm(r); err != nil {
		return own, err
	}
	if own.Signed, err = p.describeTerm(r, progress.Row); err != nil {
		return own, err
	}
	own.Past, err = bookings.ListOwnPast(r.Context(), p.DB, r.By, listedRows)
	return own, err
}

// readStatus reads the states of the documents.
func (p Register) readStatus(r *web.Request, own view.Own) (of status.Status, err error) {
	of.Today, of.Location = own.Progress.Today, own.Location
	if of.Checks, err = documents.ListOwn(r.Context(), p.DB, r.By); err != nil || of.Checks.Oldest().IsZero() {
		return of, err
	}
	of.AnswerBy, err = documents.AnswerBy(r.Context(), p.DB, of.Checks.Oldest())
	return of, err
}
