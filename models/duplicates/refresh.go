package duplicates

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

const (
	// compareAll is after how long all records are compared again.
	compareAll = 24 * time.Hour
	// overlap covers changes whose transaction ended after a later one.
	overlap = 5 * time.Minute
	// maxChanged is the number of changed records from which comparing all is quicker.
	maxChanged = 2_000
	// maxSharing is the number of records that may share a value: a phone of more is that of a clinic, not of a person.
	maxSharing = 8
)

// refresh is the periodic job that compares the records that changed.
type refresh struct{}

// Kind returns the name of the job in the queue.
func (refresh) Kind() string { return "refresh_duplicates" }

func refreshAndForget(ctx context.Context, tx *db.DB, by auth.Caller) error {
	if err := Refresh(ctx, tx, by); err != nil {
		return err
	}
	return Forget(ctx, tx, by)
}

// Refresh compares the associates that changed since the last time with all others, and once a day all of them.
func Refresh(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var state struct{ ComparedAt, RefreshedAt *time.Time }
		// The lock keeps two jobs from writing the same pairs.
		if err := tx.Raw("select compared_at, refreshed_at from associate_pair_state for update").Scan(&state).Error; err != nil {
			return err
		}
		if state.ComparedAt == nil || by.Now.Sub(*state.ComparedAt) >= compareAll {
			return compareAllOf(tx, by)
		}
		var changed []int64
		err := tx.Raw("select id from users where status <> 'patient' and date_updated > ? order by date_updated desc, id desc limit ?",
			state.RefreshedAt.Add(-overlap), maxChanged).Scan(&changed).Error
		if err != nil {
			return err
		}
		if len(changed) == maxChanged {
			return compareAllOf(tx, by)
		}
		if len(changed) > 0 {
			if err := compare(tx, by, changed); err != nil {
				return err
			}
		}
		return tx.Exec("update associate_pair_state set refreshed_at = ?", by.Now).Error
	})
}

func compareAllOf(tx *db.DB, by auth.Caller) error {
	if err := tx.Exec(comparison("true", "true"), map[string]any{"now": by.Now, "sharing": maxSharing}).Error; err != nil {
		return err
	}
	return tx.Exec("update associate_pair_state set compared_at = ?, refreshed_at = ?", by.Now, by.Now).Error
}

// compare finds the pairs of these associates again: with those that have one of their values, which indexes find.
func compare(tx *db.DB, by auth.Caller, changed []int64) error {
	var near []int64
	if err := tx.Raw(sharing, map[string]any{"changed": changed}).Scan(&near).Error; err != nil {
		return err
	}
	near = append(near, changed...)
	return tx.Exec(comparison("id in @near", "(first_id in @changed or second_id in @changed)"),
		map[string]any{"now": by.Now, "sharing": maxSharing, "near": near, "changed": changed}).Error
}

// sharing finds the associates with a value of some others.
const sharing = `
with mine as (select * from users where id in @changed)
select u.id from mine join users u on u.phone in (mine.phone, mine.phone_secondary) and u.status <> 'patient'
union select u.id from mine join users u on u.phone_secondary in (mine.phone, mine.phone_secondary) and u.status <> 'patient'
union select u.id from mine join users u on u.email_account in (mine.email_account, mine.email) and u.status <> 'patient'
union select u.id from mine join users u on u.email in (mine.email_account, mine.email) and u.status <> 'patient'
union select u.id from mine join users u on u.cpf in (mine.associate_cpf, mine.cpf) and u.status <> 'patient'
union select u.id from mine join users u on u.associate_cpf in (mine.associate_cpf, mine.cpf) and u.status <> 'patient'
union select u.id from mine join users u on fold(u.associate_name) = fold(mine.associate_name) and u.status <> 'patient' where mine.associate_name is not null
union select u.id from mine join users u on u.cep = mine.cep and u.number = mine.number and u.status <> 'patient'
union select u.id from mine join users p on p.responsible_code = mine.user_code join users other on other.cpf = p.cpf and other.status = 'patient'
	join users u on u.user_code = other.responsible_code`

// comparison is the statement that replaces the pairs of a scope with those of the records that may be in one.
func comparison(records, scope string) string {
	return strings.NewReplacer("{records}", records, "{scope}", scope).Replace(`
with records as (
	select * from users where status <> 'patient' and {records}
), keyed as (
	select id, 'cpf' as reason, value from records, unnest(array[associate_cpf, cpf]) value where value is not null
	union select id, 'email', value from records, unnest(array[email_account, email]) value where value is not null
	union select id, 'phone', value from records, unnest(array[phone, phone_secondary]) value where value is not null
	union select id, 'name', fold(associate_name) || '|' || birth_date from records where associate_name is not null and birth_date is not null
	union select id, 'address', cep || '|' || lower(number) from records where cep is not null and number <> ''
	union select records.id, 'patient_cpf', p.cpf from records join users p on p.responsible_code = records.user_code where p.cpf is not null
), shared as (
	select reason, value, array_agg(id order by id) as ids from keyed group by reason, value having count(*) between 2 and @sharing
), hits as (
	select distinct reason, one.id as first_id, other.id as second_id
	from shared, unnest(ids) one(id), unnest(ids) other(id) where one.id < other.id
), pairs as (
	select first_id, second_id, array_agg(reason) as reasons from hits group by first_id, second_id
), described as (
	select p.*, a.birth_date = b.birth_date as same_birth, a.birth_date <> b.birth_date as other_birth,
		similarity(fold(coalesce(a.associate_name, '')), fold(coalesce(b.associate_name, ''))) as alike
	from pairs p join users a on a.id = p.first_id join users b on b.id = p.second_id
	where a.is_sample = b.is_sample and not exists (select from distinct_associates d where d.first_id = p.first_id and d.second_id = p.second_id)
), weighed as (
	select first_id, second_id, reason, worth, place from described, lateral (values
		('cpf', 100, 1, 'cpf' = any (reasons)), ('name', 80, 2, 'name' = any (reasons)), ('patient_cpf', 60, 3, 'patient_cpf' = any (reasons)),
		('email', 50, 4, 'email' = any (reasons)), ('phone', 40, 5, 'phone' = any (reasons)),
		('birth', 30, 6, same_birth and not 'name' = any (reasons)), ('address', 15, 7, 'address' = any (reasons)),
		('similar_name', 20, 8, alike >= 0.45 and not 'name' = any (reasons)), ('other_birth', -25, 9, other_birth)
	) as worths (reason, worth, place, holds)
	where holds and (reasons <> '{address}' or alike >= 0.45)
), found as (
	select first_id, second_id, sum(worth) as score, array_agg(reason order by place) as reasons from weighed group by first_id, second_id
), gone as (
	delete from associate_pairs p where {scope} and not exists (select from found f where f.first_id = p.first_id and f.second_id = p.second_id)
)
insert into associate_pairs (first_id, second_id, score, reasons, date_created)
select first_id, second_id, score, reasons, cast(@now as timestamptz) from found where {scope}
on conflict (first_id, second_id) do update set score = excluded.score, reasons = excluded.reasons`)
}

func parseReasons(joined string) []Reason {
	var reasons []Reason
	for _, reason := range strings.Split(joined, ",") {
		if reason != "" {
			reasons = append(reasons, Reason(reason))
		}
	}
	return reasons
}
