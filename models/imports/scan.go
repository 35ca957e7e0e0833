package imports

import (
	"context"
	"os"
	"path"
	"slices"

	"github.com/jackc/pgx/v5"

	"acolhe/models/files"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/scans"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// whoseCell is the cell that says whose a file is, which a person may type.
const whoseCell = 1

// scanTarget is the kind of scanned files: a row is a file of a ZIP. They are stored by runScans.
func scanTarget() target {
	return target{
		label: "Documentos digitalizados", file: "documentos", fields: func() []cells.Field { return kinds.ScanFields },
		identity: func(values map[string]string) string {
			if values["sum"] == "" {
				return ""
			}
			return values["sum"] + " " + cells.Fold(values["whose"])
		},
		check: func(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*Row) error {
			lines, typed := linesOf(rows), map[*kinds.Line]bool{}
			for i, row := range rows {
				_, typed[lines[i]] = row.Edits[whoseCell]
			}
			err := kinds.FindOwners(ctx, tx, lines, func(line *kinds.Line) bool { return typed[line] })
			for i, row := range rows {
				row.Problems = lines[i].Problems
			}
			return err
		},
		undo: func(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) (string, error) {
			return "", kinds.RemoveScan(ctx, tx, by, row.asLine(), *row.RecordID)
		},
		built: `select r.data ->> 'file' where r.outcome = 'created' and (select count(*) from users_files a where a.file_id = r.record_id) > 1`,
	}
}

// readScans opens each file of the ZIP as an upload, stages it with what its name says, and goes on to the check.
func (w Worker) readScans(ctx context.Context, row Import) error {
	by, err := w.owner(ctx, w.DB, row)
	if err != nil {
		return err
	}
	archive, err := w.openScans(ctx, row.ID)
	if err != nil {
		return err
	}
	defer archive.Close()
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
		staged = append(staged, []any{row.ID, i + 1, asJSON(texts), string(Unchecked)})
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
		where id = $1 and state = 'reading'`, row.ID, asJSON(row.Headers), asJSON(row.Columns), len(staged))
	if err != nil {
		return db.Translate(err)
	}
	return db.Translate(tx.Commit(ctx))
}

// openScans opens the stored ZIP. Its file is removed when the archive is closed.
func (w Worker) openScans(ctx context.Context, id int64) (*scans.Archive, error) {
	name, err := restore(ctx, w.DB, id)
	// An open file stays until it is closed.
	defer func() { _ = os.Remove(name) }()
	if err != nil {
		return nil, err
	}
	return scans.Open(name)
}

// tryScan receives a file as the run will, and returns the checksum that it would be stored with, or why it is refused.
func (w Worker) tryScan(by auth.Caller, file scans.File) (sum, refused string, err error) {
	upload, err := w.receiveScan(by, file)
	if message, _, isRefusal := refusalOf(err); isRefusal {
		return "", message, nil
	}
	if err != nil {
		return "", "", err
	}
	defer upload.Discard()
	sum, err = upload.SHA256()
	return sum, "", err
}

func (w Worker) receiveScan(by auth.Caller, file scans.File) (*files.Upload, error) {
	content, err := file.Open()
	if err != nil {
		return nil, errs.Invalid("file", "o arquivo não abre")
	}
	defer func() { _ = content.Close() }()
	upload, err := w.library().Receive(by, path.Base(file.Path), content)
	if err != nil && errs.As(err) == nil {
		return nil, errs.Invalid("file", "o arquivo não abre")
	}
	return upload, err
}

func (w Worker) library() files.Library { return files.Library{DB: w.DB, Drivers: w.Storage} }

// runScans stores the files of a running import, one by one, until they are stored or runTime is over.
func (w Worker) runScans(ctx context.Context, id int64) (hasMore bool, err error) {
	archive, err := w.openScans(ctx, id)
	if err != nil {
		return false, err
	}
	defer archive.Close()
	return w.repeat(ctx, id, func(ctx context.Context, id int64) (bool, error) { return w.runScan(ctx, id, archive) })
}

// errStopped ends the storing of a file whose import was stopped or was done by another job meanwhile.
var errStopped = errs.Conflict("STOPPED", "")

// runScan stores the next file together with the position, and reports whether there are more.
func (w Worker) runScan(ctx context.Context, id int64, archive *scans.Archive) (hasMore bool, err error) {
	row, err := db.First[Import](w.DB.WithContext(ctx).Where("id = ?", id), errs.NotFound("Importação não encontrada."))
	if err != nil || row.State != Running {
		return false, err
	}
	var next []*Row
	if err := w.DB.WithContext(ctx).Where("import_id = ? and line > ? and outcome in ?", id, row.Reached, []Outcome{Create, Skip}).Order("line").
		Limit(1).Find(&next).Error; err != nil {
		return false, err
	}
	if len(next) == 0 {
		return false, w.step(ctx, id, func(tx *db.DB, _ auth.Caller, row *Import) error {
			now := w.Now()
			row.State, row.DateEnded, row.Reached = Done, &now, 0
			return tx.Exec("delete from import_chunks where import_id = ?", id).Error
		})
	}
	one := next[0]
	err = w.storeScan(ctx, row, one, archive)
	if message, _, isRefusal := refusalOf(err); isRefusal && !errs.HasCode(err, "STOPPED") {
		err = w.step(ctx, id, func(tx *db.DB, _ auth.Caller, row *Import) error {
			one.refuse(message)
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
func (i *Import) finish(tx *db.DB, row *Row) error {
	if i.Reached >= row.Line {
		return errStopped
	}
	i.Reached = row.Line
	i.count([]*Row{row})
	return storeResults(tx, i.ID, []*Row{row})
}

// storeScan stores the file of a row: its bytes outside of a transaction, then its rows with the position.
func (w Worker) storeScan(ctx context.Context, row Import, one *Row, archive *scans.Archive) error {
	if one.Outcome == Skip {
		return w.step(ctx, row.ID, func(tx *db.DB, _ auth.Caller, row *Import) error {
			one.Outcome = WasSkipped
			return row.finish(tx, one)
		})
	}
	by, err := w.owner(ctx, w.DB, row)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(archive.Files, func(file scans.File) bool { return file.Path == one.Cells[0] })
	if at < 0 {
		return errs.Invalid("file", "o arquivo não está no ZIP")
	}
	upload, err := w.receiveScan(by, archive.Files[at])
	if err != nil {
		return err
	}
	defer upload.Discard()
	_, err = w.library().Store(ctx, by, upload, func(tx *db.DB, file files.File) error {
		return w.stepIn(ctx, tx, row.ID, func(tx *db.DB, by auth.Caller, row *Import) error {
			if err := kinds.AttachScan(ctx, tx, by, one.asLine(), file.ID); err != nil {
				return err
			}
			one.Outcome, one.RecordID = WasCreated, &file.ID
			return row.finish(tx, one)
		})
	})
	return err
}

// receiveZIP checks a received ZIP of scans.
func receiveZIP(name string) error {
	archive, err := scans.Open(name)
	if err == nil {
		archive.Close()
	}
	return err
}
