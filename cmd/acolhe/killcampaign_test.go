package main

import (
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
)

// askedAgain is the number of associates whose term is of an earlier version.
const askedAgain = 5

// The process is killed while it asks associates for new signatures: within the contract of one of them, and after a contract
// is stored that the task does not know of yet. The next process goes on, and each is asked once.
func TestKill_DuringCampaign(t *testing.T) {
	t.Parallel()
	s := newSigned(t)
	for i := range askedAgain {
		if status := s.sign(t, s.createContract(t, s.associates[i])); status != http.StatusOK {
			t.Fatalf("signed: %d", status)
		}
	}
	if _, err := s.conn.Pool.Exec(t.Context(), `update sign_templates set draft_content =
		'{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Outro texto"}]}]}'`); err != nil {
		t.Fatal(err)
	}
	if status, said := s.post(t, "/doc-sign/templates/self/publish", map[string]any{}); status != http.StatusCreated &&
		status != http.StatusOK {
		t.Fatalf("%d %s", status, said)
	}

	mails := hold(t, s.conn, "lock table mails in access exclusive mode")
	camila := signIn(t, s.process)
	response, said, err := camila.send(http.MethodPost, "/painel/assinaturas/nova-assinatura", nil)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%v %v\n%s", response, err, said)
	}
	awaitContractWithoutMail(t, s.conn)
	s.killHolding(t, mails)
	s.checkAsked(t, 0)

	s.serve(t)
	mails = hold(t, s.conn, "lock table mails in access exclusive mode")
	s.rescue(t)
	awaitContractWithoutMail(t, s.conn)
	task := hold(t, s.conn, "select from tasks for update")
	release(t, mails)
	eventually(t, "the contract that the task does not know of", func() bool {
		return scan[int](t, s.conn, "select count(*) from contracts where replaces_id is not null") == 1
	})
	s.killHolding(t, task)
	s.checkAsked(t, 1)

	s.serve(t)
	s.rescue(t)
	eventually(t, "the end of the task", func() bool { return scan[string](t, s.conn, "select status from tasks") == "done" })
	s.checkAsked(t, askedAgain)
	if changed := scan[int](t, s.conn, "select changed + passed_over from tasks"); changed != askedAgain {
		t.Errorf("the task counts %d associates", changed)
	}
	s.process.stop()
}

// killHolding kills the program, and then ends the transaction for which it waits.
func (s *signed) killHolding(t *testing.T, held pgx.Tx) {
	t.Helper()
	s.kill(t)
	release(t, held)
	awaitQuiet(t, s.conn)
}

// rescue starts the job again, as the queue's rescuer does when the timeout of an attempt is over.
func (s *signed) rescue(t *testing.T) {
	t.Helper()
	if _, err := s.conn.Pool.Exec(t.Context(), "update river_job set state = 'available' where kind = 'request_signatures'"); err != nil {
		t.Fatal(err)
	}
}

// checkAsked checks that so many associates have one contract to sign and one letter about it, and that all keep their term.
func (s *signed) checkAsked(t *testing.T, want int) {
	t.Helper()
	for what, sql := range map[string]string{
		"contracts": "select count(*) from contracts where status = 'pending' and replaces_id is not null",
		"letters":   "select count(*) from sign_events e join contracts c on c.id = e.contract_id where e.kind = 'email.sent' and replaces_id is not null",
		"people":    "select count(distinct user_code) from contracts where status = 'pending' and replaces_id is not null",
	} {
		if found := scan[int](t, s.conn, sql); found != want {
			t.Errorf("%d %s, want %d", found, what, want)
		}
	}
	if kept := scan[int](t, s.conn, "select count(*) from users u join contracts c on c.id = u.adhesion_term where c.status = 'completed'"); kept != askedAgain {
		t.Errorf("%d associates have a term, want %d", kept, askedAgain)
	}
}

// hold runs a statement that locks, in a transaction of its own.
func hold(t *testing.T, conn *db.Connection, statement string) pgx.Tx {
	t.Helper()
	held, err := conn.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	return held
}

func release(t *testing.T, held pgx.Tx) {
	t.Helper()
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// awaitContractWithoutMail waits until a transaction that has stored a contract waits for the table of mails. Other
// statements, such as those of the outbox, wait for that table too.
func awaitContractWithoutMail(t *testing.T, conn *db.Connection) {
	t.Helper()
	eventually(t, "a contract whose mail waits", func() bool {
		return scan[int](t, conn, `select count(*) from pg_locks waiting join pg_locks written using (pid)
			where waiting.relation = 'mails'::regclass and not waiting.granted
			and written.relation = 'contracts'::regclass and written.mode = 'RowExclusiveLock' and written.granted`) > 0
	})
}
