package staging

import (
	"context"
	"encoding/json"
	"slices"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

func Find(tx *db.DB, id int64, line int) (Row, error) {
	return db.First[Row](tx.Where("import_id = ? and line = ?", id, line), errs.NotFound("Esta linha não existe no arquivo."))
}

// Each calls yield with every row of the given outcomes, in the order of the file.
func Each(ctx context.Context, tx *db.DB, id int64, outcomes []Outcome, yield func(Row) error) error {
	for after := 0; ; {
		var rows []Row
		query := tx.WithContext(ctx).Where("import_id = ? and line > ?", id, after)
		if len(outcomes) > 0 {
			query = query.Where("outcome in ?", outcomes)
		}
		if err := query.Order("line").Limit(1000).Find(&rows).Error; err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if err := yield(row); err != nil {
				return err
			}
		}
		after = rows[len(rows)-1].Line
	}
}

// StoreChecked writes what was understood of rows.
func StoreChecked(tx *db.DB, id int64, rows []*Row) error {
	type checked struct {
		Line     int               `json:"line"`
		Data     map[string]string `json:"data"`
		Notes    []string          `json:"notes"`
		Problems []cells.Problem   `json:"problems"`
		Kinds    []string          `json:"kinds"`
		Identity *string           `json:"identity"`
		MatchID  *int64            `json:"match_id"`
		Reasons  []string          `json:"reasons"`
		Decision *Decision         `json:"decision"`
		Taken    []string          `json:"taken"`
		Note     *string           `json:"note"`
	}
	list := make([]checked, len(rows))
	for i, row := range rows {
		list[i] = checked{row.Line, row.Data, OrNone(row.Notes), OrNone(row.Problems), row.Kinds, row.Identity, row.MatchID, OrNone(row.Reasons),
			row.Decision, OrNone(row.Taken), row.Note}
	}
	return tx.Exec(`update import_rows r set data = n.data, notes = n.notes, problems = n.problems, kinds = n.kinds, identity = n.identity, match_id = n.match_id,
			reasons = n.reasons, decision = n.decision, taken = n.taken, note = n.note, first_line = null, outcome = 'unchecked'
		from jsonb_to_recordset(?::jsonb) as n (line integer, data jsonb, notes jsonb, problems jsonb, kinds jsonb, identity text, match_id bigint,
			reasons jsonb, decision text, taken jsonb, note text)
		where r.import_id = ? and r.line = n.line`, JSON(list), id).Error
}

// KindsOf returns the kinds of problems, each once.
func KindsOf(problems []cells.Problem) []string {
	found := []string{}
	for _, problem := range problems {
		if !slices.Contains(found, problem.Kind) {
			found = append(found, problem.Kind)
		}
	}
	return found
}

func OrNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// StoreResults writes the outcomes of rows.
func StoreResults(tx *db.DB, id int64, rows []*Row) error {
	type result struct {
		Line     int     `json:"line"`
		Outcome  Outcome `json:"outcome"`
		RecordID *int64  `json:"record_id"`
		Made     Made    `json:"made"`
		Note     *string `json:"note"`
	}
	list := make([]result, len(rows))
	for i, row := range rows {
		list[i] = result{row.Line, row.Outcome, row.RecordID, row.Made, row.Note}
	}
	return tx.Exec(`update import_rows r set outcome = n.outcome, record_id = n.record_id, made = n.made, note = n.note
		from jsonb_to_recordset(?::jsonb) as n (line integer, outcome text, record_id bigint, made jsonb, note text)
		where r.import_id = ? and r.line = n.line`, JSON(list), id).Error
}

// JSON returns a value as JSON for a parameter; values of imports always encode.
func JSON(value any) string {
	encoded, _ := json.Marshal(value)
	return string(encoded)
}
