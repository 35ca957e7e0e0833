package duplicates

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/duplicates/fields"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
)

// ListJoined returns the joinings of associates that were not undone, newest first, for a caller who may change associates.
func ListJoined(ctx context.Context, tx *db.DB, by auth.Caller, window page.Window) ([]Joining, error) {
	of, err := window.Normalize()
	if err != nil {
		return nil, err
	}
	var found []Joining
	err = db.InWindow(joined(ctx, tx, by).Order("date_created desc, id desc"), of).Find(&found).Error
	return found, err
}

// CountJoined counts the joinings of ListJoined.
func CountJoined(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (page.Counted, error) {
	return db.CountUpTo(joined(ctx, tx, by), limit)
}

func joined(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return tx.WithContext(ctx).Model(&Joining{}).Scopes(db.Allowed(require(by) == nil)).Where("parent_id is null and undone_at is null")
}

// Separate undoes a joining of the last 30 days: the other record comes back with all that it had. It returns 404 NOT_FOUND
// for an unknown or undone one, 403 FORBIDDEN for callers who may not change associates, and 409 CONFLICT with the reason
// after 30 days and when something was built on it: a new order, service, term, document, prescription or contact, a
// change of the record, or another joining.
func Separate(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (joining Joining, err error) {
	if err := require(by); err != nil {
		return joining, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		locked := joined(ctx, tx, by).Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id)
		if joining, err = db.First[Joining](locked, errs.NotFound("Esta junção já foi desfeita.")); err != nil {
			return err
		}
		if !by.Now.Before(joining.Until()) {
			return errs.Conflict(errs.CodeConflict, "O prazo de 30 dias para desfazer acabou.")
		}
		if joining.code, err = requireUnbuilt(tx, joining); err != nil {
			return err
		}
		var parts []Joining
		if err := tx.Where("parent_id = ? and undone_at is null", joining.ID).Order("id desc").Find(&parts).Error; err != nil {
			return err
		}
		for _, part := range append(parts, joining) {
			if err := separate(tx, by, part); err != nil {
				return err
			}
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.AssociatesSeparated, Subject: joining.code,
			Details: map[string]any{"gone": joining.GoneID}})
	})
	return joining, err
}

// separate brings back what one joining changed, the last step first.
func separate(tx *db.DB, by auth.Caller, j Joining) error {
	if err := requireUnchanged(tx, j); err != nil {
		return err
	}
	for _, step := range []func(*db.DB, Joining) error{restoreKept, restoreGone, moveBack, removeAdded, restoreRemoved, restoreTerm} {
		if err := step(tx, j); err != nil {
			return err
		}
	}
	return tx.Exec("update joinings set undone_at = ?, undone_name = ? where id = ?", by.Now, by.FullName(), j.ID).Error
}

// built is something that a person does with the joined record, with the tables whose new rows show it.
type built struct{ table, where, done string }

func buildings() []built {
	return []built{
		{"orders", "user_id = @id", "há um pedido novo"},
		{"services", "(associate_user_code = @code or patient_user_code = @code)", "há um serviço novo"},
		{"contracts", "(user_code = @code or patient_user_code = @code)", "há um termo novo"},
		{"users_files", "user_id = @id", "há um arquivo novo"},
		{"prescriptions", "user_id = @id", "há uma receita nova"},
		{"users", "responsible_code = @code", "há um paciente novo"},
		{"reception", "associate_code = @code", "há um atendimento novo"},
		{"consents", "user_id = @id", "mudou uma permissão"},
		{"associate_aliases", "kept_id = @id", "outro cadastro foi juntado a este"},
	}
}

