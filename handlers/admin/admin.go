// Package admin serves the pages of administrators under /admin: a package per area, with the same verbs as
// /api/v1.
package admin

import (
	"context"
	"net/url"
	"slices"

	backuppages "acolhe/handlers/admin/backups"
	"acolhe/handlers/admin/configuration"
	"acolhe/handlers/admin/consents"
	errorpages "acolhe/handlers/admin/errors"
	"acolhe/handlers/admin/health"
	importpages "acolhe/handlers/admin/imports"
	"acolhe/handlers/admin/incidents"
	"acolhe/handlers/admin/jobs"
	"acolhe/handlers/admin/kit"
	lawpages "acolhe/handlers/admin/lawtexts"
	"acolhe/handlers/admin/lifeevents"
	mailpages "acolhe/handlers/admin/mail"
	"acolhe/handlers/admin/mailtexts"
	"acolhe/handlers/admin/operators"
	"acolhe/handlers/admin/overview"
	"acolhe/handlers/admin/privacy"
	"acolhe/handlers/admin/professionals"
	"acolhe/handlers/admin/reads"
	"acolhe/handlers/admin/readytexts"
	"acolhe/handlers/admin/retention"
	"acolhe/handlers/admin/samples"
	"acolhe/handlers/admin/security"
	"acolhe/handlers/admin/services"
	"acolhe/handlers/admin/sharing"
	"acolhe/handlers/admin/storage"
	"acolhe/handlers/admin/structure"
	templatepages "acolhe/handlers/admin/templates"
	"acolhe/handlers/admin/tokens"
	"acolhe/handlers/admin/types"
	"acolhe/handlers/admin/vitals"
	webhookpages "acolhe/handlers/admin/webhooks"
	"acolhe/handlers/frame"
	"acolhe/handlers/mailing"
	"acolhe/models/backups"
	"acolhe/models/calendar"
	settings "acolhe/models/configuration"
	"acolhe/models/doctor"
	"acolhe/models/erasure"
	"acolhe/models/externalservices"
	"acolhe/models/files"
	"acolhe/models/filestorage"
	incidentsmodel "acolhe/models/incidents"
	"acolhe/models/installation"
	"acolhe/models/personexports"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	jobslist "acolhe/models/platform/jobs"
	"acolhe/models/platform/live"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/seal"
	retentionmodel "acolhe/models/retention"
	samplestore "acolhe/models/samples"
	"acolhe/models/secondfactor"
	"acolhe/models/templates"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Admin serves the pages of administrators.
type Admin struct {
	DB   *db.DB
	Mail mail.Outbox
	// Settings holds all configuration keys.
	Settings settings.Catalogue
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
	// Services holds the credentials of services outside.
	Services externalservices.Office
	// Revoke revokes the tokens at the service.
	Revoke map[externalservices.Name]func(context.Context) error
	// Calendars reads the calendars of the connected account.
	Calendars func(context.Context) ([]calendar.Calendar, error)
	// Storage changes where the contents of files are.
	Storage filestorage.Office
	// Backups makes the copies of everything.
	Backups backups.Office
	// Doctor examines the installation.
	Doctor doctor.Doctor
	// Exports limits the number of concurrent files.
	Exports exports.Semaphore
	// Erasures erases persons, Copies makes the copies of their data.
	Erasures erasure.Desk
	Copies   personexports.Office
	// Incidents leads through incidents.
	Incidents incidentsmodel.Desk
	// Retention removes what is kept no longer.
	Retention retentionmodel.Keeper
	// Templates prints the terms, Sealer seals them.
	Templates templates.Printer
	Sealer    seal.Sealer
	// Webhooks administers the endpoints of webhooks, Sender makes the attempts that a person asks for.
	Webhooks endpoints.Registry
	Sender   webhooks.Sender
	// Live reports changes to open pages.
	Live *live.Hub
	// Items describes the collections.
	Items *items.Engine
	// Samples counts and removes the sample data.
	Samples samplestore.Store
	// Jobs are the declared jobs.
	Jobs jobslist.List
	// Development adds the pages for developers.
	Development bool
}

// Routes returns the routes of these pages.
func (a Admin) Routes() []web.Route {
	routes := slices.Concat(
		overview.Pages{DB: a.DB, Frame: a.frame, Overview: installation.Overview{DB: a.DB, Storage: a.Storage, Mail: a.Mail}, Backups: a.Backups}.Routes(),
		mailpages.Pages{DB: a.DB, Frame: a.frame, Outbox: a.Mail, Development: a.Development}.Routes(),
		mailtexts.Pages{DB: a.DB, Frame: a.frame, Outbox: a.Mail, Renderer: mailing.Renderer{DB: a.DB, BaseURL: a.BaseURL}}.Routes(),
		tokens.Pages{DB: a.DB, Frame: a.frame, BaseURL: a.BaseURL}.Routes(),
		security.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		reads.Pages{DB: a.DB, Frame: a.frame, Mail: a.Mail}.Routes(),
		operators.Pages{DB: a.DB, Frame: a.frame, Mail: a.Mail, Factors: secondfactor.Factors{Key: a.Sealer.Key, Mail: a.Mail},
			BaseURL: a.BaseURL}.Routes(),
		configuration.Pages{DB: a.DB, Frame: a.frame, Settings: a.Settings}.Routes(),
		professionals.Pages{DB: a.DB}.Routes(),
		types.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		consents.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		readytexts.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		privacy.Pages{
			DB: a.DB, Frame: a.frame, Desk: a.Erasures, Copies: a.Copies, Mail: a.Mail, Register: a.Erasures.Register,
			Incidents: a.Incidents, Keeper: a.Retention,
		}.Routes(),
		lawpages.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		incidents.Pages{DB: a.DB, Frame: a.frame, Desk: a.Incidents}.Routes(),
		lifeevents.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		sharing.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		retention.Pages{DB: a.DB, Frame: a.frame, Keeper: a.Retention}.Routes(),
		backuppages.Pages{DB: a.DB, Frame: a.frame, Office: a.Backups}.Routes(),
		health.Pages{Frame: a.frame, Doctor: a.Doctor}.Routes(),
		importpages.Pages{DB: a.DB, Frame: a.frame, Exports: a.Exports, Files: files.Library{DB: a.DB, Drivers: a.Storage.Drivers}}.Routes(),
		storage.Pages{Frame: a.frame, Office: a.Storage}.Routes(),
		services.Pages{Frame: a.frame, Office: a.Services, BaseURL: a.BaseURL, Revoke: a.Revoke, Calendars: a.Calendars}.Routes(),
		templatepages.Pages{DB: a.DB, Frame: a.frame, Printer: a.Templates, Sealer: a.Sealer}.Routes(),
		webhookpages.Pages{DB: a.DB, Frame: a.frame, Live: a.Live, Endpoints: a.Webhooks, Sender: a.Sender}.Routes(),
		jobs.Pages{DB: a.DB, Frame: a.frame, Queue: installation.Queue{Declared: a.Jobs}}.Routes(),
		errorpages.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		vitals.Pages{DB: a.DB, Frame: a.frame}.Routes(),
		structure.Pages{Frame: a.frame, Items: a.Items}.Routes(),
		samples.Pages{Frame: a.frame, Store: a.Samples}.Routes(),
	)
	if a.Development {
		routes = append(routes, kit.Routes()...)
	}
	return routes
}

// frame returns the frame of a page of administrators.
func (a Admin) frame(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	return frame.Admin(r, a.DB, title, trail...)
}
