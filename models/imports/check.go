package imports

import (
	"context"
	"slices"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
)

// checkRows is the number of rows that are checked at once.
const checkRows = 500

// target is what the rows of a kind become.
type target struct {
	label, file string
	fields      func() []cells.Field
	// identity identifies a record within the file; empty for one that may repeat.
	identity func(values map[string]string) string
	// check finds what only stored rows show: matches, and problems that the verb would report. It stores nothing.
	check func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error
	// run stores rows and sets their outcomes.
	run func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error
	// undo removes what a row made, or returns why it stays.
	undo func(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) (kept string, err error)
	// grouped is set for a record of several lines, newCheck returns a check of records with all their lines.
	grouped  bool
	newCheck func() kinds.SaleCheck
	// built selects the name of the record of the row r if others have worked with it.
	built string
}

// check understands every row, finds twins in the file and in the database, and settles what happens to each.
func (w Worker) check(ctx context.Context, row Import) error {
	by, style, err := w.prepareCheck(ctx, row)
	if err != nil {
		return err
	}
	for last := row.Reached; ; {
		var rows []*Row
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
			if err := storeChecked(tx, row.ID, rows); err != nil {
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
		if err := decideByDefault(tx, row.ID, row.Kind.Fields()); err != nil {
			return err
		}
		if err := settle(tx, row.ID); err != nil {
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
	style, err := row.styleAt(ctx, w.DB, by)
	return by, style, err
}

// styleAt returns how the cells are written, with today in the zone of the association and the commonest area code.
func (i Import) styleAt(ctx context.Context, tx *db.DB, by auth.Caller) (cells.Style, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return cells.Style{}, err
	}
	style := i.style()
	style.Today = civil.Of(by.Now.In(zone))
	style.AreaCode, err = i.areaCode(ctx, tx)
	return style, err
}

// areaCode returns the commonest area code of the first phones; empty without any.
func (i Import) areaCode(ctx context.Context, tx *db.DB) (string, error) {
	at := slices.IndexFunc(i.Columns, func(column cells.Column) bool { return column.Field == "phone" })
	if at < 0 {
		return "", nil
	}
	var phones []string
	err := tx.WithContext(ctx).Table("import_rows").Where("import_id = ? and cells ->> "+placeOf(at)+" <> ''", i.ID).Order("line").Limit(1000).
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

// understand fills what is derived of rows. It keeps decisions of a person.
func (i Import) understand(ctx context.Context, tx *db.DB, by auth.Caller, style cells.Style, rows []*Row) error {
	of := targets[i.Kind]
	for _, row := range rows {
		record := i.record(*row, style)
		row.Data, row.Notes, row.Problems = record.Values, record.Notes, record.Problems
		row.MatchID, row.Reasons, row.Identity, row.FirstLine = nil, nil, nil, nil
		if identity := of.identity(record.Values); identity != "" {
			row.Identity = &identity
		}
	}
	if err := of.check(ctx, tx, by, rows); err != nil {
		return err
	}
	for _, row := range rows {
		row.Kinds = kindsOf(row.Problems)
	}
	return nil
}

// kindsOf returns the kinds of problems, each once.
func kindsOf(problems []cells.Problem) []string {
	found := []string{}
	for _, problem := range problems {
		if !slices.Contains(found, problem.Kind) {
			found = append(found, problem.Kind)
		}
	}
	return found
}

// storeChecked writes what was understood of rows.
func storeChecked(tx *db.DB, id int64, rows []*Row) error {
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
		list[i] = checked{row.Line, row.Data, orNone(row.Notes), orNone(row.Problems), row.Kinds, row.Identity, row.MatchID, orNone(row.Reasons),
			row.Decision, orNone(row.Taken), row.Note}
	}
	return tx.Exec(`update import_rows r set data = n.data, notes = n.notes, problems = n.problems, kinds = n.kinds, identity = n.identity, match_id = n.match_id,
			reasons = n.reasons, decision = n.decision, taken = n.taken, note = n.note, first_line = null, outcome = 'unchecked'
		from jsonb_to_recordset(?::jsonb) as n (line integer, data jsonb, notes jsonb, problems jsonb, kinds jsonb, identity text, match_id bigint,
			reasons jsonb, decision text, taken jsonb, note text)
		where r.import_id = ? and r.line = n.line`, asJSON(list), id).Error
}

func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// findRepeated finds records that the file has twice. A later line with a further patient belongs to the first one; any other
// is a problem, as is an e-mail with which two people would sign in.
func (i Import) findRepeated(ctx context.Context, tx *db.DB, by auth.Caller) error {
	id := i.ID
	if targets[i.Kind].grouped {
		if err := findGroups(tx, id); err != nil {
			return err
		}
		return i.checkSales(ctx, tx, by)
	}
	for _, statement := range []string{
		`update import_rows r set first_line = f.first
			from (select identity, min(line) as first from import_rows where import_id = @id and identity is not null group by identity having count(*) > 1) f
			where r.import_id = @id and r.identity = f.identity and r.line > f.first`,
		`update import_rows r set kinds = r.kinds || '["twice"]', problems = r.problems || jsonb_build_object('kind', 'twice', 'field', '', 'value', r.first_line::text)
			where r.import_id = @id and r.first_line is not null and not jsonb_exists(r.kinds, 'twice') and (r.data ->> 'patient_name' is null or exists (
				select from import_rows e where e.import_id = @id and e.identity = r.identity and e.line < r.line and fold(e.data ->> 'patient_name') = fold(r.data ->> 'patient_name')))`,
		`update import_rows r set kinds = r.kinds || '["email_twice:email"]', problems = r.problems || jsonb_build_object('kind', 'email_twice:email', 'field', 'email',
				'value', r.data ->> 'email', 'fix', 'contact')
			from (select data ->> 'email' as email, min(line) as first from import_rows where import_id = @id and data ->> 'email' is not null and first_line is null
				group by 1 having count(*) > 1) f
			where r.import_id = @id and r.data ->> 'email' = f.email and r.line > f.first and r.first_line is null and not jsonb_exists(r.kinds, 'email_twice:email')`,
	} {
		if err := tx.Exec(statement, map[string]any{"id": id}).Error; err != nil {
			return err
		}
	}
	return i.checkSales(ctx, tx, by)
}

// decideByDefault gives each kind of problem of the rows its default action, unless the person decided before.
func decideByDefault(tx *db.DB, id int64, fields []cells.Field) error {
	var kinds []string
	err := tx.Raw("select distinct jsonb_array_elements_text(kinds) as kind from import_rows where import_id = ? and kinds <> '[]' order by 1",
		id).Scan(&kinds).Error
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		var action *cells.Action
		if standard := cells.KindOf(kind, fields).Default; standard != "" {
			action = &standard
		}
		if err := tx.Exec("insert into import_decisions (import_id, kind, action) values (?, ?, ?) on conflict do nothing", id, kind, action).
			Error; err != nil {
			return err
		}
	}
	return nil
}

// settle computes what happens to every row of an import, by its problems, matches and the decisions.
func settle(tx *db.DB, id int64) error {
	for _, statement := range []string{
		`update import_rows r set outcome = n.outcome from (
			select r.line, case
				when r.decision = 'leave_out' or r.data ->> 'left_out' is not null then 'left_out'
				when k.open then 'problem'
				when k.left_out then 'left_out'
				when jsonb_exists(r.kinds, 'twice') then 'skip'
				when r.first_line is not null then 'attach'
				when r.match_id is null or r.decision = 'new' then 'create'
				when r.decision is null then 'duplicate'
				else r.decision end as outcome
			from import_rows r left join lateral (
				select bool_or(d.action is null) as open, bool_or(d.action = 'leave_out') as left_out
				from jsonb_array_elements_text(r.kinds) as kind left join import_decisions d on d.import_id = r.import_id and d.kind = kind.value
				where r.kinds <> '[]') k on r.kinds <> '[]'
			where r.import_id = @id and r.outcome not in ('blank', 'total') and r.record_id is null) n
		where r.import_id = @id and r.line = n.line and r.outcome is distinct from n.outcome`,
		`update import_rows r set outcome = 'left_out' from import_rows f
			where r.import_id = @id and r.outcome in ('attach', 'skip') and r.first_line is not null and f.import_id = @id and f.line = r.first_line and f.outcome = 'left_out'`,
		// An order without one of its lines would be another one.
		`update import_rows r set outcome = 'left_out' from import_rows o
			where r.import_id = @id and r.outcome in ('create', 'attach') and o.import_id = @id and o.outcome = 'left_out'
				and coalesce(o.first_line, o.line) = coalesce(r.first_line, r.line) and exists (select from imports where id = @id and kind = 'orders')`,
	} {
		if err := tx.Exec(statement, map[string]any{"id": id}).Error; err != nil {
			return err
		}
	}
	return nil
}