// requireUnbuilt returns the user_code of the record that stayed, or 409 CONFLICT if something was built on the joining.
func requireUnbuilt(tx *db.DB, j Joining) (code string, err error) {
	if err := tx.Raw("select user_code from users where id = ?", j.KeptID).Scan(&code).Error; err != nil {
		return "", err
	}
	if code == "" {
		return "", cannot("O cadastro que ficou não existe mais: foi juntado a outro ou excluído.")
	}
	names := map[string]any{"id": j.KeptID, "code": code, "at": j.DateCreated, "joining": j.ID, "gone": j.GoneID}
	var found []string
	for _, one := range buildings() {
		since := "date_created > @at"
		if one.table == "associate_aliases" {
			since = "gone_id <> @gone and exists (select from joinings later where later.gone_id = associate_aliases.gone_id and later.date_created > @at)"
		}
		var is bool
		if err := tx.Raw(fmt.Sprintf("select exists (select from %s where %s and %s)", one.table, one.where, since), names).Scan(&is).
			Error; err != nil {
			return "", err
		}
		if is {
			found = append(found, one.done)
		}
	}
	var signed bool
	err = tx.Raw(`select exists (select from contracts c join joining_rows r on r.joining_id = @joining and r.table_name = 'contracts' and r.row_key = c.id::text
		where r.action = 'moved' and c.completed_at > @at)`, names).Scan(&signed).Error
	if err != nil {
		return "", err
	}
	if signed {
		found = append(found, "um termo foi assinado")
	}
	if len(found) > 0 {
		return "", cannot("Depois de juntar " + fmtbr.List(found) + ". Separe à mão.")
	}
	return code, nil
}

// requireUnchanged returns 409 CONFLICT if columns that the joining changed have changed since.
func requireUnchanged(tx *db.DB, j Joining) error {
	var columns []string
	err := tx.Raw(`select key from joinings j, jsonb_object_keys(j.after) key, users u
		where j.id = ? and u.id = j.kept_id and key not in ('date_updated', 'session_token', 'session_expires')
			and to_jsonb(u) -> key is distinct from to_jsonb(jsonb_populate_record(null::users, j.after)) -> key order by key`, j.ID).Scan(&columns).
		Error
	if err != nil || len(columns) == 0 {
		return err
	}
	return cannot("O cadastro mudou depois de juntar: " + fmtbr.List(labels(columns)) + ". Separe à mão.")
}

// labels names columns as the page does.
func labels(columns []string) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, column := range columns {
		switch column {
		case "tags":
			add("etiquetas")
		case "annotations":
			add("anotações")
		}
		for _, field := range fields.All() {
			if slices.Contains(field.Columns(), column) {
				add(strings.ToLower(field.Label))
			}
		}
	}
	return names
}

func cannot(message string) error { return errs.Conflict(errs.CodeConflict, message) }

// restoreKept writes the changed columns of the record that stayed as they were.
func restoreKept(tx *db.DB, j Joining) error {
	var names string
	if err := tx.Raw("select string_agg(quote_ident(key), ', ' order by key) from joinings, jsonb_object_keys(before) key where id = ?", j.ID).
		Scan(&names).Error; err != nil {
		return err
	}
	return tx.Exec("update users set ("+names+") = (select "+names+" from jsonb_populate_record(null::users, (select before from joinings where id = ?))) where id = ?", j.ID, j.KeptID).Error
}

// restoreGone inserts the row that went. Its history has no creation but the real one, which moves back.
func restoreGone(tx *db.DB, j Joining) error {
	err := insert(tx, "users", "(select gone as content from joinings where id = ?)", j.ID)
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindConflict {
		return cannot("O e-mail de acesso ou o CPF do cadastro que saiu é agora de outra pessoa. Separe à mão.")
	}
	if err != nil {
		return err
	}
	if err := tx.Exec("delete from user_changes where user_id = ?", j.GoneID).Error; err != nil {
		return err
	}
	return tx.Exec("delete from associate_aliases where gone_id = ?", j.GoneID).Error
}

// insert inserts rows that were kept as JSON, with every column that is not generated.
func insert(tx *db.DB, table, from string, arguments ...any) error {
	var names string
	err := tx.Raw(`select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
		where attrelid = cast(? as regclass) and attnum > 0 and not attisdropped and attgenerated = ''`, table).Scan(&names).Error
	if err != nil {
		return err
	}
	return tx.Exec(fmt.Sprintf("insert into %[1]s (%[2]s) overriding system value select %[3]s from %[4]s kept, jsonb_populate_record(null::%[1]s, kept.content) as r",
		table, names, prefixed("r", names), from), arguments...).Error
}

