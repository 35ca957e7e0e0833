package staging

import (
	"context"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/fmtbr"
)

// MaxListed is the number of imports and of rows that a page lists.
const MaxListed = 100

// Counts are the numbers of rows by their outcome.
type Counts map[Outcome]int

// Count counts the rows of an import.
func Count(ctx context.Context, tx *db.DB, id int64) (Counts, error) {
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

// Input selects rows of an import.
type Input struct {
	ID int64
	// Kind is that of a problem, Outcomes those of the rows; empty for any.
	Kind     string
	Outcomes []Outcome
	// After is the line after which the rows begin.
	After int
}

// List returns up to 100 rows in the order of the file.
func List(ctx context.Context, tx *db.DB, input Input) ([]Row, error) {
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

// ReasonOut names why rows of a kind with these fields stayed out, in Portuguese.
func ReasonOut(fields []cells.Field, group OutGroup) string {
	switch {
	case group.Note != "":
		return group.Note
	case group.Kind != "":
		return cells.KindOf(group.Kind, fields).Title
	case group.Outcome == Total:
		return "Linhas de total"
	case group.Outcome == Blank:
		return "Títulos repetidos"
	}
	return "Deixadas de fora por você"
}

// Built are the created records of an import that stay if it is undone now.
type Built struct {
	Line int
	ID   int64
	Name string
}

// ListBuilt returns up to MaxListed created records of an import whose name a query of the row r selects, and their number.
func ListBuilt(ctx context.Context, tx *db.DB, id int64, of string) (built []Built, count int, err error) {
	var found []struct {
		Built
		Count int
	}
	err = tx.WithContext(ctx).Raw(`select r.line, r.record_id as id, b.name, count(*) over () as count from import_rows r
			cross join lateral (`+of+`) as b (name) where r.import_id = ? and r.outcome = 'created' order by r.line limit ?`, id, MaxListed).
		Scan(&found).Error
	for _, one := range found {
		built, count = append(built, one.Built), one.Count
	}
	return built, count, err
}
