// Package imports brings the spreadsheets of an association into the program: a file is staged as rows, a person says where
// its columns go and what happens to rows with problems and to people who are already stored, and a job stores the rest with
// the verbs of the areas. An import can be undone as a whole for 30 days. Package layout reads a sheet, staging holds its rows,
// targets and people say what rows become, cells understands their cells.
package imports

import (
	"context"
	"time"

	"acolhe/models/imports/layout"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// State is how far an import is.
type State string

// The states. Columns and Review wait for a person.
const (
	Reading  State = "reading"
	Columns  State = "columns"
	Checking State = "checking"
	Review   State = "review"
	Running  State = "running"
	Paused   State = "paused"
	Done     State = "done"
	Undoing  State = "undoing"
	Undone   State = "undone"
	Failed   State = "failed"
)

// keptFor is how long the rows of an import stay, and thus how long it can be undone.
const keptFor = 30 * 24 * time.Hour

// Import is a row of imports.
type Import struct {
	ID        int64 `gorm:"primaryKey"`
	Kind      Kind
	State     State
	OwnerID   *int64
	OwnerName string
	FileName  string
	// FileSize is in bytes.
	FileSize int64
	Format   string
	layout.Layout
	Webhooks bool
	// Total is the number of staged rows, Reached the last line that the current job has done.
	Total   int
	Reached int
	Created, Patients, Joined, Skipped, Refused,
	Undone, Kept int
	Failure     *string
	DateCreated time.Time
	DateStarted *time.Time
	DateResumed *time.Time
	DateEnded   *time.Time
	DateUndone  *time.Time
}

// TableName returns the name of the table.
func (Import) TableName() string { return "imports" }

// IsWorking reports whether a job works on the import now.
func (i Import) IsWorking() bool {
	return i.State == Reading || i.State == Checking || i.State == Running || i.State == Undoing
}

// IsOver reports whether the import has stored its rows.
func (i Import) IsOver() bool { return i.State == Done || i.State == Undoing || i.State == Undone }

// Processed is the number of rows that were imported or refused.
func (i Import) Processed() int { return i.Created + i.Joined + i.Skipped + i.Refused }

// UndoUntil is the time until which the import can be undone; zero before it ended.
func (i Import) UndoUntil() time.Time {
	if i.DateEnded == nil {
		return time.Time{}
	}
	return i.DateEnded.Add(keptFor)
}

// CanUndo reports whether the import can be undone at a time.
func (i Import) CanUndo(now time.Time) bool {
	return i.State == Done && i.Created+i.Joined+i.Patients > i.Undone && now.Before(i.UndoUntil())
}

// List returns the latest imports.
func List(ctx context.Context, tx *db.DB, by auth.Caller) ([]Import, error) {
	if err := require(by); err != nil {
		return nil, err
	}
	var found []Import
	err := tx.WithContext(ctx).Order("date_created desc, id desc").Limit(staging.MaxListed).Find(&found).Error
	return found, err
}

// FindFor returns an import to an administrator; an unknown one is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	if err := require(by); err != nil {
		return Import{}, err
	}
	return db.First[Import](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Importação não encontrada."))
}

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe importa planilhas.")
}