func prefixed(alias, names string) string {
	return alias + "." + strings.ReplaceAll(names, ", ", ", "+alias+".")
}

// moveBack moves the rows back that were moved; one that was removed since stays removed.
func moveBack(tx *db.DB, j Joining) error {
	for _, of := range references {
		column, cast := "gone_id", "bigint"
		if of.byCode {
			column, cast = "cast(gone ->> 'user_code' as uuid)", "uuid"
		}
		statement := fmt.Sprintf(`update %[1]s set %[2]s = cast((select %[3]s from joinings where id = @id) as %[4]s) from joining_rows r
			where r.joining_id = @id and r.action = 'moved' and r.table_name = '%[1]s' and r.column_name = '%[2]s' and %[1]s.%[5]s = cast(r.row_key as %[6]s)`,
			of.table, of.column, column, cast, of.keyColumn(), of.keyType())
		if err := tx.Exec(statement, map[string]any{"id": j.ID}).Error; err != nil {
			return err
		}
	}
	return nil
}

// removeAdded removes the decisions that the joining added.
func removeAdded(tx *db.DB, j Joining) error {
	return tx.Exec(`delete from distinct_associates d using joining_rows r where r.joining_id = ? and r.action = 'added'
		and d.first_id = cast(r.content ->> 'first_id' as bigint) and d.second_id = cast(r.content ->> 'second_id' as bigint)`, j.ID).Error
}

// restoreRemoved inserts the rows that were set aside; those of other records that are gone since stay away.
func restoreRemoved(tx *db.DB, j Joining) error {
	tables := []string{}
	for _, of := range append(aside[:len(aside):len(aside)], references...) {
		if !slices.Contains(tables, of.table) && (of.single || slices.Contains(aside, of)) {
			tables = append(tables, of.table)
		}
	}
	for _, table := range tables {
		where := ""
		if table == "associate_pairs" || table == "distinct_associates" {
			where = ` and not exists (select from ` + table + ` p where p.first_id = cast(content ->> 'first_id' as bigint) and p.second_id = cast(content ->> 'second_id' as bigint))
				and (select count(*) from users where id in (cast(content ->> 'first_id' as bigint), cast(content ->> 'second_id' as bigint))) = 2`
		}
		err := insert(tx, table, "(select content from joining_rows where joining_id = ? and action = 'removed' and table_name = ?"+where+" order by id)", j.ID, table)
		if err != nil {
			return err
		}
	}
	return nil
}

// restoreTerm makes the term pending again that the joining voided.
func restoreTerm(tx *db.DB, j Joining) error {
	return tx.Exec(`update contracts c set status = r.content ->> 'status', voided_at = cast(r.content ->> 'voided_at' as timestamptz),
			voided_by = cast(r.content ->> 'voided_by' as uuid), void_reason = r.content ->> 'void_reason', date_updated = cast(r.content ->> 'date_updated' as timestamptz)
		from joining_rows r where r.joining_id = ? and r.action = 'changed' and c.id = cast(r.row_key as uuid)`, j.ID).Error
}

// Forget removes after 30 days what is kept of the records that went. A picture that did not stay goes too.
func Forget(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var old []struct {
			ID      int64
			Picture *int64
		}
		err := tx.Raw("select id, cast(gone ->> 'avatar_file_id' as bigint) as picture from joinings where date_created < ? and gone is not null order by id limit 500 for update skip locked",
			by.Now.Add(-UndoDays*24*time.Hour)).Scan(&old).Error
		if err != nil {
			return err
		}
		for _, one := range old {
			if err := unattached.Remove(ctx, tx, by, one.Picture); err != nil {
				return err
			}
			if err := tx.Exec("update joinings set gone = null, before = null, after = null where id = ?", one.ID).Error; err != nil {
				return err
			}
			if err := tx.Exec("delete from joining_rows where joining_id = ?", one.ID).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// MovedTo returns the record to which the id of a joined one leads; 0 if it was not joined.
func MovedTo(ctx context.Context, tx *db.DB, gone int64) (kept int64, err error) {
	err = tx.WithContext(ctx).Raw("select kept_id from associate_aliases where gone_id = ?", gone).Scan(&kept).Error
	return kept, err
}
