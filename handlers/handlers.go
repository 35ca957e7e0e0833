// Package handlers joins the surfaces to one server: the JSON interface, the panel of the staff, the pages
// around sign-in. Each surface has a package of its own below.
package handlers

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"acolhe/handlers/admin"
	"acolhe/handlers/api"
	"acolhe/handlers/appointments"
	"acolhe/handlers/entry"
	"acolhe/handlers/panel"
	"acolhe/handlers/portal"
	"acolhe/handlers/register"
	"acolhe/handlers/sign"
	"acolhe/models/bookings"
	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/cep"
	"acolhe/models/collections"
	"acolhe/models/configuration"
	"acolhe/models/externalservices"
	"acolhe/models/files"
	"acolhe/models/filestorage"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	"acolhe/models/platform/live"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/seal"
	"acolhe/models/platform/storage"
	"acolhe/models/samples"
	"acolhe/models/sessions"
	"acolhe/models/signing"
	"acolhe/models/systemerrors"
	"acolhe/models/templates"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/models/types/version"
	"acolhe/models/webhooks"
	"acolhe/static"
	"acolhe/web"

	"github.com/prometheus/client_golang/prometheus"
)

// Config holds the settings and dependencies of the surfaces.
type Config struct {
	// Production turns on Secure cookies and HSTS, and turns off the pages for developers.
	Production     bool
	BaseURL        *url.URL
	CookieDomain   string
	TrustedProxies []string
	CORSOrigins    []string
	Log            *slog.Logger
	Now            func() time.Time
	// Mail takes the mails that the verbs send.
	Mail mail.Outbox
	// Key encrypts stored values that must be read again.
	Key encryption.Key
	// CEP looks up the address of a postal code.
	CEP cep.Directory
	// Storage opens the disk and the bucket with the contents of files.
	Storage storage.Drivers
	// Environment returns the value of a variable, the fallback of credentials; nil has none.
	Environment func(string) string
	// Exports limits concurrent exports, those in the background too; nil creates a new semaphore.
	Exports exports.Semaphore
	// Live wakes open pages when a table changes; nil creates a hub that nobody wakes.
	Live *live.Hub

	// Webhooks decides which addresses webhooks may call.
	Webhooks outbound.Guard

	items *items.Engine
}

// New builds the server on an open database.
func New(connection *db.Connection, config Config) (*web.Server, error) {
	if config.Exports == nil {
		config.Exports = exports.NewSemaphore()
	}
	if config.Live == nil {
		config.Live = live.NewHub()
	}
	config.items = items.New(connection, collections.All(operators.Invites{Mail: config.Mail, BaseURL: config.BaseURL}), web.DecodeJSON, config.Exports)
	return web.New(web.Config{
		Production: config.Production, BaseURL: config.BaseURL, CookieDomain: config.CookieDomain,
		TrustedProxies: config.TrustedProxies, Log: config.Log, Now: config.Now,
		CORSOrigins: config.CORSOrigins, SessionCodec: sessions.Codec{},
		OperatorSessions: sessions.Operators(connection.Access), AssociateSessions: sessions.Associates(connection.Access),
		FindToken: func(ctx context.Context, bearer string, now time.Time) (auth.Caller, error) {
			return tokens.Resolve(ctx, connection.Access.Pool, bearer, now)
		},
		AllowRate: func(ctx context.Context, rule ratelimit.Rule, subject string, now time.Time) error {
			_, err := ratelimit.Allow(ctx, connection.Access.DB, rule, subject, now)
			return err
		},
		Report:     reporter(systemerrors.NewRecorder(connection.Access.DB, config.Log, version.Current())),
		Replica:    connection.Replica,
		Ready:      parts(connection, config),
		Metrics:    []prometheus.Collector{state{connection, config.Live, config.Now}},
		ErrorPage:  refusals{connection.DB}.show,
		SignInPage: entry.Entry{DB: connection.Access.DB, Key: config.Key}.SignInPage,
		Static:     static.Handler(),
		Concurrent: connection.Half(),
	}, Routes(connection, config))
}

