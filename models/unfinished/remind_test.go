package unfinished_test

import (
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/unfinished"
)

// One letter after three days; none to those who went on since, finished, or were reminded.
func TestRemind(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	key, err := encryption.NewKey([]byte("uma chave de testes de 32 bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	by := auth.Caller{Kind: auth.System, Now: dbtest.Today}
	expect := func(name string, after time.Duration, change string, want int) {
		t.Helper()
		for _, statement := range []string{"update users set status = 'active', associate_status = '3' where id = 5", change} {
			if err := tx.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Exec("update users set date_updated = ? where id = 5", by.Now.Add(-after)).Error; err != nil {
			t.Fatal(err)
		}
		if err := unfinished.Remind(t.Context(), tx, by, mail.Outbox{Key: key, Configured: true}); err != nil {
			t.Fatal(err)
		}
		var sent int
		if err := tx.Raw("select count(*) from mails where kind = 'registration_waiting' and recipient = ?", dbtest.Carla.Email).Scan(&sent).
			Error; err != nil || sent != want {
			t.Errorf("%s: %d letters, want %d (%v)", name, sent, want, err)
		}
	}
	expect("two days", 48*time.Hour, "select 1", 0)
	expect("finished", 4*24*time.Hour, "update users set status = 'Associado' where id = 5", 0)
	expect("given up", 20*24*time.Hour, "select 1", 0)
	expect("four days", 4*24*time.Hour, "select 1", 1)
	expect("reminded", 4*24*time.Hour, "select 1", 1)
}
