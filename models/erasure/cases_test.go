package erasure_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/erasure"
	"acolhe/models/lifeevents"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// teobaldoID is the patient who comes of age in these tests.
const teobaldoID = 7002

// comeOfAge makes Teobaldo eighteen years old, registered as a child, and finds him twice as the job does.
func (a *association) comeOfAge(t *testing.T) {
	t.Helper()
	a.exec(t, "update users set birth_date = $1::date - interval '18 years', date_created = '2020-01-01' where id = $2", dbtest.Today, teobaldoID)
	a.exec(t, "update users set birth_date = $1::date - interval '17 years', date_created = '2020-01-01' where id = 7003", dbtest.Today)
	finder := lifeevents.Finder{DB: a.conn.DB, Now: a.env.Now}
	for _, want := range []int{1, 0} {
		if count, err := finder.Find(t.Context()); err != nil || count != want {
			t.Fatalf("%d came of age, want %d, %v", count, want, err)
		}
	}
}

func (a *association) decide(t *testing.T, basis lifeevents.Basis) {
	t.Helper()
	input := lifeevents.DecideInput{UserID: teobaldoID, Basis: basis, Document: "Autorização de 24/11/2026"}
	if err := lifeevents.Decide(t.Context(), a.conn.DB, dbtest.Camila.Caller(), input); err != nil {
		t.Fatal(err)
	}
}

// tablesWith returns the tables in which a row has a text.
func (a *association) tablesWith(t *testing.T, needle string) (found []string) {
	t.Helper()
	var tables []string
	a.scan(t, &tables, "select array_agg(table_name::text) from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'")
	for _, table := range tables {
		var count int
		if a.scan(t, &count, "select count(*) from "+table+" t where t::text ilike '%' || $1 || '%'", needle); count > 0 {
			found = append(found, table)
		}
	}
	return found
}

// A patient who came of age and has not decided keeps the erasure of who answered from being proposed; one who decided stays when that
// person is erased, with the own appointments; one with a guardian is erased too.
func TestErase_PatientOfAge(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.comeOfAge(t)
	_, err := a.Propose(t.Context(), dbtest.Camila.Caller(), proposal)
	if !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(err.Error(), "Teobaldo") {
		t.Fatalf("proposed while he has not decided: %v", err)
	}
	a.decide(t, lifeevents.Consent)
	if err := a.Work(t.Context(), a.confirmed(t).ID); err != nil {
		t.Fatal(err)
	}
	var left string
	a.scan(t, &left, `select concat_ws('|', u.name, u.last_name, u.cpf, u.health_condition, s.associate_name, s.patient_name, s.observations)
		from users u, services s where u.id = $1 and s.id = 7201`, teobaldoID)
	if left != "Teobaldo|Nhanderu|46217345005|Epilepsia|Pessoa apagada 7001|Teobaldo Nhanderu|Teobaldo Nhanderu melhora" {
		t.Errorf("of him is left %s", left)
	}
	for _, place := range withoutDeclared(a.found(t)) {
		if strings.HasPrefix(place, "file:") {
			continue // his own document names her
		}
		if strings.Contains(place, "valdirene") || strings.Contains(place, "benvinda") || strings.Contains(place, "71428793860") {
			t.Errorf("left of who answered is %s", place)
		}
	}
}

