package duplicates_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"acolhe/models/duplicates"
	"acolhe/models/duplicates/fields"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// strings of one column.
func column(t *testing.T, tx *db.DB, sql string, arguments ...any) []string {
	t.Helper()
	var found []string
	if err := tx.Raw(sql, arguments...).Scan(&found).Error; err != nil {
		t.Fatal(sql, err)
	}
	return found
}

// Each column of the database that refers to a person is known to the joining, declared as a foreign key or not.
func TestReferences_EveryOne(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	known := duplicates.Known()
	keys := column(t, tx, `select c.conrelid::regclass || '.' || a.attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
		where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conparentid = 0`)
	// Columns with the names of such keys in tables that are neither logs nor derived.
	named := column(t, tx, `select c.table_name || '.' || c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
			and c.column_name in ('user_id', 'associate_id', 'associate_code', 'associate_user_code', 'patient_id', 'patient_user_code', 'responsible_code', 'kept_id')
			and c.table_name not like '%\_steps' and c.table_name not in ('joinings')`)
	for _, key := range append(keys, named...) {
		if !slices.Contains(known, key) {
			t.Errorf("joining does not know %s: add it to models/duplicates/references.go", key)
		}
	}
	// A key that can stand once for each person needs a rule for two.
	unique := column(t, tx, `select distinct c.conrelid::regclass::text from pg_constraint c join pg_index i on i.indrelid = c.conrelid and i.indisunique and c.conkey[1] = any (i.indkey)
		where c.contype = 'f' and c.confrelid = 'users'::regclass`)
	ruled := append(duplicates.Singles(), "contracts", "last_orders", "member_cards", "order_drafts", "person_exports", "privacy_requests", "read_reasons")
	for _, table := range unique {
		if !slices.Contains(ruled, table) {
			t.Errorf("%s has one row for each person", table)
		}
	}
}

// logs are what a joining leaves behind when it was undone.
func isLog(table string) bool {
	return slices.Contains([]string{"user_changes", "security_events", "joinings", "joining_rows", "log_blocks", "goose_db_version",
		"counters"}, table) ||
		strings.HasSuffix(table, "_steps") || strings.HasPrefix(table, "river_") || strings.HasPrefix(table, "webhook_")
}

// dump returns all rows of all tables but the logs.
func dump(t *testing.T, tx *db.DB) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, table := range column(t, tx, "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'") {
		if isLog(table) {
			continue
		}
		var rows string
		if err := tx.Raw("select coalesce(string_agg(to_jsonb(t)::text, e'\n' order by to_jsonb(t)::text), '') from " + table + " t").Scan(&rows).
			Error; err != nil {
			t.Fatal(table, err)
		}
		found[table] = rows
	}
	// The counters are changes, to sum.
	found["counts"] = strings.Join(column(t, tx,
		"select concat_ws(' ', subject, key, sum(change)) from counters group by subject, key having sum(change) <> 0 order by subject, key"),
		",")
	found["history"] = strings.Join(column(t, tx,
		"select id || ' of ' || user_id from user_changes where id <= (select min(last) from (select coalesce(max(id), 0) as last from user_changes where date_created < ?) l) order by id", dbtest.Today), ",")
	return found
}

