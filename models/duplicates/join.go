package duplicates

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"acolhe/models/duplicates/fields"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// UndoDays is the number of days in which a joining can be undone.
const UndoDays = 30

// Joining is a row of joinings.
type Joining struct {
	ID          int64      `gorm:"primaryKey"`
	ParentID    *int64     `gorm:"column:parent_id"`
	KeptID      int64      `gorm:"column:kept_id"`
	KeptName    string     `gorm:"column:kept_name"`
	GoneID      int64      `gorm:"column:gone_id"`
	GoneName    string     `gorm:"column:gone_name"`
	Moved       int        `gorm:"column:moved"`
	ActorID     int64      `gorm:"column:actor_id"`
	ActorName   string     `gorm:"column:actor_name"`
	DateCreated time.Time  `gorm:"column:date_created"`
	UndoneAt    *time.Time `gorm:"column:undone_at"`
	UndoneName  *string    `gorm:"column:undone_name"`
	// code is the user_code of the record that stays.
	code string
}

// TableName returns the name of the table.
func (Joining) TableName() string { return "joinings" }

// Until is when the joining can no longer be undone.
func (j Joining) Until() time.Time { return j.DateCreated.AddDate(0, 0, UndoDays) }

// JoinInput joins the record Gone with the record Kept.
type JoinInput struct {
	Kept, Gone int64
	// Take are the names of the fields of which the value of Gone stays.
	Take []string
	// Patients are patients of the two that are one, the one that stays first.
	Patients []Two
}

// joiner joins two records in a transaction.
type joiner struct {
	tx         *db.DB
	by         auth.Caller
	id         int64
	kept, gone fields.Record
	moved      int
}

// Join moves what belongs to one record to the other and removes the row, which leads to the other from then on. It returns
// 403 FORBIDDEN for callers who may not change associates, 404 NOT_FOUND if one does not exist, and 409 CONFLICT for an
// associate with a patient, for sample data with real data, and for patients of others.
func Join(ctx context.Context, tx *db.DB, by auth.Caller, input JoinInput) (joining Joining, err error) {
	if err := require(by); err != nil {
		return joining, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if joining, err = join(tx, by, Two{input.Kept, input.Gone}, input.Take, nil); err != nil {
			return err
		}
		for _, patients := range input.Patients {
			if err := requirePatients(tx, joining.KeptID, patients); err != nil {
				return err
			}
			if _, err := join(tx, by, patients, nil, &joining.ID); err != nil {
				return err
			}
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.AssociatesJoined, Subject: joining.code,
			Details: map[string]any{"gone": joining.GoneID, "moved": joining.Moved}})
	})
	return joining, err
}

// requirePatients returns 409 CONFLICT unless both are patients of the associate.
func requirePatients(tx *db.DB, associate int64, patients Two) error {
	var theirs int64
	err := tx.Table("users").Where("id in ? and responsible_code = (select user_code from users where id = ?)",
		[]int64{patients.First, patients.Second}, associate).Count(&theirs).Error
	if err == nil && theirs != 2 {
		return errs.Conflict(errs.CodeConflict, "Estes pacientes não são dos dois cadastros.")
	}
	return err
}

// join joins the second record with the first.
func join(tx *db.DB, by auth.Caller, two Two, take []string, parent *int64) (joining Joining, err error) {
	j := joiner{tx: tx, by: by}
	if j.kept, j.gone, err = lock(tx, two); err != nil {
		return joining, err
	}
	if err := refuse(j.kept, j.gone); err != nil {
		return joining, err
	}
	if err := refuseRights(tx, two); err != nil {
		return joining, err
	}
	before, after := fields.Merge(j.kept, j.gone, take, by)
	joining = Joining{ParentID: parent, KeptID: two.First, KeptName: j.kept.Name(), GoneID: two.Second, GoneName: j.gone.Name(),
		ActorID: by.ID, ActorName: by.FullName(), DateCreated: by.Now, code: j.kept.Text("user_code")}
	if err := tx.Create(&joining).Error; err != nil {
		return joining, err
	}
	j.id = joining.ID
	for _, step := range []func() error{j.voidSecondTerm, j.setAside, j.moveAll, j.keepDecisions, j.remove} {
		if err := step(); err != nil {
			return joining, err
		}
	}
	if err := write(tx, two.First, after); err != nil {
		return joining, err
	}
	joining.Moved = j.moved
	return joining, tx.Exec("update joinings set moved = ?, gone = ?, before = ?, after = ? where id = ?",
		j.moved, encode(j.gone), encode(before), encode(after), joining.ID).Error
}

