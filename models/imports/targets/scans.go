package targets

import (
	"context"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// whoseCell is the cell that says whose a file is, which a person may type.
const whoseCell = 1

// OfScans is the kind of scanned files: a row is a file of a ZIP. They are stored by runScans.
func OfScans() Target {
	return Target{
		Label: "Documentos digitalizados", File: "documentos", Fields: func() []cells.Field { return kinds.ScanFields },
		Identity: func(values map[string]string) string {
			if values["sum"] == "" {
				return ""
			}
			return values["sum"] + " " + cells.Fold(values["whose"])
		},
		Check: func(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*staging.Row) error {
			lines, typed := staging.Lines(rows), map[*kinds.Line]bool{}
			for i, row := range rows {
				_, typed[lines[i]] = row.Edits[whoseCell]
			}
			err := kinds.FindOwners(ctx, tx, lines, func(line *kinds.Line) bool { return typed[line] })
			for i, row := range rows {
				row.Problems = lines[i].Problems
			}
			return err
		},
		Undo: func(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) (string, error) {
			return "", kinds.RemoveScan(ctx, tx, by, row.AsLine(), *row.RecordID)
		},
		Built: `select r.data ->> 'file' where r.outcome = 'created' and (select count(*) from users_files a where a.file_id = r.record_id) > 1`,
	}
}