// With a guardian named by a court the erasure covers the patient as before.
func TestErase_PatientWithGuardian(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.comeOfAge(t)
	a.decide(t, lifeevents.Guardian)
	if err := a.Work(t.Context(), a.confirmed(t).ID); err != nil {
		t.Fatal(err)
	}
	if left := withoutDeclared(a.found(t)); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

// A patient of age asks alone: nothing of who answered changes but the name of the patient in what both share, and the term that the
// other signed stays as the other's proof.
func TestErase_PatientAlone(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	input := proposal
	input.UserID = teobaldoID
	if _, err := a.Propose(t.Context(), dbtest.Camila.Caller(), input); !errs.HasCode(err, errs.CodeValidation) {
		t.Fatalf("a patient under age is erased alone: %v", err)
	}
	a.comeOfAge(t)
	proposed, err := a.Propose(t.Context(), dbtest.Camila.Caller(), input)
	if err != nil {
		t.Fatal(err)
	}
	preview, err := a.ReadPreview(t.Context(), second, teobaldoID)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Confirm(t.Context(), second, erasure.ConfirmInput{ID: proposed.ID, Seen: preview.Seen()}); err != nil {
		t.Fatal(err)
	}
	if err := a.Work(t.Context(), proposed.ID); err != nil {
		t.Fatal(err)
	}
	var shared string
	a.scan(t, &shared, `select concat_ws('|', u.associate_name, u.adhesion_term is not null, s.associate_name, s.associate_email, s.patient_name, s.observations is null)
		from users u, services s where u.id = 7001 and s.id = 7201`)
	if shared != "Valdirene Quaresma Nhanderu|t|Valdirene Quaresma Nhanderu|v.q@exemplo.org.br|Pessoa apagada 7002|t" {
		t.Errorf("what they share is %s", shared)
	}
	for _, needle := range []string{"Teobaldo Nhanderu", "46217345005", "462.173.450-05"} {
		for _, table := range a.tablesWith(t, needle) {
			if table != "contracts" && table != "security_events" {
				t.Errorf("%q is left in %s", needle, table)
			}
		}
	}
}

// A person who was joined from two records: the row that went, what a joining of before holds, texts that name the earlier record, and
// an older copy that still has it are covered. A suspected pair is named in the preview.
func TestErase_Joined(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	const gone = `{"id": 6990, "associate_name": "Wandecleya Prucoli Tarsitano", "cpf": "52998224725", "email_account": "wande@exemplo.org.br", "phone": "98877665544"}`
	a.exec(t, `insert into joinings (kept_id, kept_name, gone_id, gone_name, gone, before, after, moved, actor_id, actor_name, date_created) values
		(6990, 'Wandecleya Prucoli Tarsitano', 6980, 'Wandecleya Prucoli', $1, '{}', '{}', 0, 1, 'Camila', now()),
		(7001, 'Valdirene Quaresma', 6990, 'Wandecleya Prucoli Tarsitano', $1, '{}', '{}', 0, 1, 'Camila', now())`, gone)
	a.exec(t, "insert into joining_rows (joining_id, action, table_name, content) select id, 'removed', 'sessions', '{\"device\": \"Celular da Wandecleya Prucoli\"}' from joinings")
	a.exec(t, "insert into associate_aliases (gone_id, gone_code, kept_id) values (6990, gen_random_uuid(), 7001), (6980, gen_random_uuid(), 7001)")
	a.exec(t, `update users set annotations = '[{"text": "Vizinha da Wandecleya Prucoli, CPF 529.982.247-25, wande@exemplo.org.br"}]' where id = 5`)
	a.exec(t, "insert into associate_pairs (first_id, second_id, score, reasons, date_created) values (1, 7001, 50, '{name}', now())")
	preview, err := a.ReadPreview(t.Context(), second, associateID)
	if err != nil || len(preview.Similar) != 1 || preview.Similar[0].ID != dbtest.Ana.ID {
		t.Errorf("similar are %+v, %v", preview.Similar, err)
	}
	if err := a.Work(t.Context(), a.confirmed(t).ID); err != nil {
		t.Fatal(err)
	}
	var left string
	a.scan(t, &left, `select concat_ws('|', (select count(*) from joinings), (select count(*) from joining_rows), (select annotations::text from users where id = 5))`)
	if !strings.HasPrefix(left, "0|0|") || strings.Contains(left, "Wandecleya") || strings.Contains(left, "529.982") || strings.Contains(left, "wande@") {
		t.Errorf("of the joined record is left %s", left)
	}
	var stones int
	if a.scan(t, &stones, "select count(*) from tombstones where user_id in (7001, 7002, 7003, 6990, 6980)"); stones != 5 {
		t.Errorf("%d of 5 records are erased again after a restore", stones)
	}
}

// Stones of before a joining erase the record that went, which an older copy has.
func TestRepeat_JoinedLater(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	var stone erasure.Stone
	a.scan(t, &stone.UserCode, "select user_code from users where id = 7001")
	stone.UserID, stone.Erased = 7001, dbtest.Today.Add(time.Hour)
	if count, err := a.Repeat(t.Context(), []erasure.Stone{stone}); err != nil || count != 1 {
		t.Fatalf("%d erased, %v", count, err)
	}
	if left := withoutDeclared(a.found(t)); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

// Who is no administrator decides nothing.
func TestDecide_Refused(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.comeOfAge(t)
	input := lifeevents.DecideInput{UserID: teobaldoID, Basis: lifeevents.Consent, Document: "x"}
	for name, by := range map[string]auth.Caller{"operator": dbtest.Bruno.Caller(), "nobody": {}} {
		if err := lifeevents.Decide(t.Context(), a.conn.DB, by, input); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s decides: %v", name, err)
		}
	}
	input.Document = " "
	if err := lifeevents.Decide(t.Context(), a.conn.DB, dbtest.Camila.Caller(), input); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("without a document: %v", err)
	}
}