// attachments insert something that hangs on a person, each with :id, :code, :n (a number of its own), :by and :at.
var attachments = []string{
	`insert into orders (id, user_id, user_code, name_associate, items, total, status, date_created) values (:n, :id, ':code', 'Pessoa', '[{"code": "OLEO-30", "name": "Óleo", "amount": 290.00, "quantity": 1}]', 290, 'Aguardando pagamento', ':at')`,
	`insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, status, date_created) values (:n, 'S-:n', ':code', 'Pessoa', 1, 'Renata', 'medic', 'Aguardando Pagamento', ':at')`,
	`insert into services (id, service_code, associate_user_code, associate_name, patient_user_code, patient_name, professional_id, professional_name, type, status, date_created) values (:n, 'P-:n', ':code', 'Pessoa', ':patient', 'Paciente', 1, 'Renata', 'medic', 'Aguardando Pagamento', ':at')`,
	`insert into reception (id, name, status, source, associate_code, is_associate, date_created) values (:n, 'Pessoa', 'waiting', 'public', ':code', true, ':at')`,
	`insert into contracts (signing_token, signing_token_encrypted, encryption_key_id, signing_expires, kind, user_code, content_json, content_sha256, status, completed_at, date_created) values (sha256('s:n'), sha256('e'), 'k', ':at', 'self', ':code', '{"type": "doc"}', repeat('a', 64), 'completed', ':at', ':at')`,
	`insert into contracts (signing_token, signing_token_encrypted, encryption_key_id, signing_expires, kind, user_code, patient_user_code, content_json, content_sha256, date_created) select sha256('s:n'), sha256('e'), 'k', ':at', 'with_patient', ':code', ':patient', '{"type": "doc"}', repeat('a', 64), ':at' where not exists (select from contracts where user_code = ':code' and status = 'pending')`,
	`with f as (insert into files (id, file_name, content_type, size, sha256, storage_key) values (:n, 'rg.pdf', 'application/pdf', 1, repeat('a', 64), 'k:n') returning id) insert into users_files (id, file_id, user_id, doc_type, side, subject, date_created) select :n, id, :id, 'rg', 'front', 'responsible', ':at' from f`,
	`insert into document_requests (id, user_id, patient_id, subject, doc_type, side, reason, date_created) values (:n, :id, :pid, 'responsible', 'rg', 'front', 'Ilegível', ':at')`,
	`insert into prescriptions (id, user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items, date_created) values (:n, :id, 'Dra.', 'CRM', '1', 'SC', '2026-01-01', '2026-12-01', '[]', ':at')`,
	`insert into consents (user_id, purpose, version, text_hash, given, date_created) values (:id, 'whatsapp', 1, 'x', true, ':at')`,
	`insert into email_changes (associate_id, old_email, new_email, undo_hash, undo_until, date_created) values (:id, 'a@b.c', 'd@e.f', ':n', ':at', ':at')`,
	`insert into reminders (id, user_id, about, channel, date_created) values (:n, :id, 'data', 'email', ':at')`,
	`insert into notices (id, kind, cause, user_id, date_created) values (:n, 'document', 'x:n', :id, ':at')`,
	`insert into registration_reminders (user_id, date_created) values (:id, ':at') on conflict do nothing`,
	`insert into protected_people (user_id, date_created) values (:id, ':at') on conflict do nothing`,
	`insert into sessions (token, associate_id, expires_at, date_created) values (sha256(':n'), :id, ':at', ':at')`,
	`insert into earlier_resets (token, associate_id, expires_at) values (sha256('r:n'), :id, ':at')`,
	`insert into undos (associate_id, kind, payload, date_created) values (:id, 'x', '{}', ':at')`,
	`insert into distinct_associates (first_id, second_id, author_name, date_created) values (5, :id, 'Bruno', ':at') on conflict do nothing`,
	`insert into associate_pairs (first_id, second_id, score, reasons, date_created) values (5, :id, 40, '{phone}', ':at') on conflict do nothing`,
	`insert into associate_aliases (gone_id, gone_code, kept_id) values (:n, gen_random_uuid(), :id)`,
	`update users set annotations = annotations || jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'text', 'x', 'userName', 'Bruno', 'user_code', '', 'date_created', ':at')) where id = :id`,
	`update users set tags = '["Prioritário", ":n"]', phone = '489999:n', weight_kg = 70.50, birth_date = '1980-02-03' where id = :id`,
	`update users set adhesion_term = (select id from contracts where user_code = ':code' and status = 'completed' limit 1), privacy_consent_at = ':at' where id = :id`,
	`update users set email_account = 'p:n@exemplo.org.br', account_password = 'hash', password_reset_token = sha256('p:n'), password_reset_expires = ':at' where id = :id`,
	`update users set associate_cpf = '39053344705', prescription = '[{"product": "Óleo"}]', status = 'active', associate_status = '3' where id = :id and not exists (select from users where associate_cpf = '39053344705' and status <> 'patient')`,
}

// person is a random associate with a patient.
type person struct {
	id, patient int64
}

