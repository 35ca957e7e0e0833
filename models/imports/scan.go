package imports

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/files"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/scans"
	"acolhe/models/imports/staging"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// readScans opens each file of the ZIP as an upload, stages it with what its name says, and goes on to the check.
func (w Worker) readScans(ctx context.Context, row Import) error {
	by, err := w.owner(ctx, w.DB, row)
	if err != nil {
		return err
	}
	archive, err := openScans(ctx, w.DB, row)
	if err != nil {
		return err
	}
	row.Headers, row.Columns = nil, nil
	for _, field := range kinds.ScanFields {
		row.Headers, row.Columns = append(row.Headers, field.Label), append(row.Columns, cells.Column{Field: field.Name})
	}
	var staged [][]any
	for i, file := range archive.Files {
		sum, refused, err := w.tryScan(by, file)
		if err != nil {
			return err
		}
		document := kinds.DocumentLabel(scans.DocumentOf(file.Path))
		texts := []string{file.Path, scans.OwnerOf(file.Path), document, fmtbr.FileSize(file.Size), sum, refused}
		staged = append(staged, []any{row.ID, i + 1, staging.JSON(texts), string(staging.Unchecked)})
	}
	tx, err := w.Pool.Begin(ctx)
	if err != nil {
		return db.Translate(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "delete from import_rows where import_id = $1", row.ID); err != nil {
		return db.Translate(err)
	}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"import_rows"}, []string{"import_id", "line", "cells", "outcome"},
		pgx.CopyFromRows(staged)); err != nil {
		return db.Translate(err)
	}
	_, err = tx.Exec(ctx, `update imports set state = 'checking', format = 'ZIP', sheet = 0, headers = $2, columns = $3, total = $4, reached = 0
		where id = $1 and state = 'reading'`, row.ID, staging.JSON(row.Headers), staging.JSON(row.Columns), len(staged))
	if err != nil {
		return db.Translate(err)
	}
	return db.Translate(tx.Commit(ctx))
}

// openScans opens the stored ZIP of an import.
func openScans(ctx context.Context, tx *db.DB, row Import) (*scans.Archive, error) {
	return scans.Read(upload.Open(ctx, tx, row.ID), row.FileSize)
}

// tryScan receives a file as the run will, and returns the checksum that it would be stored with, or why it is refused.
func (w Worker) tryScan(by auth.Caller, file scans.File) (sum, refused string, err error) {
	received, err := file.Receive(w.library(), by)
	if message, _, isRefusal := staging.RefusalOf(err); isRefusal {
		return "", message, nil
	}
	if err != nil {
		return "", "", err
	}
	defer received.Discard()
	sum, err = received.SHA256()
	return sum, "", err
}

func (w Worker) library() files.Library { return files.Library{DB: w.DB, Drivers: w.Storage} }

// runScans stores the files of a running import, one by one, until they are stored or runTime is over.
func (w Worker) runScans(ctx context.Context, row Import) (hasMore bool, err error) {
	archive, err := openScans(ctx, w.DB, row)
	if err != nil {
		return false, err
	}
	return w.repeat(ctx, row.ID, func(ctx context.Context, id int64) (bool, error) { return w.runScan(ctx, id, archive) })
}

// errStopped ends the storing of a file whose import was stopped or was done by another job meanwhile.
var errStopped = errs.Conflict("STOPPED", "")

// runScan stores the next file together with the position, and reports whether there are more.
func (w Worker) runScan(ctx context.Context, id int64, archive *scans.Archive) (hasMore bool, err error) {
	row, err := db.First[Import](w.DB.WithContext(ctx).Where("id = ?", id), errs.NotFound("Importação não encontrada."))
	if err != nil || row.State != Running {
		return false, err
	}
	var next []*staging.Row
	if err := w.DB.WithContext(ctx).Where("import_id = ? and line > ? and outcome in ?", id, row.Reached, []staging.Outcome{staging.Create, staging.Skip}).Order("line").
		Limit(1).Find(&next).Error; err != nil {
		return false, err
	}
	if len(next) == 0 {
		return false, w.step(ctx, id, func(tx *db.DB, _ auth.Caller, row *Import) error {
			now := w.Now()
			row.State, row.DateEnded, row.Reached = Done, &now, 0
			return tx.Exec("delete from import_chunks c where import_id = ? and not exists (select from import_rows r where r.import_id = c.import_id and "+
				staging.ScanGroupSQL+" in ('choose', 'unknown'))", id).Error
		})
	}
	one := next[0]
	err = w.storeScan(ctx, row, one, archive)
	if message, _, isRefusal := staging.RefusalOf(err); isRefusal && !errs.HasCode(err, "STOPPED") {
		err = w.step(ctx, id, func(tx *db.DB, _ auth.Caller, row *Import) error {
			one.Refuse(message)
			return row.finish(tx, one)
		})
	}
	if errs.HasCode(err, "STOPPED") {
		return false, nil
	}
	return err == nil, err
}