// lock reads both rows, the older one first, so that two joinings of the same people wait for each other.
func lock(tx *db.DB, two Two) (kept, gone fields.Record, err error) {
	var rows []struct {
		ID  int64
		Row string
	}
	err = tx.Raw("select id, to_jsonb(u)::text as row from users u where id in ? order by id for update", []int64{two.First, two.Second}).
		Scan(&rows).Error
	if err != nil {
		return nil, nil, err
	}
	found := map[int64]fields.Record{}
	for _, row := range rows {
		var of fields.Record
		if err := json.Unmarshal([]byte(row.Row), &of); err != nil {
			return nil, nil, err
		}
		found[row.ID] = of
	}
	kept, gone = found[two.First], found[two.Second]
	if kept == nil || gone == nil {
		return nil, nil, errs.NotFound("Associado não encontrado. Talvez já tenha sido juntado.")
	}
	return kept, gone, nil
}

func refuse(kept, gone fields.Record) error {
	switch {
	case kept.Text("id") == gone.Text("id"):
		return errs.Conflict(errs.CodeConflict, "São o mesmo cadastro.")
	case (kept.Text("status") == "patient") != (gone.Text("status") == "patient"):
		return errs.Conflict(errs.CodeConflict, "Um associado não se junta com um paciente.")
	case string(kept["is_sample"]) != string(gone["is_sample"]):
		return errs.Conflict(errs.CodeConflict, "Um dos cadastros é de exemplo.")
	}
	return nil
}

// refuseRights returns 409 CONFLICT while one of the two has an open request of the LGPD, is about to be erased, or was.
func refuseRights(tx *db.DB, two Two) error {
	var found int64
	both := []int64{two.First, two.Second}
	err := tx.Raw(`select (select count(*) from privacy_requests where user_id in ? and state = 'open')
		+ (select count(*) from erasures where user_id in ? and state <> 'cancelled')`, both, both).Scan(&found).Error
	if err == nil && found > 0 {
		return errs.Conflict(errs.CodeConflict, "Um dos cadastros tem um pedido de privacidade. Responda a ele antes de juntar.")
	}
	return err
}

// voidSecondTerm voids the term to sign of the record that goes, if the other has one too: a person has one at a time.
func (j *joiner) voidSecondTerm() error {
	var pending []struct{ ID, UserCode string }
	err := j.tx.Raw("select id, user_code from contracts where status = 'pending' and user_code in ?",
		[]string{j.kept.Text("user_code"), j.gone.Text("user_code")}).
		Scan(&pending).Error
	if err != nil || len(pending) < 2 {
		return err
	}
	err = j.tx.Exec(`insert into joining_rows (joining_id, action, table_name, row_key, content)
		select ?, 'changed', 'contracts', id::text, jsonb_build_object('status', status, 'voided_at', voided_at, 'voided_by', voided_by, 'void_reason', void_reason,
			'date_updated', date_updated)
		from contracts where status = 'pending' and user_code = ?`, j.id, j.gone.Text("user_code")).Error
	if err != nil {
		return err
	}
	return j.tx.Exec("update contracts set status = 'voided', voided_at = ?, void_reason = ?, date_updated = ? where status = 'pending' and user_code = ?",
		j.by.Now, "Os cadastros da pessoa foram juntados.", j.by.Now, j.gone.Text("user_code")).Error
}

