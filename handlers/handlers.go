// Package handlers joins the surfaces to one server: the JSON interface, the panel of the staff, the pages
// around sign-in. Each surface has a package of its own below.
package handlers

import (
	"context"
	"io/fs"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"acolhe/handlers/admin"
	"acolhe/handlers/api"
	"acolhe/handlers/appointments"
	"acolhe/handlers/care"
	"acolhe/handlers/doors"
	"acolhe/handlers/entry"
	"acolhe/handlers/panel"
	"acolhe/handlers/portal"
	"acolhe/handlers/register"
	"acolhe/handlers/sign"
	visits "acolhe/models/appointments"
	"acolhe/models/areas"
	"acolhe/models/cep"
	"acolhe/models/configuration"
	"acolhe/models/doctor"
	"acolhe/models/externalservices"
	"acolhe/models/filestorage"
	"acolhe/models/operators"
	"acolhe/models/platform/area"
	"acolhe/models/platform/certificates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/live"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/seal"
	"acolhe/models/platform/storage"
	"acolhe/models/reads"
	"acolhe/models/samples"
	"acolhe/models/secondfactor"
	"acolhe/models/sessions"
	"acolhe/models/systemerrors"
	"acolhe/models/templates"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/models/types/version"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	"acolhe/static"
	"acolhe/web"
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
	// DataDir is the data directory of the process, Archive holds the programs of a private PostgreSQL.
	DataDir string
	Archive fs.FS
	// Certificates are those that the program obtains itself.
	Certificates certificates.Store
	// Environment returns the value of a variable, the fallback of credentials; nil has none.
	Environment func(string) string
	// Exports limits concurrent exports, those in the background too; nil creates a new semaphore.
	Exports exports.Semaphore
	// Live wakes open pages when a table changes; nil creates a hub that nobody wakes.
	Live *live.Hub

	// Reads keeps who saw data of people; nil keeps what nobody writes.
	Reads *reads.Log

	// Serves returns an error while the program may not serve the schema; nil always serves.
	Serves func() error

	// Webhooks decides which addresses webhooks may call, Outbound which external services.
	Webhooks, Outbound outbound.Guard
	// Sender delivers the mails of the outbox.
	Sender mail.Sender

	items *items.Engine
}

// Env returns what the areas need of this process.
func (c Config) Env(connection *db.Connection) area.Env {
	return area.Env{
		DB: connection.DB, Pool: connection.Pool, Key: c.Key, Mail: c.Mail, Storage: c.Storage, DataDir: c.DataDir, Archive: c.Archive,
		BaseURL: c.BaseURL, Certificates: c.Certificates, Environment: c.Environment,
		Webhooks: c.Webhooks, Outbound: c.Outbound, Sender: c.Sender, Log: c.Log, Now: c.Now,
		Exports: c.Exports, Prepare: recorded(c.Reads, panel.Files(exports.Source{DB: connection.DB, Semaphore: c.Exports})),
	}
}

// Jobs returns the runner of the jobs of all areas.
func Jobs(connection *db.Connection, config Config, log *slog.Logger) (*jobs.Runner, error) {
	recorder := systemerrors.NewRecorder(connection.DB, config.Log, version.Current())
	return jobs.New(connection.Pool, log, areas.Jobs(config.Env(connection)), recorder.OfJobs(config.Now))
}

// New builds the server on an open database.
func New(connection *db.Connection, config Config) (*web.Server, error) {
	if config.Exports == nil {
		config.Exports = exports.NewSemaphore()
	}
	if config.Live == nil {
		config.Live = live.NewHub()
	}
	if config.Reads == nil {
		config.Reads = reads.New(connection, config.Log)
	}
	env := config.Env(connection)
	for _, pool := range []*db.DB{connection.DB, connection.Access.DB} {
		if pool == nil {
			continue // only the routes are wanted
		}
		if err := jobs.Declare(pool, areas.Jobs(env)); err != nil {
			return nil, err
		}
	}
	config.items = items.New(connection, areas.Collections(env), web.DecodeJSON, config.Exports)
	around := entry.Entry{DB: connection.Access.DB, Mail: config.Mail, Key: config.Key, BaseURL: config.BaseURL}
	return web.New(web.Config{
		Production: config.Production, BaseURL: config.BaseURL, CookieDomain: config.CookieDomain,
		TrustedProxies: config.TrustedProxies, Log: config.Log, Now: config.Now,
		CORSOrigins: config.CORSOrigins, SessionCodec: sessions.Codec{},
		OperatorSessions: sessions.Operators(connection.Access, config.Now), AssociateSessions: sessions.Associates(connection.Access, config.Now),
		FindToken: func(ctx context.Context, bearer string, now time.Time) (auth.Caller, error) {
			return tokens.Resolve(ctx, connection.Access.PoolFor(ctx), bearer, now)
		},
		AllowRate: func(ctx context.Context, rule ratelimit.Rule, subject string, now time.Time) error {
			_, err := ratelimit.Allow(ctx, connection.Access.DB, rule, subject, now)
			return err
		},
		TakeQuota: func(ctx context.Context, quota ratelimit.Quota, subject string, bytes int64, now time.Time) (int, func(context.Context) error,
			error) {
			use, err := quota.Take(ctx, connection.Access.DB, subject, bytes, now)
			return use.Left, func(ctx context.Context) error { return use.Undo(ctx, connection.Access.DB) }, err
		},
		QuotaLeft: func(ctx context.Context, quota ratelimit.Quota, subject string, now time.Time) (ratelimit.Rest, error) {
			return quota.Rest(ctx, connection.Access.DB, subject, now)
		},
		Report:      reporter(systemerrors.NewRecorder(connection.Access.DB, config.Log, version.Current())),
		Moved:       moved(connection.Access.DB),
		Seen:        seen(config.Reads),
		Reason:      reason(connection.Access.DB),
		Replica:     connection.Replica,
		Serves:      config.Serves,
		Ready:       parts(connection, config),
		Metrics:     []prometheus.Collector{state{connection, config.Live, config.Now}},
		ErrorPage:   refusals{connection.DB}.show,
		SignInPage:  around.SignInPage,
		ConfirmPage: around.ConfirmPage, Confirm: around.Confirm,
		Static:     static.Handler(),
		Concurrent: connection.Half(),
	}, withReadings(Routes(connection, config)))
}

