package imports

import (
	"context"
	"fmt"
	"slices"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ColumnsInput says where the columns of an import go.
type ColumnsInput struct {
	ID int64
	// Columns has an entry for each column of the file, in its order.
	Columns []cells.Column
	// Remember keeps the choices for files with the same titles.
	Remember bool
}

// SetColumns stores where the columns go and begins to check the rows. It returns 400 VALIDATION_ERROR, with a field for each
// wrong column, if two columns have a field that takes one, or a needed field has none, and 409 CONFLICT for an import that
// runs or is over.
func SetColumns(ctx context.Context, tx *db.DB, by auth.Caller, input ColumnsInput) (Import, error) {
	return change(ctx, tx, by, at{input.ID, []State{Columns, Review}}, func(tx *db.DB, row *Import) error {
		if !row.Kind.IsSheet() {
			return errWrongState(*row)
		}
		if err := row.checkColumns(input.Columns); err != nil {
			return err
		}
		row.Columns, row.State, row.Reached = input.Columns, Checking, 0
		if input.Remember {
			if err := row.Remember(tx, string(row.Kind), by.Now); err != nil {
				return err
			}
		}
		return enqueue(ctx, tx, row.ID)
	})
}

// checkColumns returns every wrong choice.
func (i Import) checkColumns(columns []cells.Column) error {
	var problems errs.Problems
	problems.Require(len(columns) == len(i.Headers), "columns", "a planilha mudou; abra esta página de novo")
	fields, from := i.Kind.Fields(), map[string]int{}
	for at, column := range columns {
		if column.Field == "" {
			continue
		}
		field, known := cells.FieldOf(fields, column.Field)
		first, isTaken := from[column.Field]
		problems.Require(known, ColumnPath(at), "escolha um destino da lista")
		if isTaken && !field.Many {
			problems.Add(ColumnPath(at), fmt.Sprintf("%s já vem de ‘%s’.", field.Label, i.Title(first)))
			continue
		}
		from[column.Field] = at
	}
	for _, field := range fields {
		_, isThere := from[field.Name]
		problems.Require(isThere || !field.Needed, "columns", "Escolha a coluna de "+field.Title()+".")
	}
	if i.Kind == Annotations || byKind[i.Kind].NewCheck != nil {
		problems.Require(hasAny(from, "associate_cpf", "associate_code", "associate_email", "associate_name"), "columns",
			"Escolha a coluna que diz de quem é: CPF, código, e-mail ou nome.")
	}
	if i.Kind == Orders {
		problems.Require(hasAny(from, "product_code", "product_name", "total"), "columns", "Escolha a coluna do produto ou a do total.")
	}
	return problems.Err()
}

func hasAny(from map[string]int, names ...string) bool {
	for _, name := range names {
		if _, isThere := from[name]; isThere {
			return true
		}
	}
	return false
}

// ColumnPath is the path of a column in the errors of SetColumns.
func ColumnPath(column int) string { return fmt.Sprintf("column_%d", column) }

// ChooseSheet reads another sheet of the file. It returns 404 NOT_FOUND for a sheet that the file does not have.
func ChooseSheet(ctx context.Context, tx *db.DB, by auth.Caller, id int64, sheet int) (Import, error) {
	return change(ctx, tx, by, at{id, []State{Columns, Review, Failed}}, func(tx *db.DB, row *Import) error {
		if sheet < 0 || sheet >= len(row.Sheets) || row.DateStarted != nil {
			return errs.NotFound("Esta planilha não existe no arquivo.")
		}
		row.Sheet, row.State, row.Failure, row.DateEnded = sheet, Reading, nil, nil
		return enqueue(ctx, tx, row.ID)
	})
}

// Delete deletes an import that has stored nothing.
func Delete(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if err := require(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := lock(tx, id)
		if err != nil {
			return err
		}
		if row.DateStarted != nil {
			return errWrongState(row)
		}
		return tx.Delete(&row).Error
	})
}

// at is an import with the states in which it may be changed.
type at struct {
	id int64
	in []State
}

// change locks an import in one of the states, changes it and stores it whole.
func change(ctx context.Context, tx *db.DB, by auth.Caller, at at, apply func(tx *db.DB, row *Import) error) (Import, error) {
	if err := require(by); err != nil {
		return Import{}, err
	}
	var row Import
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if row, err = lock(tx, at.id); err != nil {
			return err
		}
		if !slices.Contains(at.in, row.State) {
			return errWrongState(row)
		}
		if err := apply(tx, &row); err != nil {
			return err
		}
		return tx.Save(&row).Error
	})
	return row, err
}

// errWrongState is 409 CONFLICT for an import that is at another step.
func errWrongState(row Import) error {
	step := map[State]string{
		Reading: "a planilha ainda está sendo lida", Columns: "falta dizer para onde vão as colunas",
		Checking: "as linhas estão sendo conferidas",
		Review:   "ela ainda espera por você", Running: "ela está em andamento", Paused: "ela está pausada", Done: "ela já terminou",
		Undoing: "ela está sendo desfeita", Undone: "ela foi desfeita", Failed: "ela não deu certo",
	}[row.State]
	return errs.Conflict(errs.CodeConflict, "Isto não cabe agora nesta importação: "+step+". Abra-a de novo.")
}