// reporter passes failed requests to the recorder of errors.
func reporter(recorder systemerrors.Recorder) func(context.Context, web.Failure) {
	return func(ctx context.Context, failed web.Failure) {
		recorder.Record(ctx, failed.By, systemerrors.Report{Message: failed.Message, Stack: failed.Stack, URL: failed.Route, Place: failed.Handler, RequestID: failed.RequestID})
	}
}

// parts are the dependencies that /readyz names.
func parts(connection *db.Connection, config Config) []web.Part {
	return []web.Part{
		{Name: "database", Check: connection.Access.Pool.Ping},
		{Name: "schema", Check: func(ctx context.Context) error { return db.CheckSchema(ctx, connection.Access) }},
		{Name: "files", Check: config.Storage.CheckFolder},
	}
}

// Routes returns the whole table of the surfaces, in the order in which `acolhe routes` prints it.
func Routes(connection *db.Connection, config Config) []web.Route {
	tx, access := connection.DB, connection.Access.DB
	known := configuration.New(config.Key)
	library := files.Library{DB: tx, Drivers: config.Storage}
	endpoints := webhooks.Endpoints{DB: tx, Key: config.Key, Guard: config.Webhooks}
	contracts := signing.Contracts{DB: tx, Files: library, Mail: config.Mail, Key: config.Key, BaseURL: config.BaseURL}
	feeds := bookings.Feeds{DB: tx, Key: config.Key, BaseURL: config.BaseURL}
	shipping := newCarriers(tx, config)
	services := shipping.quoter.Services
	googleCalendar := google.New(services, config.Now, calendar.Timeout)
	module := calendar.Module{Store: services, Provider: googleCalendar}
	testers := shipping.quoter.Testers()
	testers[externalservices.Calendar] = googleCalendar.Test
	office := externalservices.Office{Store: services, Testers: testers}
	labels := shipping.parcels(tx, config)
	staff := panel.Panel{DB: tx, CEP: config.CEP, Mail: config.Mail, Exports: config.Exports, Live: config.Live, Contracts: contracts, BaseURL: config.BaseURL,
		Files: library, Feeds: feeds, Freight: shipping.quoter, Parcels: labels, Calendar: module.Status}
	return slices.Concat(
		api.API{Contracts: contracts, Webhooks: endpoints, DB: tx, Access: access, Mail: config.Mail, BaseURL: config.BaseURL, Items: config.items,
			Settings: known, Freight: shipping.quoter, MelhorEnvio: shipping.melhorEnvio, Parcels: labels, Calendar: module, Google: googleCalendar, Services: office, Files: library, Templates: templates.Printer{DB: tx, Files: library}, Seal: seal.Sealer{DB: tx, Key: config.Key},
			Storage: filestorage.Office{DB: tx, Drivers: config.Storage}, Samples: samples.Store{Pool: connection.Pool, DB: tx}}.Routes(),
		entry.Entry{DB: access, Mail: config.Mail, Key: config.Key}.Routes(),
		register.Register{DB: tx, Mail: config.Mail, CEP: config.CEP, Files: library, Contracts: contracts}.Routes(),
		portal.Portal{DB: tx}.Routes(),
		sign.Sign{DB: tx, Contracts: contracts}.Routes(),
		appointments.Appointments{DB: tx, Feeds: feeds}.Routes(),
		staff.Routes(),
		admin.Admin{DB: tx, Live: config.Live, Webhooks: endpoints,
			Sender: webhooks.Sender{DB: tx, Key: config.Key, Client: config.Webhooks.Client(), Mail: config.Mail, Log: config.Log, Now: config.Now}, Mail: config.Mail, Templates: templates.Printer{DB: tx, Files: library}, Sealer: seal.Sealer{DB: tx, Key: config.Key}, BaseURL: config.BaseURL, Settings: known, Development: !config.Production,
			Services: office, Revoke: map[externalservices.Name]func(context.Context) error{externalservices.Calendar: googleCalendar.Revoke}, Storage: filestorage.Office{DB: tx, Drivers: config.Storage}, Items: config.items, Samples: samples.Store{Pool: connection.Pool, DB: tx}}.Routes(),
	)
}
