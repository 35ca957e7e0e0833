// Package area is the shape in which an area declares itself: its file area.go returns one Area, models/areas lists them
// all, and the program, its tests, pages and documents read that list. This package knows no area.
package area

import (
	"context"
	"io/fs"
	"log/slog"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/certificates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/storage"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// Env is what the areas need of the process: its database, its outbox and its dependencies outside. An area only keeps
// what it needs; declaring one reads nothing, so that the zero Env serves to read names alone.
type Env struct {
	DB   *db.DB
	Pool *pgxpool.Pool
	// Key encrypts stored values that must be read again.
	Key     encryption.Key
	Mail    mail.Outbox
	Storage storage.Drivers
	// DataDir is the data directory of the process, Archive holds the programs of a private PostgreSQL.
	DataDir string
	Archive fs.FS
	// Certificates are those that the program obtains itself; the zero value is behind a proxy.
	Certificates certificates.Store
	BaseURL      *url.URL
	// Environment returns the value of a variable, the fallback of credentials; nil has none.
	Environment func(string) string
	// Webhooks decides which addresses webhooks may call, Outbound which external services.
	Webhooks, Outbound outbound.Guard
	// Sender delivers the mails of the outbox.
	Sender mail.Sender
	// Exports limits concurrent exports, and Prepare prepares the file of one that the caller may read.
	Exports exports.Semaphore
	Prepare func(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error)
	Log     *slog.Logger
	Now     func() time.Time
}

// System returns the program itself as the caller of a job.
func (e Env) System() auth.Caller { return auth.Caller{Kind: auth.System, Now: e.Now()} }

// Area is what an area brings to the program.
type Area struct {
	// Tables are its tables in the database.
	Tables []string
	// Personal declares the texts of each table: personal data, and what is none.
	Personal []personal.Table
	// Terms are its kinds of rows that leave after a time.
	Terms []personal.Term
	// Items are its collections of the generic routes.
	Items []*items.Collection
	// Jobs are its kinds of jobs.
	Jobs []jobs.Job
	// Mails are its kinds of mail.
	Mails []mail.Declared
	// Keys are its configuration keys.
	Keys []settings.Definition
	// Undo are its actions that can be undone.
	Undo []undo.Action
	// Secrets are its encrypted columns, which a change of the key encrypts again.
	Secrets []Secret
}

// Secret is a kind of encrypted value. Rotate encrypts all of them with the new key and returns their number; Label names
// them in Portuguese.
type Secret struct {
	Label  string
	Rotate func(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error)
}
