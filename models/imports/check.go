package imports

import (
	"context"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/imports/targets"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// checkRows is the number of rows that are checked at once.
const checkRows = 500

// check understands every row, finds twins in the file and in the database, and settles what happens to each.
func (w Worker) check(ctx context.Context, row Import) error {
	by, style, err := w.prepareCheck(ctx, row)
	if err != nil {
		return err
	}
	for last := row.Reached; ; {
		var rows []*staging.Row
		found := w.DB.WithContext(ctx).Where("import_id = ? and line > ? and outcome not in ('blank', 'total')", row.ID, last).Order("line").
			Limit(checkRows).Find(&rows)
		if found.Error != nil {
			return found.Error
		}
		if len(rows) == 0 {
			break
		}
		last = rows[len(rows)-1].Line
		if err := row.understand(ctx, w.DB, by, style, rows); err != nil {
			return err
		}
		err := w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if err := staging.StoreChecked(tx, row.ID, rows); err != nil {
				return err
			}
			return tx.Model(&row).Where("state = 'checking'").UpdateColumn("reached", last).Error
		})
		if err != nil {
			return err
		}
	}
	return w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := row.findRepeated(ctx, tx, by); err != nil {
			return err
		}
		if err := staging.DecideByDefault(tx, row.ID, row.Kind.Fields()); err != nil {
			return err
		}
		if err := staging.Settle(tx, row.ID); err != nil {
			return err
		}
		return tx.Model(&row).Where("state = 'checking'").Updates(map[string]any{"state": Review, "reached": 0}).Error
	})
}

// prepareCheck returns for whom the rows are checked, and how their cells are written.
func (w Worker) prepareCheck(ctx context.Context, row Import) (auth.Caller, cells.Style, error) {
	by, err := w.owner(ctx, w.DB, row)
	if err != nil {
		return by, cells.Style{}, err
	}
	style, err := row.StyleAt(ctx, w.DB, by, row.ID)
	return by, style, err
}

// understand fills what is derived of rows. It keeps decisions of a person.
func (i Import) understand(ctx context.Context, tx *db.DB, by auth.Caller, style cells.Style, rows []*staging.Row) error {
	of, fields := byKind[i.Kind], i.Kind.Fields()
	for _, row := range rows {
		record := i.Record(*row, fields, style)
		row.Data, row.Notes, row.Problems = record.Values, record.Notes, record.Problems
		row.MatchID, row.Reasons, row.Identity, row.FirstLine = nil, nil, nil, nil
		if identity := of.Identity(record.Values); identity != "" {
			row.Identity = &identity
		}
	}
	if err := of.Check(ctx, tx, by, rows); err != nil {
		return err
	}
	for _, row := range rows {
		row.Kinds = staging.KindsOf(row.Problems)
	}
	return nil
}

// findRepeated finds records that the file has twice, and what is wrong with orders and services as a whole.
func (i Import) findRepeated(ctx context.Context, tx *db.DB, by auth.Caller) error {
	of, find := byKind[i.Kind], staging.FindRepeated
	if of.Grouped {
		find = targets.FindGroups
	}
	if err := find(tx, i.ID); err != nil {
		return err
	}
	return targets.CheckSales(ctx, tx, by, i.ID, of.NewCheck)
}