// setAside keeps the rows that belong to the record that goes alone.
func (j *joiner) setAside() error {
	for _, of := range aside {
		if err := j.removeRows(of.table, of.column+" = ?", j.gone.Text("id")); err != nil {
			return err
		}
	}
	for _, of := range references {
		if !of.single {
			continue
		}
		err := j.removeRows(of.table, of.column+" = ? and exists (select from "+of.table+" other where other."+of.column+" = ?)",
			j.gone.Text("id"), j.kept.Text("id"))
		if err != nil {
			return err
		}
	}
	return nil
}

// removeRows deletes rows and keeps them with the joining.
func (j *joiner) removeRows(table, where string, arguments ...any) error {
	statement := fmt.Sprintf(`with removed as (delete from %[1]s where %[2]s returning *)
		insert into joining_rows (joining_id, action, table_name, content) select ?, 'removed', '%[1]s', to_jsonb(removed) from removed`, table,
		where)
	return j.tx.Exec(statement, append(arguments, j.id)...).Error
}

// moveAll moves every other row.
func (j *joiner) moveAll() error {
	for _, of := range references {
		from, to, cast := j.gone.Text("id"), j.kept.Text("id"), "bigint"
		if of.byCode {
			from, to, cast = j.gone.Text("user_code"), j.kept.Text("user_code"), "uuid"
		}
		key := of.keyColumn()
		if key == of.column {
			key = to // the key changes with the row
		} else {
			key = of.table + "." + key
		}
		// The key of a moved row is that which it has afterwards.
		statement := fmt.Sprintf(`with moved as (update %[1]s set %[2]s = cast(? as %[3]s) where %[2]s = cast(? as %[3]s) returning cast(%[4]s as text) as key)
			insert into joining_rows (joining_id, action, table_name, column_name, row_key) select ?, 'moved', '%[1]s', '%[2]s', key from moved`,
			of.table, of.column, cast, key)
		done := j.tx.Exec(statement, to, from, j.id)
		if done.Error != nil {
			return done.Error
		}
		j.moved += int(done.RowsAffected)
	}
	return nil
}

// keepDecisions keeps for the record that stays that others are not the same person.
func (j *joiner) keepDecisions() error {
	return j.tx.Exec(`with others as (
			select (content ->> 'author_name') as author_name, cast(content ->> 'date_created' as timestamptz) as date_created,
				cast(case when content ->> 'first_id' = @gone then content ->> 'second_id' else content ->> 'first_id' end as bigint) as other
			from joining_rows where joining_id = @joining and action = 'removed' and table_name = 'distinct_associates'
		), added as (
			insert into distinct_associates (first_id, second_id, author_name, date_created)
			select least(other, cast(@kept as bigint)), greatest(other, cast(@kept as bigint)), author_name, date_created from others
			where other <> cast(@kept as bigint)
			on conflict do nothing returning *
		)
		insert into joining_rows (joining_id, action, table_name, content) select @joining, 'added', 'distinct_associates', to_jsonb(added) from added`,
		map[string]any{"joining": j.id, "gone": j.gone.Text("id"), "kept": j.kept.Text("id")}).Error
}

// remove deletes the row that goes, which leads to the other from then on.
func (j *joiner) remove() error {
	if err := j.tx.Exec("delete from users where id = ?", j.gone.Text("id")).Error; err != nil {
		return err
	}
	return j.tx.Exec("insert into associate_aliases (gone_id, gone_code, kept_id) values (?, ?, ?)",
		j.gone.Text("id"), j.gone.Text("user_code"), j.kept.Text("id")).Error
}

// write sets columns of a row of users.
func write(tx *db.DB, id int64, columns fields.Record) error {
	names := make([]string, 0, len(columns))
	for name := range columns {
		names = append(names, name)
	}
	slices.Sort(names)
	list := strings.Join(names, ", ")
	return tx.Exec("update users set ("+list+") = (select "+list+" from jsonb_populate_record(null::users, cast(? as jsonb))) where id = ?",
		encode(columns), id).Error
}

func encode(of fields.Record) string {
	encoded, _ := json.Marshal(of) // members are JSON already
	return string(encoded)
}
