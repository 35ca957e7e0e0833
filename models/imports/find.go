package imports

import (
	"context"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// MaxListed is the number of imports and of rows that a page lists.
const MaxListed = 100

// List returns the latest imports.
func List(ctx context.Context, tx *db.DB, by auth.Caller) ([]Import, error) {
	if err := require(by); err != nil {
		return nil, err
	}
	var found []Import
	err := tx.WithContext(ctx).Order("date_created desc, id desc").Limit(MaxListed).Find(&found).Error
	return found, err
}

// FindFor returns an import to an administrator; an unknown one is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	if err := require(by); err != nil {
		return Import{}, err
	}
	return db.First[Import](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Importação não encontrada."))
}

// Counts are the numbers of rows by their outcome.
type Counts map[Outcome]int

// CountRows counts the rows of an import.
func CountRows(ctx context.Context, tx *db.DB, id int64) (Counts, error) {
	var rows []struct {
		Outcome Outcome
		Count   int
	}
	err := tx.WithContext(ctx).Raw("select outcome, count(*) as count from import_rows where import_id = ? group by outcome order by outcome",
		id).Scan(&rows).Error
	counts := Counts{}
	for _, row := range rows {
		counts[row.Outcome] = row.Count
	}
	return counts, err
}

// Entering is the number of rows that the import stores or joins.
func (c Counts) Entering() int { return c[Create] + c[Attach] + c[Join] }

// Open is the number of rows that wait for a decision.
func (c Counts) Open() int { return c[Problem] + c[Duplicate] }

// Out is the number of rows that stay out.
func (c Counts) Out() int { return c[Blank] + c[Total] + c[LeftOut] + c[WasRefused] }

// All is the number of rows.
func (c Counts) All() (all int) {
	for _, count := range c {
		all += count
	}
	return all
}

// OpenText names what waits for a decision: "11 linhas e 7 duplicados".
func (c Counts) OpenText() string {
	var parts []string
	if c[Problem] > 0 {
		parts = append(parts, fmtbr.Plural(c[Problem], "linha", "linhas"))
	}
	if c[Duplicate] > 0 {
		parts = append(parts, fmtbr.Plural(c[Duplicate], "duplicado", "duplicados"))
	}
	return strings.Join(parts, " e ")
}

// ProblemGroup is a kind of problem with its rows.
type ProblemGroup struct {
	Kind   string
	Action cells.Action
	Rows   int
	// FirstLine and LastLine are those of its rows, Value a cell with it.
	FirstLine, LastLine int
	Value               string
}

// ListProblems returns the kinds of problems, most rows first.
func ListProblems(ctx context.Context, tx *db.DB, id int64) ([]ProblemGroup, error) {
	var found []ProblemGroup
	err := tx.WithContext(ctx).Raw(`select d.kind, coalesce(d.action, '') as action, count(*) as rows, min(r.line) as first_line, max(r.line) as last_line,
			(array_agg(p ->> 'value' order by r.line))[1] as value
		from import_decisions d join import_rows r on r.import_id = d.import_id and r.kinds <> '[]' and jsonb_exists(r.kinds, d.kind)
		left join lateral (select e as p from jsonb_array_elements(r.problems) e where e ->> 'kind' = d.kind limit 1) one on true
		where d.import_id = ? and r.decision is distinct from 'leave_out'
		group by d.kind, d.action order by count(*) desc, d.kind limit 200`, id).Scan(&found).Error
	return found, err
}

// RowsInput selects rows of an import.
type RowsInput struct {
	ID int64
	// Kind is that of a problem, Outcomes those of the rows; empty for any.
	Kind     string
	Outcomes []Outcome
	// After is the line after which the rows begin.
	After int
}

// ListRows returns up to 100 rows in the order of the file.
func ListRows(ctx context.Context, tx *db.DB, input RowsInput) ([]Row, error) {
	query := tx.WithContext(ctx).Where("import_id = ? and line > ?", input.ID, input.After)
	if input.Kind != "" {
		query = query.Where("kinds <> '[]' and jsonb_exists(kinds, ?)", input.Kind)
	}
	if len(input.Outcomes) > 0 {
		query = query.Where("outcome in ?", input.Outcomes)
	}
	var found []Row
	err := query.Order("line").Limit(MaxListed).Find(&found).Error
	return found, err
}

// ListMatches returns up to 500 rows whose person may be stored already: the undecided first to be decided, in the order of
// the file.
func ListMatches(ctx context.Context, tx *db.DB, id int64) ([]Row, error) {
	var found []Row
	err := tx.WithContext(ctx).Where("import_id = ? and match_id is not null and outcome in ('duplicate', 'join', 'skip', 'create')", id).
		Order("line").Limit(500).Find(&found).Error
	return found, err
}

// EachRow calls yield with every row of the given outcomes, in the order of the file.
func EachRow(ctx context.Context, tx *db.DB, id int64, outcomes []Outcome, yield func(Row) error) error {
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

// Samples returns the first values of each column that are not blank, up to three different ones, and how many of the first
// rows are blank.
func Samples(ctx context.Context, tx *db.DB, row Import) (values [][]string, err error) {
	var rows []Row
	err = tx.WithContext(ctx).Select("import_id", "line", "cells", "edits").
		Where("import_id = ? and outcome not in ('blank', 'total')", row.ID).Order("line").Limit(sampleRows).Find(&rows).Error
	values = make([][]string, len(row.Headers))
	for _, staged := range rows {
		for column := range values {
			values[column] = append(values[column], staged.Cell(column))
		}
	}
	return values, err
}

// OutGroup is a reason for which rows stayed out, with their number and the first of their lines.
type OutGroup struct {
	Outcome Outcome
	// Kind is that of the problem for which they were left out, Note what the run said; both may be empty.
	Kind, Note string
	Rows       int
	FirstLine  int
}

// OtherLineOut is why a row stays out for which there is no reason of its own.
const OtherLineOut = "Outra linha do mesmo registro ficou de fora"

// ListOut returns why rows stayed out, most rows first.
func ListOut(ctx context.Context, tx *db.DB, id int64) ([]OutGroup, error) {
	var found []OutGroup
	err := tx.WithContext(ctx).Raw(`select outcome, coalesce((select min(d.kind) from import_decisions d
				where d.import_id = r.import_id and d.action = 'leave_out' and jsonb_exists(r.kinds, d.kind)), '') as kind,
			case when outcome = 'refused' then coalesce(note, '')
				when outcome = 'left_out' and decision is null and data ->> 'left_out' is null and not exists (select from import_decisions d
					where d.import_id = r.import_id and d.action = 'leave_out' and jsonb_exists(r.kinds, d.kind)) then @other else '' end as note,
			count(*) as rows, min(line) as first_line
		from import_rows r where import_id = @id and outcome in ('blank', 'total', 'left_out', 'refused')
		group by 1, 2, 3 order by rows desc, first_line limit 50`, map[string]any{"id": id, "other": OtherLineOut}).Scan(&found).Error
	return found, err
}

// ReasonOut names why rows stayed out, in Portuguese.
func ReasonOut(kind Kind, group OutGroup) string {
	switch {
	case group.Note != "":
		return group.Note
	case group.Kind != "":
		return cells.KindOf(group.Kind, kind.Fields()).Title
	case group.Outcome == Total:
		return "Linhas de total"
	case group.Outcome == Blank:
		return "Títulos repetidos"
	}
	return "Deixadas de fora por você"
}
