package imports

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// record returns the target of a kind of single records. The verb itself says what is wrong: it is called in a transaction that
// is rolled back.
func record(of kinds.Record) target {
	return target{
		label: of.Label, file: of.File, fields: func() []cells.Field { return of.Fields }, identity: of.Identity,
		check: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
			return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
				for _, row := range rows {
					if err := checkRecord(ctx, tx, by, of, row); err != nil {
						return err
					}
				}
				return nil
			})
		},
		run: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
			for _, row := range rows {
				err := row.try(tx, func(tx *db.DB) error {
					id, err := of.Store(ctx, tx, by, row.Data)
					row.RecordID = &id
					return err
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
		undo: func(ctx context.Context, tx *db.DB, _ auth.Caller, row *Row) (string, error) {
			err := of.Remove(ctx, tx, *row.RecordID)
			if errs.HasCode(err, errs.CodeNotFound) {
				err = nil
			}
			return "", err
		},
	}
}

// errChecked ends a transaction that only checks.
var errChecked = errs.Conflict("CHECKED", "")

// checkRecord calls the verb and rolls back. A needed field that a problem has taken away is no problem of its own.
func checkRecord(ctx context.Context, tx *db.DB, by auth.Caller, of kinds.Record, row *Row) error {
	err := tx.Transaction(func(tx *db.DB) error {
		if _, err := of.Store(ctx, tx, by, hopeful(*row)); err != nil {
			return err
		}
		return errChecked
	})
	if errs.HasCode(err, "CHECKED") {
		return nil
	}
	if _, _, isRefusal := refusalOf(err); !isRefusal {
		return err
	}
	fields := errs.FieldsOf(err)
	if len(fields) == 0 {
		fields = []errs.Field{{Path: "", Message: errs.As(err).Message}}
	}
	for _, wrong := range fields {
		if hasProblemOf(*row, wrong.Path) {
			continue
		}
		kind := "refused:" + wrong.Path
		if field, known := cells.FieldOf(of.Fields, wrong.Path); known && field.Needed && row.Data[wrong.Path] == "" {
			kind = "missing:" + wrong.Path
		}
		row.Problems = append(row.Problems, cells.Problem{Kind: kind, Field: wrong.Path, Value: wrong.Message})
	}
	return nil
}

// checkAnnotations finds the person of each annotation.
func checkAnnotations(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*Row) error {
	lines := linesOf(rows)
	if err := kinds.FindWhose(ctx, tx, lines); err != nil {
		return err
	}
	for i, row := range rows {
		row.Problems = lines[i].Problems
		if row.Data["text"] == "" && !hasProblemOf(*row, "text") {
			row.Problems = append(row.Problems, cells.Problem{Kind: "missing:text", Field: "text", Value: "a anotação está vazia"})
		}
		if row.Data["user_id"] == "" && !hasProblem(*row, "unknown_person", "several_people") {
			row.Problems = append(row.Problems, cells.Problem{Kind: "unknown_person", Field: "associate_cpf"})
		}
	}
	return nil
}

func runAnnotations(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
	for _, row := range rows {
		err := row.try(tx, func(tx *db.DB) error {
			id, err := strconv.ParseInt(row.Data["user_id"], 10, 64)
			if err != nil {
				return errRefusedRow("o associado não foi encontrado")
			}
			at := by
			if date, err := civil.Parse(row.Data["date"]); err == nil {
				at = by.At(date.In(time.UTC).Add(12 * time.Hour))
			}
			made, err := associates.Annotate(ctx, tx, at, associates.AnnotateInput{ID: id, Text: row.Data["text"]})
			row.RecordID, row.Made.Annotations = &id, []string{made.ID.String()}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func undoAnnotation(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) (string, error) {
	return "", restoreJoined(ctx, tx, by, row)
}

// RecordName names the record of a row for people.
func (r Row) RecordName() string {
	if number := r.Data["number"]; number != "" {
		return texts.Shorten("Pedido\u00a0"+number, 80)
	}
	for _, name := range []string{"name", "associate_name", "code", "file", "text"} {
		if r.Data[name] != "" {
			return texts.Shorten(r.Data[name], 80)
		}
	}
	return fmt.Sprintf("Linha %d", r.Line)
}
