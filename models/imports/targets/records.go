package targets

import (
	"context"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// OfRecord returns the target of a kind of single records. The verb itself says what is wrong: it is called in a transaction that
// is rolled back.
func OfRecord(of kinds.Record) Target {
	return Target{
		Label: of.Label, File: of.File, Fields: func() []cells.Field { return of.Fields }, Identity: of.Identity,
		Check: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
			return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
				for _, row := range rows {
					if err := checkRecord(ctx, tx, by, of, row); err != nil {
						return err
					}
				}
				return nil
			})
		},
		Run: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
			for _, row := range rows {
				err := row.Try(tx, func(tx *db.DB) error {
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
		Undo: func(ctx context.Context, tx *db.DB, _ auth.Caller, row *staging.Row) (string, error) {
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
func checkRecord(ctx context.Context, tx *db.DB, by auth.Caller, of kinds.Record, row *staging.Row) error {
	err := tx.Transaction(func(tx *db.DB) error {
		if _, err := of.Store(ctx, tx, by, staging.AsIfFixed(*row)); err != nil {
			return err
		}
		return errChecked
	})
	if errs.HasCode(err, "CHECKED") {
		return nil
	}
	if _, _, isRefusal := staging.RefusalOf(err); !isRefusal {
		return err
	}
	fields := errs.FieldsOf(err)
	if len(fields) == 0 {
		fields = []errs.Field{{Path: "", Message: errs.As(err).Message}}
	}
	for _, wrong := range fields {
		if staging.HasProblemOf(*row, wrong.Path) {
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
