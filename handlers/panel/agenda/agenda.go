// Package agenda serves the pages of the agenda.
package agenda

import (
	"context"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/attendance"
	"acolhe/models/bookings/listing"
	"acolhe/models/calendar"
	"acolhe/models/files"
	"acolhe/models/payments"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/live"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/tags"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	view "acolhe/views/panel/agenda"
	"acolhe/views/panel/agenda/appointment"
	bookingview "acolhe/views/panel/agenda/booking"
	calendarview "acolhe/views/panel/agenda/calendar"
	"acolhe/views/panel/agenda/hours"
	associatesview "acolhe/views/panel/associates"
	"acolhe/web"
)

// Pages serves the pages of the agenda.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Live    *live.Hub
	Exports exports.Semaphore
	// Calendar returns whether services get calendar events.
	Calendar func(context.Context) (calendar.Status, error)
	// RequestedExport redirects to a background export, or shows why it was refused.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

var crumb = layouts.Crumb{Label: "Agenda", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	reads, changes, removes := web.StaffCan("services", access.Read), web.StaffCan("services", access.Update),
		web.StaffCan("services", access.Delete)
	creates := web.StaffCan("services", access.Create)
	return []web.Route{
		web.Page(view.Path, reads, p.show),
		web.Page(view.LivePath, reads, p.follow),
		web.Page(view.ListPath, reads, p.list),
		web.Page(view.DayPath, reads, p.printDay),
		web.Form(view.ListPath+"/exportar", reads, p.export),
		web.Page(view.NewPath, creates, p.new),
		web.Form(view.NewPath, creates, p.book),
		web.Page(bookingview.AssociatesPath, creates, p.searchAssociates),
		web.Page(one, reads, p.open),
		web.Page(one+bookingview.TellSlug, reads, p.tell),
		web.Page(one+view.EditSlug, changes, p.edit),
		web.Form(one+view.EditSlug, changes, p.update),
		web.Form(one+appointment.EventSlug, changes, p.requestEvent),
		web.Page(one+"/"+string(view.Reschedule), changes, p.ask(view.Reschedule)),
		web.Form(one+"/"+string(view.Reschedule), changes, p.reschedule),
		web.Page(one+"/"+string(view.Cancel), removes, p.ask(view.Cancel)),
		web.Form(one+"/"+string(view.Cancel), removes, p.cancel),
	}
}

// follow sends an event after each change of a service.
func (p Pages) follow(r *web.Request) error { return serve.Follow(r, p.Live, "services") }

// options reads what the filters offer.
func (p Pages) options(r *web.Request) (options view.Options, err error) {
	if options.Types, err = catalog.Types(r.Context(), p.DB); err != nil {
		return options, err
	}
	options.Professionals, err = professionals.InAgenda(r.Context(), p.DB, professionals.AgendaInput{})
	return options, err
}

// List returns the list of appointments with the filters' options.
func List(options view.Options) list.List[bookings.Service, listing.Input] {
	return list.List[bookings.Service, listing.Input]{Definition: view.List(options),
		Find: listing.List, Count: listing.Count, Each: listing.Each,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, input listing.Input) (map[string]page.Counted, error) {
			counts, err := listing.CountStatuses(ctx, tx, by, input, page.CountLimit)
			return view.TabCounts(counts), err
		}}
}

type pages = list.Pages[bookings.Service, listing.Input]

// with calls a handler of the list.
func (p Pages) with(r *web.Request, serve func(pages, *web.Request) error) error {
	options, err := p.options(r)
	if err != nil {
		return err
	}
	return serve(pages{DB: p.DB, Frame: p.Frame, List: List(options), Exports: p.Exports, RequestedExport: p.RequestedExport,
		Complete: addListActions}, r)
}

func addListActions(r *web.Request, state *listview.State, _ []bookings.Service, _ listview.Query[listing.Input]) error {
	shown := view.ViewIn(r.Queries(), state.Now)
	shown.Page = 0 // of the list
	state.Actions = view.ListActions(shown, access.Can(r.By, "services", access.Create))
	return nil
}

func (p Pages) list(r *web.Request) error   { return p.with(r, pages.Show) }
func (p Pages) export(r *web.Request) error { return p.with(r, pages.Export) }

func (p Pages) show(r *web.Request) error { return p.render(r, nil) }

// open shows a service beside the week or the day of its date.
func (p Pages) open(r *web.Request) error {
	record, err := p.record(r)
	if err != nil {
		return err
	}
	return p.render(r, &record)
}