// reporter passes failed requests to the recorder of errors.
func reporter(recorder systemerrors.Recorder) func(context.Context, web.Failure) {
	return func(ctx context.Context, failed web.Failure) {
		recorder.Record(ctx, failed.By, systemerrors.Report{Message: failed.Message, Stack: failed.Stack, URL: failed.Route,
			Place: failed.Handler, RequestID: failed.RequestID})
	}
}

// parts are the dependencies that /readyz names.
func parts(connection *db.Connection, config Config) []web.Part {
	return []web.Part{
		{Name: "database", Check: connection.Access.Pool.Ping},
		{Name: "schema", Check: func(ctx context.Context) error { return schema.Check(ctx, connection.Access) }},
		{Name: "files", Check: config.Storage.CheckFolder},
	}
}

// Routes returns the whole table of the surfaces, in the order in which `acolhe routes` prints it.
func Routes(connection *db.Connection, config Config) []web.Route {
	tx, access := connection.DB, connection.Access.DB
	env := config.Env(connection)
	known, services := configuration.New(areas.Keys(), config.Key), areas.NewServices(env)
	registry := endpoints.Registry{DB: tx, Key: config.Key, Guard: config.Webhooks}
	feeds := visits.Feeds{DB: tx, Key: config.Key, BaseURL: config.BaseURL}
	testers := services.Freight.Testers()
	testers[externalservices.Calendar] = services.Google.Test
	office := externalservices.Office{Store: services.Store, Testers: testers}
	staff := panel.Panel{DB: tx, CEP: config.CEP, Mail: config.Mail, Exports: config.Exports, Live: config.Live, Contracts: services.Contracts,
		BaseURL: config.BaseURL,
		Files:   services.Files, Feeds: feeds, Freight: services.Freight, Parcels: services.Parcels, Calendar: services.Calendar.Status}
	return slices.Concat(
		api.API{Login: operators.Login{Factors: secondfactor.Factors{Key: config.Key, Mail: config.Mail}}, Contracts: services.Contracts,
			Webhooks: registry, DB: tx, Access: access, Mail: config.Mail, BaseURL: config.BaseURL, Items: config.items,
			Settings: known, Freight: services.Freight, MelhorEnvio: services.MelhorEnvio, Parcels: services.Parcels, Calendar: services.Calendar,
			Google: services.Google, Services: office, Files: services.Files, Templates: templates.Printer{DB: tx, Files: services.Files},
			Seal:    seal.Sealer{DB: tx, Key: config.Key},
			Storage: filestorage.Office{DB: tx, Drivers: config.Storage}, Samples: samples.Store{Pool: connection.Pool, DB: tx}}.Routes(),
		entry.Entry{DB: access, Mail: config.Mail, Key: config.Key, BaseURL: config.BaseURL}.Routes(),
		register.Register{BaseURL: config.BaseURL, DB: tx, Mail: config.Mail, CEP: config.CEP, Files: services.Files,
			Contracts: services.Contracts, Copies: areas.NewPersonExports(env)}.Routes(),
		doors.Doors{DB: access}.Routes(),
		portal.Portal{DB: tx, Feeds: feeds}.Routes(),
		sign.Sign{DB: tx, Contracts: services.Contracts}.Routes(),
		appointments.Appointments{DB: tx, Feeds: feeds, BaseURL: config.BaseURL}.Routes(),
		care.Pages{DB: tx}.Routes(),
		staff.Routes(),
		admin.Admin{DB: tx, Exports: config.Exports, Live: config.Live, Webhooks: registry,
			Sender: webhooks.NewSender(env), Mail: config.Mail, Templates: templates.Printer{DB: tx, Files: services.Files},
			Sealer: seal.Sealer{DB: tx, Key: config.Key}, BaseURL: config.BaseURL, Settings: known, Development: !config.Production,
			Services: office, Revoke: map[externalservices.Name]func(context.Context) error{externalservices.Calendar: services.Google.Revoke},
			Calendars: services.Calendar.Read, Storage: filestorage.Office{DB: tx, Drivers: config.Storage}, Backups: areas.NewBackups(env),
			Doctor:   doctor.New(env),
			Erasures: areas.NewErasures(env), Copies: areas.NewPersonExports(env), Retention: areas.NewRetention(env),
			Incidents: areas.NewIncidents(env), Items: config.items, Samples: samples.Store{Pool: connection.Pool, DB: tx},
			Jobs: areas.Jobs(env)}.Routes(),
	)
}
