package imports

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/imports/staging"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Worker does the work of imports in the background.
type Worker struct {
	DB   *db.DB
	Pool *pgxpool.Pool
	Now  func() time.Time
	// Storage holds the files of scans.
	Storage storage.Drivers
}

const (
	// workTimeout is the time for reading or checking a file, runTime that after which a run yields to other jobs.
	workTimeout = 30 * time.Minute
	runTime     = 20 * time.Second
	failTimeout = 5 * time.Second
)

// work works a workImport. After the last attempt the import has failed.
func (w Worker) work(ctx context.Context, job *river.Job[workImport]) error {
	hasMore, err := w.Work(ctx, job.Args.Import)
	if err == nil && hasMore {
		return river.JobSnooze(0)
	}
	if err != nil && job.Attempt >= job.MaxAttempts {
		w.fail(ctx, job.Args.Import, "O trabalho parou por um erro inesperado. Avise quem cuida do servidor e tente de novo.")
	}
	return err
}

// Work does what the state of an import asks for, for a while, and reports whether there is more to do. Whatever is stored is
// stored with its position, so that a job that was killed goes on where it stopped.
func (w Worker) Work(ctx context.Context, id int64) (hasMore bool, err error) {
	row, err := db.First[Import](w.DB.WithContext(ctx).Where("id = ?", id), errs.NotFound("Importação não encontrada."))
	if errs.HasCode(err, errs.CodeNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	switch row.State {
	case Reading:
		if hasMore = !row.Kind.IsSheet(); hasMore {
			err = w.readScans(ctx, row)
			break
		}
		err = w.read(ctx, row)
	case Checking:
		err = w.check(ctx, row)
	case Running:
		if row.Kind.IsSheet() {
			return w.repeat(ctx, id, w.runChunk)
		}
		hasMore, err = w.runScans(ctx, row)
	case Undoing:
		return w.repeat(ctx, id, w.undoChunk)
	}
	if refusal := errs.As(err); refusal != nil && refusal.Kind != errs.KindUnavailable && refusal.Kind != errs.KindInternal {
		message, _, _ := staging.RefusalOf(err)
		w.fail(ctx, id, message)
		return false, nil
	}
	return hasMore && err == nil, err
}

// repeat does chunks until there are no more or runTime is over.
func (w Worker) repeat(ctx context.Context, id int64, chunk func(context.Context, int64) (bool, error)) (hasMore bool, err error) {
	for ends := w.Now().Add(runTime); ; {
		if hasMore, err = chunk(ctx, id); err != nil || !hasMore || w.Now().After(ends) {
			return hasMore, err
		}
	}
}

// fail ends an import that cannot go on; what it has stored stays and can be undone.
func (w Worker) fail(ctx context.Context, id int64, reason string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), failTimeout)
	defer cancel()
	_ = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { // the job reports its own error
		row, err := lock(tx, id)
		if err != nil || row.IsOver() {
			return err
		}
		state := Failed
		if row.State == Running || row.State == Paused {
			state = Done
		}
		now := w.Now()
		return tx.Model(&row).Updates(map[string]any{"state": state, "failure": reason, "date_ended": now}).Error
	})
}

// lock returns an import and locks it until the transaction ends.
func lock(tx *db.DB, id int64) (Import, error) {
	query := tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Where("id = ?", id)
	return db.First[Import](query, errs.NotFound("Importação não encontrada."))
}

// owner returns the caller for whom a job works; the rest of the transaction acts for them. It writes no letters,
// and without webhooks it calls none.
func (w Worker) owner(ctx context.Context, tx *db.DB, row Import) (auth.Caller, error) {
	if row.OwnerID == nil {
		return auth.Caller{}, errs.Forbidden("A conta de quem pediu foi excluída.")
	}
	by, err := operators.Acting(ctx, tx, *row.OwnerID)
	if err != nil {
		return by, err
	}
	if err := require(by); err != nil {
		return by, err
	}
	if err := tx.Exec("select set_config('acolhe.letters', 'off', true)").Error; err != nil {
		return by, err
	}
	if !row.Webhooks {
		if err := tx.Exec("select set_config('acolhe.webhooks', 'off', true)").Error; err != nil {
			return by, err
		}
	}
	return by.At(w.Now()), db.ActAs(ctx, tx, by)
}

// cleanImports is the daily job that removes the files and rows of old imports.
type cleanImports struct{}

// Kind returns the name of the job in the queue.
func (cleanImports) Kind() string { return "clean_imports" }

// Clean removes the files and rows of imports that ended 30 days ago, and imports that nobody went on with for as long.
func (w Worker) Clean(ctx context.Context) error {
	before := w.Now().Add(-keptFor)
	tx := w.DB.WithContext(ctx)
	return errors.Join(
		tx.Exec("delete from imports where date_started is null and date_created < ?", before).Error,
		tx.Exec("delete from import_chunks where import_id in (select id from imports where date_ended < ? or kind = 'scans' and state <> 'review' and date_ended < ?)",
			before, w.Now().Add(-waitFor)).Error,
		tx.Exec("delete from import_rows where import_id in (select id from imports where date_ended < ?)", before).Error,
	)
}