// render renders the agenda with a service beside it; nil for none.
func (p Pages) render(r *web.Request, open *appointment.Record) error {
	title, trail := "Agenda", []layouts.Crumb(nil)
	if open != nil {
		title, trail = open.Title(), []layouts.Crumb{crumb}
	}
	around, err := p.Frame(r, title, trail...)
	if err != nil {
		return err
	}
	data := calendarview.Data{Grid: hours.Grid{Now: around.Now}, View: view.ViewIn(r.Queries(), around.Now), Open: open}
	if open != nil {
		if date := open.Service.ConsultationDate; r.Query("data") == "" && date != nil {
			data.View.Day = midnight(*date, around.Now)
		}
		open.View, open.Now = data.View, around.Now
	}
	if err := p.complete(r, &data); err != nil {
		return err
	}
	return r.Render(calendarview.Page(around, data))
}

// complete reads the appointments and the options.
func (p Pages) complete(r *web.Request, data *calendarview.Data) (err error) {
	from, to := data.View.Days()
	shown := bookings.CalendarInput{From: from, To: to, ProfessionalIDs: data.View.Professionals, Type: data.View.Type, Tag: data.View.Tag,
		Status: data.View.Status}
	if data.Calendar, err = bookings.ReadCalendar(r.Context(), p.DB, r.By, shown); err != nil {
		return err
	}
	shown.From, shown.To = data.View.Week()
	if data.Counts, err = bookings.CountByDay(r.Context(), p.DB, r.By, shown); err != nil {
		return err
	}
	waiting := listing.WaitingInput{ProfessionalIDs: data.View.Professionals, Limit: calendarview.WaitingRows}
	if data.Undated, err = listing.ListUndated(r.Context(), p.DB, r.By, waiting); err != nil {
		return err
	}
	if data.UnpaidOwn, err = listing.ListUnpaidOwn(r.Context(), p.DB, r.By, waiting); err != nil {
		return err
	}
	if data.Refunds, err = listing.ListRefunds(r.Context(), p.DB, r.By, waiting); err != nil {
		return err
	}
	if data.Options, err = p.options(r); err != nil {
		return err
	}
	data.CanCreate, data.CanChange = access.Can(r.By, "services", access.Create), access.Can(r.By, "services", access.Update)
	if data.Events.Status, err = p.Calendar(r.Context()); err != nil {
		return err
	}
	data.Events.CanReconnect = access.IsAdministrator(r.By)
	data.CanChangeProfessionals = access.CanOpen(r.By, "professionals", access.Update)
	data.CanCreateProfessionals = access.CanOpen(r.By, "professionals", access.Create)
	data.Tags, err = tags.Offered(r.Context(), p.DB, "services")
	return err
}

// record reads the service of the address with its booking.
func (p Pages) record(r *web.Request) (record appointment.Record, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return record, err
	}
	if record.Service, err = bookings.FindFor(r.Context(), p.DB, r.By, id); err != nil {
		return record, err
	}
	if record.Group, err = bookings.ListGroup(r.Context(), p.DB, r.By, record.Service.BookingGroupCode); err != nil {
		return record, err
	}
	if record.Files, err = files.ListByService(r.Context(), p.DB, r.By, id); err != nil {
		return record, err
	}
	if record.Payments, err = payments.ListByGroup(r.Context(), p.DB, r.By, record.Service.BookingGroupCode); err != nil {
		return record, err
	}
	if code := record.Service.SeriesCode; code != nil {
		if record.Series, err = listing.ListSeries(r.Context(), p.DB, r.By, *code); err != nil {
			return record, err
		}
	}
	record.MayAddFiles = access.Can(r.By, "services_files", access.Create)
	record.CanChange, record.CanRemove = access.Can(r.By, "services", access.Update), access.Can(r.By, "services", access.Delete)
	record.CanReconnect = access.IsAdministrator(r.By)
	status, err := p.Calendar(r.Context())
	if err != nil {
		return record, err
	}
	record.MakesEvents = status.MakesEvents()
	record.Version = db.VersionOf(p.DB, &record.Service)
	if record.RequestIsFree, err = attendance.RequestIsFree(r.Context(), p.DB, record.Service, r.Now); err != nil {
		return record, err
	}
	return record, p.addAssociate(r, &record)
}

// addAssociate adds the page and the phone of the associate, for a person who may see them.
func (p Pages) addAssociate(r *web.Request, record *appointment.Record) error {
	associate, err := findAssociate(r, p.DB, record.Service)
	if errs.HasCode(err, errs.CodeNotFound) || errs.HasCode(err, errs.CodeForbidden) {
		return nil
	}
	if err == nil {
		record.AssociateHref, record.Phone, record.NoWhatsApp = associatesview.Href(associate.ID), associate.Phone, associate.RefusesWhatsApp()
	}
	return err
}

func findAssociate(r *web.Request, tx *db.DB, service bookings.Service) (associates.Associate, error) {
	if r.By.Kind != auth.Operator || !access.CanOpen(r.By, "users", access.Read) {
		return associates.Associate{}, errs.NotFound("Associado não encontrado.")
	}
	return associates.FindByCodeFor(r.Context(), tx, r.By, service.AssociateUserCode)
}
