package layout

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
)

// Record understands a row.
func (l Layout) Record(row staging.Row, fields []cells.Field, style cells.Style) *cells.Record {
	record := cells.NewRecord()
	for at, column := range l.Columns {
		field, known := cells.FieldOf(fields, column.Field)
		if !known {
			continue
		}
		if field.Kind == cells.Note {
			note := strings.TrimSpace(row.Cell(at))
			if note != "" && len(l.Columns) > 1 && l.manyNotes() {
				note = l.Title(at) + ": " + note
			}
			record.Read(field, column, note, style)
			continue
		}
		record.Read(field, column, row.Cell(at), style)
	}
	return record
}

// manyNotes reports whether several columns become annotations, so that their titles tell them apart.
func (l Layout) manyNotes() bool {
	count := 0
	for _, column := range l.Columns {
		if column.Field == "note" {
			count++
		}
	}
	return count > 1
}

// StyleAt returns how the cells are written, with today in the zone of the association and the commonest area code.
func (l Layout) StyleAt(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (cells.Style, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return cells.Style{}, err
	}
	style := cells.Style{MonthFirst: l.MonthFirst, PointDecimal: l.PointDecimal}
	style.Today = civil.Of(by.Now.In(zone))
	style.AreaCode, err = l.areaCode(ctx, tx, id)
	return style, err
}

// areaCode returns the commonest area code of the first phones; empty without any.
func (l Layout) areaCode(ctx context.Context, tx *db.DB, id int64) (string, error) {
	at := slices.IndexFunc(l.Columns, func(column cells.Column) bool { return column.Field == "phone" })
	if at < 0 {
		return "", nil
	}
	var phones []string
	err := tx.WithContext(ctx).Table("import_rows").Where("import_id = ? and cells ->> "+placeOf(at)+" <> ''", id).Order("line").Limit(1000).
		Pluck("cells ->> "+placeOf(at), &phones).Error
	counts, best := map[string]int{}, ""
	for _, typed := range phones {
		if digits, valid := brdoc.Phone(typed); valid {
			if counts[digits[:2]]++; counts[digits[:2]] > counts[best] {
				best = digits[:2]
			}
		}
	}
	return best, err
}

func placeOf(column int) string { return strconv.Itoa(column) }
