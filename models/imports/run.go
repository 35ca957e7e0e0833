package imports

import (
	"context"
	"fmt"

	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// runRows is the number of rows that are stored in one transaction with the position.
const runRows = 200

// runChunk stores the next rows of an import together with the position, and reports whether there are more.
func (w Worker) runChunk(ctx context.Context, id int64) (hasMore bool, err error) {
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := lock(tx, id)
		if err != nil || row.State != Running {
			return err
		}
		by, err := w.owner(ctx, tx, row)
		if message, _, isRefusal := staging.RefusalOf(err); isRefusal {
			now := w.Now()
			return tx.Model(&row).Updates(map[string]any{"state": Done, "failure": message, "date_ended": now}).Error
		}
		if err != nil {
			return err
		}
		var rows []*staging.Row
		next := tx.Where("import_id = ? and line > ? and outcome in ?", id, row.Reached,
			[]staging.Outcome{staging.Create, staging.Attach, staging.Join, staging.Skip})
		if err := next.Order("line").Limit(runRows).Find(&rows).Error; err != nil {
			return err
		}
		if err := row.runRows(ctx, tx, by, rows); err != nil {
			return err
		}
		row.count(rows)
		if hasMore = len(rows) == runRows; hasMore {
			row.Reached = rows[len(rows)-1].Line
		} else {
			now := w.Now()
			row.State, row.DateEnded, row.Reached = Done, &now, 0
		}
		return tx.Save(&row).Error
	})
	return hasMore, err
}

// runRows stores rows and their results.
func (i *Import) runRows(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
	if len(rows) == 0 {
		return nil
	}
	actions, err := staging.ActionsOf(tx, i.ID)
	if err != nil {
		return err
	}
	if err := staging.Overlay(tx, i.ID, rows); err != nil {
		return err
	}
	var stored []*staging.Row
	for _, row := range rows {
		if row.Outcome == staging.Skip {
			row.Outcome = staging.WasSkipped
			row.RecordID = row.MatchID
			if row.FirstLine != nil {
				note := fmt.Sprintf("entrou com a linha %d", *row.FirstLine)
				row.Note, row.RecordID = &note, nil
			}
			continue
		}
		row.Data, row.Notes = staging.Decided(*row, actions)
		stored = append(stored, row)
	}
	if err := byKind[i.Kind].Run(ctx, tx, by, stored); err != nil {
		return err
	}
	return staging.StoreResults(tx, i.ID, rows)
}

// count adds the outcomes of rows to the counters.
func (i *Import) count(rows []*staging.Row) {
	for _, row := range rows {
		switch row.Outcome {
		case staging.WasCreated:
			i.Created++
		case staging.WasJoined, staging.WasAttached:
			i.Joined++
		case staging.WasSkipped:
			i.Skipped++
		case staging.WasRefused:
			i.Refused++
		}
		i.Patients += len(row.Made.Patients)
	}
}
