package staging

import (
	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
)

// DecideByDefault gives each kind of problem of the rows its default action, unless the person decided before.
func DecideByDefault(tx *db.DB, id int64, fields []cells.Field) error {
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

// Settle computes what happens to every row of an import, by its problems, matches and the decisions.
func Settle(tx *db.DB, id int64) error {
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

// FindRepeated finds records that the file has twice. A later line with a further patient belongs to the first one; any other
// is a problem, as is an e-mail with which two people would sign in.
func FindRepeated(tx *db.DB, id int64) error {
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
	return nil
}