// populate inserts two associates with random things attached.
func populate(t *rapid.T, tx *db.DB) (people [2]person) {
	number := 70_000
	for i := range people {
		people[i] = person{int64(80_000 + i*10), int64(80_001 + i*10)}
		for _, insert := range []string{
			fmt.Sprintf("insert into users (id, status, associate_name, date_created) values (%d, 'Associado', 'Pessoa %d', '2026-01-01')",
				people[i].id, i),
			fmt.Sprintf("insert into users (id, status, name, birth_date, responsible_code, date_created) select %d, 'patient', 'Theo', '2018-01-01', user_code, '2026-01-02' from users where id = %d", people[i].patient, people[i].id),
		} {
			if err := tx.Exec(insert).Error; err != nil {
				t.Fatal(err)
			}
		}
		codes := map[int64]string{}
		for _, id := range []int64{people[i].id, people[i].patient} {
			var code string
			if err := tx.Raw("select user_code from users where id = ?", id).Scan(&code).Error; err != nil {
				t.Fatal(err)
			}
			codes[id] = code
		}
		for _, at := range rapid.SliceOfN(rapid.IntRange(0, len(attachments)-1), 0, 30).Draw(t, "attached") {
			number++
			// A moment before the joining, the history too.
			moment := dbtest.Today.AddDate(0, 0, -rapid.IntRange(1, 300).Draw(t, "days")).Format(time.RFC3339)
			statement := strings.NewReplacer(":id", fmt.Sprint(people[i].id), ":pid", fmt.Sprint(people[i].patient), ":code", codes[people[i].id],
				":patient", codes[people[i].patient], ":n", fmt.Sprint(number), ":at", moment).Replace(attachments[at])
			if err := tx.Exec("do $body$ begin " + statement + "; end $body$").Error; err != nil {
				t.Fatal(err, statement)
			}
		}
	}
	if err := tx.Exec("update user_changes set date_created = '2026-05-01' where user_id >= 80000").Error; err != nil {
		t.Fatal(err)
	}
	return people
}

// Two records with everything attached are joined and separated: each row of each table is as before.
func TestJoin_UndoneLeavesNothing(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := dbtest.Bruno.Caller()
	rapid.Check(t, func(rt *rapid.T) {
		tx := conn.DB.Begin()
		defer tx.Rollback()
		people := populate(rt, tx)
		before := dump(t, tx)
		input := duplicates.JoinInput{Kept: people[0].id, Gone: people[1].id}
		for _, field := range fields.All() {
			if rapid.Bool().Draw(rt, field.Name) {
				input.Take = append(input.Take, field.Name)
			}
		}
		if rapid.Bool().Draw(rt, "patients") {
			input.Patients = []duplicates.Two{{First: people[0].patient, Second: people[1].patient}}
		}
		joining, err := duplicates.Join(t.Context(), tx, by, input)
		if err != nil {
			rt.Fatal(err)
		}
		requireGone(rt, tx, people[1].id)
		later := by
		later.Now = by.Now.Add(29 * 24 * time.Hour)
		if _, err := duplicates.Separate(t.Context(), tx, later, joining.ID); err != nil {
			rt.Fatal(err)
		}
		after := dump(t, tx)
		for _, table := range slices.Sorted(maps.Keys(before)) {
			if before[table] != after[table] {
				rt.Errorf("%s differs:\n%s\nafter:\n%s", table, before[table], after[table])
			}
		}
	})
}

// requireGone fails if any row still refers to a person who was joined.
func requireGone(t *rapid.T, tx *db.DB, id int64) {
	for _, of := range duplicates.Known() {
		table, column, _ := strings.Cut(of, ".")
		var left int
		if err := tx.Raw(fmt.Sprintf("select count(*) from %s where %s::text = ?", table, column), fmt.Sprint(id)).Scan(&left).Error; err != nil {
			t.Fatal(err)
		}
		if left > 0 {
			t.Errorf("%d rows of %s still refer to the record that went", left, of)
		}
	}
}

// Two joinings with one record in common: one wins, the other finds nothing to join, and no row is lost.
func TestJoin_Parallel(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := dbtest.Bruno.Caller()
	inputs := []duplicates.JoinInput{{Kept: dbtest.Ana.ID, Gone: dbtest.Joao.ID}, {Kept: dbtest.Joao.ID, Gone: dbtest.Ana.ID},
		{Kept: dbtest.Carla.ID, Gone: dbtest.Joao.ID}}
	var group sync.WaitGroup
	failed := make([]error, len(inputs))
	for i, input := range inputs {
		group.Go(func() { _, failed[i] = duplicates.Join(t.Context(), conn.DB, by, input) })
	}
	group.Wait()
	done := 0
	for _, err := range failed {
		if err == nil {
			done++
		} else if !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("unexpected %v", err)
		}
	}
	if orders := column(t, conn.DB, "select o.id::text from orders o join users u on u.id = o.user_id and u.user_code = o.user_code"); len(orders) != 2 || done == 0 {
		t.Errorf("%d joinings, orders %v", done, orders)
	}
	left := column(t, conn.DB, "select id::text from users where status <> 'patient'")
	if len(left) != 3-done {
		t.Errorf("%d joinings leave %v", done, left)
	}
}

