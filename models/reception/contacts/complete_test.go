package contacts_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception/contacts"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
)

var (
	now   = dbtest.Today.Add(time.Hour)
	bruno = dbtest.Bruno.Caller().At(now)
)

// openIDs returns the ids of the open items, and those completed with a reason.
func openIDs(t *testing.T, connection *db.Connection, reason triage.CompletionReason) (open, completed string) {
	t.Helper()
	const ids = `select coalesce(string_agg(id::text, ' ' order by id) filter (where completed_at is null), ''),
		coalesce(string_agg(id::text, ' ' order by id) filter (where completion_reason = $1 and status = 'done' and completed_at = $2), '') from reception where id <> 3`
	if err := connection.Pool.QueryRow(t.Context(), ids, reason, now).Scan(&open, &completed); err != nil {
		t.Fatal(err)
	}
	return open, completed
}

// An outcome completes every open item of its person, by code or without a code by any e-mail, and the item that it was
// made from; each has its entry in the history.
func TestComplete(t *testing.T) {
	t.Parallel()
	const items = `insert into reception (id, name, email, associate_code, status) values
			(11, 'Código', null, $1, 'waiting'), (12, 'Conta', 'conta@exemplo.org.br', null, 'in_progress'), (13, 'Contato', 'contato@exemplo.org.br', null, 'waiting'),
			(14, 'Do pedido', 'pedido@exemplo.org.br', null, 'waiting'), (15, 'De João com o e-mail de Ana', 'conta@exemplo.org.br', $2, 'waiting'),
			(16, 'De Miguel', null, $3, 'waiting'), (17, 'Sem e-mail', null, null, 'waiting')`
	miguel := uuid.MustParse(dbtest.Miguel.UserCode)
	other := "pedido@exemplo.org.br"
	for name, c := range map[string]struct {
		by      auth.Caller
		outcome contacts.Outcome
		open    string
		ended   string
	}{
		"by code and e-mails": {bruno, contacts.Outcome{Reason: triage.Pedido}, "2 14 15 16 17", "1 11 12 13"},
		"by the order's own":  {bruno, contacts.Outcome{Reason: triage.Pedido, Email: &other}, "2 15 16 17", "1 11 12 13 14"},
		"made from an item":   {bruno, contacts.Outcome{Reason: triage.Agendamento, From: 2}, "14 15 16 17", "1 2 11 12 13"},
		"with a patient":      {bruno, contacts.Outcome{Reason: triage.Servico, Patient: &miguel}, "2 14 15 17", "1 11 12 13 16"},
		"not seen by caller": {dbtest.Fernando.Caller().At(now), contacts.Outcome{Reason: triage.Pedido, From: 2}, "2 14 15 16 17",
			"1 11 12 13"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection := dbtest.New(t)
			execute(t, connection, "update users set email_account = 'conta@exemplo.org.br', email = 'contato@exemplo.org.br' where id = $1",
				dbtest.Ana.ID)
			execute(t, connection, items, dbtest.Ana.UserCode, dbtest.Joao.UserCode, dbtest.Miguel.UserCode)
			var err error
			if c.outcome.Associate, err = associates.FindFor(t.Context(), connection.DB, bruno, dbtest.Ana.ID); err != nil {
				t.Fatal(err)
			}
			if err := contacts.Complete(t.Context(), connection.DB, c.by, c.outcome); err != nil {
				t.Fatal(err)
			}
			open, ended := openIDs(t, connection, c.outcome.Reason)
			if open != c.open || ended != c.ended {
				t.Errorf("open are %s, want %s; completed %s, want %s", open, c.open, ended, c.ended)
			}
			var events int
			err = connection.Pool.QueryRow(t.Context(),
				"select count(*) from reception_changes where action = 'complete' and to_value = $1 and actor_code = $2",
				c.outcome.Reason, c.by.Code).Scan(&events)
			if err != nil || events != len(strings.Fields(c.ended)) {
				t.Errorf("the history has %d completions (%v)", events, err)
			}
		})
	}
}