// step changes a running import for its owner.
func (w Worker) step(ctx context.Context, id int64, do func(tx *db.DB, by auth.Caller, row *Import) error) error {
	return w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { return w.stepIn(ctx, tx, id, do) })
}

func (w Worker) stepIn(ctx context.Context, tx *db.DB, id int64, do func(tx *db.DB, by auth.Caller, row *Import) error) error {
	row, err := lock(tx, id)
	if err != nil {
		return err
	}
	if row.State != Running {
		return errStopped
	}
	by, err := w.owner(ctx, tx, row)
	if err != nil {
		return err
	}
	if err := do(tx, by, &row); err != nil {
		return err
	}
	return tx.Save(&row).Error
}

// finish stores the result of a row with the position.
func (i *Import) finish(tx *db.DB, row *staging.Row) error {
	if i.Reached >= row.Line {
		return errStopped
	}
	i.Reached = row.Line
	i.count([]*staging.Row{row})
	return staging.StoreResults(tx, i.ID, []*staging.Row{row})
}

// storeScan stores the file of a row: its bytes outside of a transaction, then its rows with the position.
func (w Worker) storeScan(ctx context.Context, row Import, one *staging.Row, archive *scans.Archive) error {
	if one.Outcome == staging.Skip {
		return w.step(ctx, row.ID, func(tx *db.DB, _ auth.Caller, row *Import) error {
			one.Outcome = staging.WasSkipped
			return row.finish(tx, one)
		})
	}
	by, err := w.owner(ctx, w.DB, row)
	if err != nil {
		return err
	}
	file, err := archive.Find(one.Cells[0])
	if err != nil {
		return err
	}
	received, err := file.Receive(w.library(), by)
	if err != nil {
		return err
	}
	defer received.Discard()
	_, err = w.library().Store(ctx, by, received, func(tx *db.DB, file files.File) error {
		return w.stepIn(ctx, tx, row.ID, func(tx *db.DB, by auth.Caller, row *Import) error {
			if err := kinds.AttachScan(ctx, tx, by, one.AsLine(), file.ID); err != nil {
				return err
			}
			one.Outcome, one.RecordID = staging.WasCreated, &file.ID
			return row.finish(tx, one)
		})
	})
	return err
}

// waitFor is how long files whose person nobody has named wait after the others went in.
const waitFor = 7 * 24 * time.Hour

// WaitsUntil is the time until which the rest of an import of scans can go in; zero for any other.
func (i Import) WaitsUntil() time.Time {
	if i.Kind.IsSheet() || i.State != Done || i.DateEnded == nil {
		return time.Time{}
	}
	return i.DateEnded.Add(waitFor)
}

// Reopen lets a person say whose the files are that did not go in. It returns 409 CONFLICT after WaitsUntil, and if none waits.
func Reopen(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	return change(ctx, tx, by, at{id, []State{Done}}, func(tx *db.DB, row *Import) error {
		counts, err := staging.CountScans(ctx, tx, id)
		if err != nil {
			return err
		}
		if !by.Now.Before(row.WaitsUntil()) || counts[staging.ScansToChoose]+counts[staging.ScansUnknown] == 0 {
			return errs.Conflict(errs.CodeConflict, "Nenhum arquivo desta importação espera. Envie de novo os que faltam.")
		}
		row.State = Review
		return nil
	})
}

// Close leads a reopened import back to its result, as it was.
func Close(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	return change(ctx, tx, by, at{id, []State{Review}}, func(_ *db.DB, row *Import) error {
		if row.DateEnded == nil {
			return errWrongState(*row)
		}
		row.State = Done
		return nil
	})
}

// Scan is a file of a ZIP to be looked at; it is closed when it was read.
type Scan struct {
	scans.Document
	Row staging.Row
}

// OpenScan opens the file of a row as it would be stored. It returns the errors of media.Copy for one that is no document or photo.
func OpenScan(ctx context.Context, library files.Library, by auth.Caller, id int64, line int) (scan Scan, err error) {
	row, err := FindFor(ctx, library.DB, by, id)
	if err != nil {
		return scan, err
	}
	if row.Kind.IsSheet() {
		return scan, errs.NotFound("Este arquivo não está entre os enviados.")
	}
	if scan.Row, err = staging.Find(library.DB.WithContext(ctx), id, line); err != nil {
		return scan, err
	}
	archive, err := openScans(ctx, library.DB, row)
	if err != nil {
		return scan, err
	}
	file, err := archive.Find(scan.Row.Cells[0])
	if err != nil {
		return scan, err
	}
	scan.Document, err = file.Document(library.Drivers)
	return scan, err
}