// What cannot be joined, and who may not.
func TestJoin_Refused(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, c := range map[string]struct {
		by   auth.Caller
		two  duplicates.JoinInput
		code string
	}{
		"itself":         {dbtest.Bruno.Caller(), duplicates.JoinInput{Kept: 1, Gone: 1}, errs.CodeConflict},
		"a patient":      {dbtest.Bruno.Caller(), duplicates.JoinInput{Kept: 1, Gone: dbtest.Miguel.ID}, errs.CodeConflict},
		"nobody":         {dbtest.Bruno.Caller(), duplicates.JoinInput{Kept: 1, Gone: 99}, errs.CodeNotFound},
		"Financeiro":     {dbtest.Fernando.Caller(), duplicates.JoinInput{Kept: 1, Gone: 3}, errs.CodeForbidden},
		"a professional": {dbtest.Renata.Caller(), duplicates.JoinInput{Kept: 1, Gone: 3}, errs.CodeForbidden},
		"others' patients": {dbtest.Bruno.Caller(),
			duplicates.JoinInput{Kept: 1, Gone: 5, Patients: []duplicates.Two{{First: dbtest.Miguel.ID, Second: dbtest.Pipoca.ID}}},
			errs.CodeConflict},
	} {
		if _, err := duplicates.Join(t.Context(), conn.DB, c.by, c.two); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if rows := column(t, conn.DB, "select id::text from joinings"); len(rows) != 0 {
		t.Errorf("joinings %v were kept", rows)
	}
}

// A joining on which something was built is not undone, with the reason; nor is one of 30 days ago.
func TestSeparate_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ change, reason string }{
		"an order":     {"insert into orders (user_id, user_code, name_associate, items, total, date_created) select id, user_code, 'Ana', '[{\"code\": \"OLEO-30\", \"name\": \"Óleo\", \"amount\": 1, \"quantity\": 1}]', 1, '2027-01-01' from users where id = 1", "há um pedido novo"},
		"a new phone":  {"update users set associate_cpf = null where id = 1", "cpf"},
		"another note": {"update users set annotations = '[]' where id = 1", "anotações"},
		"a login":      {"insert into users (id, status, email_account) values (90, 'active', '" + dbtest.Joao.Email + "')", "de outra pessoa"},
		"it is undone": {"update joinings set undone_at = now(), undone_name = 'x'", "já foi desfeita"},
		"late":         {"update joinings set date_created = date_created - interval '30 days'", "30 dias"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tx := dbtest.New(t).DB
			by := dbtest.Bruno.Caller()
			joining, err := duplicates.Join(t.Context(), tx, by, duplicates.JoinInput{Kept: 1, Gone: 3, Take: []string{"cpf"}})
			if err != nil {
				t.Fatal(err)
			}
			if err := tx.Exec(c.change).Error; err != nil {
				t.Fatal(err)
			}
			_, err = duplicates.Separate(t.Context(), tx, by, joining.ID)
			if refusal := errs.As(err); refusal == nil || !strings.Contains(strings.ToLower(refusal.Error()), c.reason) {
				t.Errorf("%v, want %q", err, c.reason)
			}
			if people := column(t, tx, "select id::text from users where id = 3"); len(people) != 0 {
				t.Error("the record came back")
			}
		})
	}
}

// What is kept to undo goes after 30 days; the address goes on leading to the record that stayed.
func TestForget(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	by := dbtest.Bruno.Caller()
	if _, err := duplicates.Join(t.Context(), tx, by, duplicates.JoinInput{Kept: 1, Gone: 3}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ days, want int }{{29, 1}, {31, 0}} {
		later := by
		later.Now = by.Now.AddDate(0, 0, c.days)
		if err := duplicates.Forget(t.Context(), tx, later); err != nil {
			t.Fatal(err)
		}
		if left := column(t, tx, "select id::text from joinings where gone is not null"); len(left) != c.want {
			t.Errorf("after %d days %v are kept", c.days, left)
		}
	}
	if kept, err := duplicates.MovedTo(t.Context(), tx, dbtest.Joao.ID); err != nil || kept != dbtest.Ana.ID {
		t.Errorf("it leads to %d, %v", kept, err)
	}
}
