package imports

import (
	"context"
	"os"

	"acolhe/models/imports/heads"
	"acolhe/models/imports/staging"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/db"
	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/errs"
)

// read stages the rows of the file and guesses its columns.
func (w Worker) read(ctx context.Context, row Import) error {
	path, err := upload.Restore(ctx, w.DB, row.ID)
	defer func() { _ = os.Remove(path) }()
	if err != nil {
		return err
	}
	file, err := spreadsheet.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	row.Format = file.Format()
	if err := row.CountSheets(file, row.Kind.Fields()); err != nil {
		return err
	}
	if err := row.FindTitles(file, row.Kind.Fields()); err != nil {
		return err
	}
	colours, err := heads.Colours(file, row.Sheet, row.HeaderLine)
	if err != nil {
		return err
	}
	if len(row.Headers) >= spreadsheet.MaxColumns {
		colours = nil
	}
	if len(colours) > 0 {
		row.Headers = append(row.Headers, heads.ColourTitle)
	}
	tx, err := w.Pool.Begin(ctx)
	if err != nil {
		return db.Translate(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if row.Total, err = row.Stage(ctx, tx, row.ID, file, colours); err != nil {
		return err
	}
	if row.Total == 0 {
		return errs.Invalid("file", "A planilha não tem linhas abaixo dos títulos.")
	}
	if err := row.Guess(ctx, tx, row.ID, string(row.Kind), row.Kind.Fields()); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update imports set state = 'columns', format = $2, sheets = $3, sheet = $4, header_line = $5, headers = $6, columns = $7,
		month_first = $8, point_decimal = $9, remembered_at = $10, total = $11, reached = 0 where id = $1 and state = 'reading'`,
		row.ID, row.Format, staging.JSON(row.Sheets), row.Sheet, row.HeaderLine, staging.JSON(row.Headers), staging.JSON(row.Columns), row.MonthFirst,
		row.PointDecimal,
		row.RememberedAt, row.Total)
	if err != nil {
		return db.Translate(err)
	}
	return db.Translate(tx.Commit(ctx))
}
