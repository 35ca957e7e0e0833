// Package backups is where administrators have copies of everything made: the places where copies are kept, the key on
// paper, copies by hand and by the schedule, and the rehearsal, which restores the newest copy into a scratch place and
// compares it. It decides what a copy keeps; what a restored one needs is in package restore, reading and writing copies in
// models/platform/backup.
package backups

import (
	"context"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/storage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// VerifyContract verifies a signed contract in a restored database.
type VerifyContract func(ctx context.Context, restored area.Env, by auth.Caller, id uuid.UUID) (valid bool, err error)

// Office makes, checks and restores copies.
type Office struct {
	DB      *db.DB
	Pool    *pgxpool.Pool
	Key     encryption.Key
	Mail    mail.Outbox
	Storage storage.Drivers
	// Outbound decides which servers may hold copies.
	Outbound outbound.Guard
	// DataDir is the data directory of the process, with the server's key of the copies.
	DataDir string
	// Environment returns the value of a variable, and Variables are the names of those that a copy keeps.
	Environment func(string) string
	Variables   []string
	Verify      VerifyContract
	// Archive holds the programs of the scratch PostgreSQL of a rehearsal, else installed ones are used.
	Archive fs.FS
	Now     func() time.Time
}

// NewOffice returns the office of a process.
func NewOffice(e area.Env, variables []string, verify VerifyContract) Office {
	return Office{
		DB: e.DB, Pool: e.Pool, Key: e.Key, Mail: e.Mail, Storage: e.Storage, Outbound: e.Outbound, DataDir: e.DataDir,
		Environment: e.Environment, Variables: variables, Verify: verify, Archive: e.Archive, Now: e.Now,
	}
}

// spool is the folder for objects in progress and for rehearsals.
func (o Office) spool() string { return filepath.Join(o.DataDir, "backup") }

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe cuida das cópias de segurança.")
}

// requireConfirmed also asks for the second step again.
func requireConfirmed(by auth.Caller) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	return require(by)
}
