// Package panel serves the pages of the staff under /painel: a package per area, a thin handler per page. Pages
// and scripts call the same verbs with the same input types.
package panel

import (
	"context"
	"net/url"
	"slices"

	"acolhe/handlers/panel/adverseevents"
	"acolhe/handlers/panel/agenda"
	"acolhe/handlers/panel/analytics"
	"acolhe/handlers/panel/associates"
	"acolhe/handlers/panel/associates/record"
	"acolhe/handlers/panel/associates/registration"
	"acolhe/handlers/panel/cashbook"
	"acolhe/handlers/panel/cep"
	"acolhe/handlers/panel/closures"
	"acolhe/handlers/panel/documents"
	"acolhe/handlers/panel/duplicates"
	"acolhe/handlers/panel/evidence"
	"acolhe/handlers/panel/files"
	"acolhe/handlers/panel/firstrun"
	"acolhe/handlers/panel/followups"
	"acolhe/handlers/panel/groups"
	"acolhe/handlers/panel/help"
	"acolhe/handlers/panel/home"
	"acolhe/handlers/panel/labels"
	"acolhe/handlers/panel/membercards"
	"acolhe/handlers/panel/notices"
	"acolhe/handlers/panel/orders"
	"acolhe/handlers/panel/orders/cart"
	"acolhe/handlers/panel/payments"
	"acolhe/handlers/panel/prescriptions"
	"acolhe/handlers/panel/products"
	"acolhe/handlers/panel/professionals"
	"acolhe/handlers/panel/readytexts"
	"acolhe/handlers/panel/reasons"
	"acolhe/handlers/panel/reception"
	"acolhe/handlers/panel/releases"
	"acolhe/handlers/panel/reports"
	"acolhe/handlers/panel/reveals"
	"acolhe/handlers/panel/savedviews"
	"acolhe/handlers/panel/search"
	"acolhe/handlers/panel/signatures"
	"acolhe/handlers/panel/statements"
	"acolhe/handlers/panel/stock"
	"acolhe/handlers/panel/tags"
	"acolhe/handlers/panel/tasks"
	"acolhe/handlers/panel/undo"
	visits "acolhe/models/appointments"
	"acolhe/models/areas"
	"acolhe/models/calendar"
	directory "acolhe/models/cep"
	library "acolhe/models/files"
	"acolhe/models/freight"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/live"
	"acolhe/models/platform/mail"
	"acolhe/models/signing"
	"acolhe/web"
)

// Panel serves the pages of the staff.
type Panel struct {
	DB  *db.DB
	CEP directory.Directory
	// Mail takes the letters that changes send.
	Mail mail.Outbox
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
	// Files stores and opens files.
	Files library.Library
	// Exports limits the number of concurrent exports.
	Exports exports.Semaphore
	// Contracts are those that associates sign.
	Contracts signing.Contracts
	// Freight quotes carts.
	Freight freight.Quoter
	// Parcels buys labels and follows parcels.
	Parcels parcels.Office
	// Calendar returns whether services get calendar events.
	Calendar func(context.Context) (calendar.Status, error)
	// Feeds are the addresses of the professionals' agendas.
	Feeds visits.Feeds
	// Live wakes pages when a table changes.
	Live *live.Hub
}

// Routes returns the routes of the panel.
func (p Panel) Routes() []web.Route {
	return slices.Concat(
		p.associates().Routes(),
		record.Pages{DB: p.DB, Frame: p.frame, Mail: p.Mail}.Routes(),
		registration.Pages{DB: p.DB, Frame: p.frame, Mail: p.Mail}.Routes(),
		groups.Pages{DB: p.DB, Frame: p.frame, BaseURL: p.BaseURL}.Routes(),
		membercards.Pages{DB: p.DB, Frame: p.frame, BaseURL: p.BaseURL, Files: p.Files}.Routes(),
		p.orders().Routes(),
		cart.Pages{DB: p.DB, Frame: p.frame, Freight: p.Freight}.Routes(),
		cashbook.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports}.Routes(),
		closures.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		agenda.Pages{DB: p.DB, Frame: p.frame, Live: p.Live, Calendar: p.Calendar, Exports: p.Exports,
			RequestedExport: p.tasks().Requested}.Routes(),
		payments.Pages{DB: p.DB, Frame: p.frame, Library: p.Files}.Routes(),
		reception.Pages{DB: p.DB, Frame: p.frame, Live: p.Live, BaseURL: p.BaseURL, Exports: p.Exports,
			RequestedExport: p.tasks().Requested}.Routes(),
		readytexts.Pages{DB: p.DB, Frame: p.frame, Mail: p.Mail, BaseURL: p.BaseURL}.Routes(),
		signatures.Pages{DB: p.DB, Frame: p.frame, Contracts: p.Contracts, Exports: p.Exports, RequestedExport: p.tasks().Requested}.Routes(),
		documents.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		duplicates.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		files.Pages{DB: p.DB, Frame: p.frame, Library: p.Files, Exports: p.Exports, RequestedExport: p.tasks().Requested}.Routes(),
		prescriptions.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		releases.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		adverseevents.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports, RequestedExport: p.tasks().Requested}.Routes(),
		followups.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		evidence.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		statements.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		stock.Pages{DB: p.DB, Frame: p.frame, Library: p.Files, Exports: p.Exports}.Routes(),
		labels.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		products.Pages{DB: p.DB, Frame: p.frame, Library: p.Files}.Routes(),
		professionals.Pages{DB: p.DB, Frame: p.frame, Mail: p.Mail, BaseURL: p.BaseURL, Feeds: p.Feeds, Calendar: p.Calendar}.Routes(),
		reports.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports, Mail: p.Mail}.Routes(),
		analytics.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports}.Routes(),
		tags.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		p.tasks().Routes(),
		notices.Pages{DB: p.DB, Frame: p.frame, Live: p.Live}.Routes(),
		savedviews.Pages{DB: p.DB, Frame: p.frame, Lists: Lists()}.Routes(),
		search.Pages{DB: p.DB}.Routes(),
		reasons.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		reveals.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		undo.Pages{DB: p.DB, Actions: areas.Undo()}.Routes(),
		home.Pages{DB: p.DB, Frame: p.frame, Live: p.Live, First: p.firstSteps().Card, Steps: p.firstSteps().Steps, BaseURL: p.BaseURL,
			News: p.help().Card}.Routes(),
		p.firstSteps().Routes(),
		p.help().Routes(),
		[]web.Route{
			web.Page("/painel/cep/:cep", web.Staff(), cep.Pages{DB: p.DB, Directory: p.CEP}.Show),
		},
	)
}

func (p Panel) associates() associates.Pages {
	return associates.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports, Mail: p.Mail, Files: p.Files, RequestedExport: p.tasks().Requested}
}

func (p Panel) orders() orders.Pages {
	return orders.Pages{Freight: p.Freight, Parcels: p.Parcels, Live: p.Live, DB: p.DB, Frame: p.frame, Exports: p.Exports,
		RequestedExport: p.tasks().Requested}
}

func (p Panel) firstSteps() firstrun.Pages {
	return firstrun.Pages{DB: p.DB, MailConfigured: p.Mail.Configured}
}

func (p Panel) help() help.Pages { return help.Pages{DB: p.DB, Frame: p.frame} }

func (p Panel) tasks() tasks.Pages { return tasks.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports} }
