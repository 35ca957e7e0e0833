package renewals_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/renewals"
	"acolhe/models/types/auth"
)

// A letter at 60, 30 and 7 days, once each; none before the switch is on, for a replaced prescription, or without the use of
// health data.
func TestRemind(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	key, err := encryption.NewKey([]byte("uma chave de testes de 32 bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	by := auth.Caller{Kind: auth.System, Now: dbtest.Today}
	run(t, tx, `insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (1, 'Lia Prado', 'CRM', '48211', 'RS', '2026-01-01', '2030-01-01', '[{"name": "Óleo", "quantity": 1}]')`)
	expect := func(name string, days, want int, changes ...string) {
		t.Helper()
		run(t, tx, changes...)
		if err := tx.Exec("update prescriptions set valid_until = cast(? as timestamptz)::date + cast(? as int)", by.Now, days).Error; err != nil {
			t.Fatal(err)
		}
		if err := renewals.Remind(t.Context(), tx, by, mail.Outbox{Key: key, Configured: true}); err != nil {
			t.Fatal(err)
		}
		var sent int
		if err := tx.Raw("select count(*) from mails where kind = 'prescription_ending' and recipient = ?", dbtest.Ana.Email).Scan(&sent).Error; err != nil || sent != want {
			t.Errorf("%s: %d letters, want %d (%v)", name, sent, want, err)
		}
	}
	expect("switched off", 20, 0)
	run(t, tx, `insert into system_configs (system, key, value_type, value) values ('prescriptions', 'renewal_letters', 'boolean', 'true')
		on conflict (system, key) do update set value = 'true'`)
	expect("61 days", 61, 0)
	expect("60 days", 60, 1)
	expect("59 days", 59, 1)
	expect("30 days", 30, 2)
	expect("29 days", 29, 2)
	expect("refused", 7, 2, "update prescriptions set refused_reason = 'ilegível'")
	expect("7 days", 7, 3, "update prescriptions set refused_reason = null")
	expect("the last day", 0, 3)
	expect("over", -1, 3, "update prescriptions set reminded_days = null")
	expect("late", 5, 4)
	expect("sample", 5, 4, "update prescriptions set reminded_days = null", "update users set is_sample = true where id = 1")
}

func run(t *testing.T, tx *db.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if err := tx.Exec(statement).Error; err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}
