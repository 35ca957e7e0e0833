package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

var (
	webhookChanges = flag.Int("webhook-changes", 3000, "number of changes of TestKill_DuringWebhooks")
	webhookKills   = flag.Int("webhook-kills", 4, "number of kills of TestKill_DuringWebhooks")
	webhookLimit   = flag.Duration("webhook-limit", 3*time.Minute,
		"time limit of the deliveries after the last kill of TestKill_DuringWebhooks")
)

// auditChanges counts changes for the test, independently of the program's own capture: a row for each changed row, in the
// transaction of the change. A change of silent columns alone is no event: they are derived, or no field of a collection, such as the end of
// an associate's session, which moves once an hour.
const auditChanges = `
	create schema audit;
	create table audit.changes (id bigserial primary key, table_name text, action text, record_id text);
	create function audit.record() returns trigger language plpgsql as $$
	declare
		silent text[] := '{date_updated,search_text,statement_id,session_expires}';
	begin
		if tg_op = 'UPDATE' and to_jsonb(old) - silent = to_jsonb(new) - silent then
			return null;
		end if;
		insert into audit.changes (table_name, action, record_id) values (tg_table_name,
			case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end, case tg_op when 'DELETE' then old.id else new.id end);
		return null;
	end $$;
	do $$
	declare audited text;
	begin
		foreach audited in array array['users', 'orders', 'services', 'products', 'professionals', 'reception', 'tags', 'users_files', 'services_files'] loop
			execute format('create trigger audit after insert or update or delete on %I for each row execute function audit.record()', audited);
		end loop;
	end $$`

// Rows change by the JSON interface, in batches, by plain SQL and by the removal of the sample data, while receivers fail in
// every way and the process is killed. Every change is delivered at least once or is dead with its reason; what comes twice
// carries the same ids and body.
func TestKill_DuringWebhooks(t *testing.T) {
	t.Parallel()
	a := newAccounting(t)
	share := *webhookChanges / *webhookKills
	for round := range *webhookKills {
		a.down.Store(round < *webhookKills/2)
		a.changeUntilKilled(t, share)
		a.pass(t, 2*time.Hour/time.Duration(*webhookKills)) // so that the receiver is down for an hour
		a.serve(t)
	}
	a.removeSamples(t)
	a.process.signal(syscall.SIGKILL)
	a.process.status()
	a.pass(t, time.Hour)
	a.serve(t)
	begun, before := time.Now(), a.ended(t)
	a.drain(t)
	took := time.Since(begun)
	a.check(t)
	if made := scan[int](t, a.conn, "select count(*) from audit.changes"); made < *webhookChanges {
		t.Errorf("only %d changes were made", made)
	}
	t.Logf("%d kills, %d changes; after the last kill %d deliveries ended in %s; %s", *webhookKills+1,
		scan[int](t, a.conn, "select count(*) from audit.changes"),
		a.ended(t)-before, took.Round(time.Second), a.summary(t))
	a.process.stop()
}

// accounting is a program with receivers that listen to every change.
type accounting struct {
	*receivers
	conn        *db.Connection
	environment []string
	process     *process
	script      *script
}

func newAccounting(t *testing.T) *accounting {
	t.Helper()
	conn, database := emptyDatabase(t)
	a := &accounting{conn: conn, receivers: newReceivers(t),
		environment: []string{database, "DATA_DIR=" + t.TempDir(), "LOG_LEVEL=error", "WEBHOOK_ALLOW_PRIVATE=true"}}
	a.serve(t)
	issued, err := tokens.Issue(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "queda", Scopes: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	a.script = &script{address: a.process.screenValue("Endereço"), token: issued.Token, client: &http.Client{Timeout: testTimeout}}
	a.script.associate = scan[string](t, conn, `insert into users (user_code, associate_name, status, associate_status)
		values (gen_random_uuid(), 'Pessoa de verdade', 'Associado', '5') returning user_code::text`)
	a.register(t, signIn(t, a.process))
	if _, err := conn.Pool.Exec(t.Context(), auditChanges); err != nil {
		t.Fatal(err)
	}
	return a
}

// serve starts the program, again after a kill.
func (a *accounting) serve(t *testing.T) {
	t.Helper()
	a.process = serveOn(t, a.environment...)
	if a.script != nil {
		a.script.address = a.process.screenValue("Endereço")
		a.process.secrets = append(a.process.secrets, a.script.token)
	}
}

// changeUntilKilled makes so many changes, of which at most half by SQL and a quarter in batches, and kills the process meanwhile.
func (a *accounting) changeUntilKilled(t *testing.T, share int) {
	t.Helper()
	before := a.made(t)
	var writing sync.WaitGroup
	writing.Go(func() { a.changeBySQL(t, share/2) })
	writing.Go(func() { a.untilKilled(t, func(n int) error { return a.changeInBatch(n < share/4/batchChanges) }) })
	for client := range 4 {
		writing.Go(func() {
			a.untilKilled(t, func(n int) error { return a.placeAndEdit(fmt.Sprintf("%d-%d-%d", before, client, n)) })
		})
	}
	a.process.eventually("enough changes", func() bool { return t.Failed() || a.made(t) >= before+share })
	a.process.signal(syscall.SIGKILL)
	writing.Wait()
	a.process.status()
	awaitQuiet(t, a.conn)
}

// made returns the number of changes so far, also those of transactions that were undone.
func (a *accounting) made(t *testing.T) int {
	return int(scan[int64](t, a.conn, "select case when is_called then last_value else 0 end from audit.changes_id_seq"))
}

// untilKilled calls a client until the process is dead; another failure fails the test.
func (a *accounting) untilKilled(t *testing.T, call func(n int) error) {
	for n := 0; ; n++ {
		err := call(n)
		var other *refused
		if errors.As(err, &other) {
			t.Error(err)
		}
		if err != nil {
			return
		}
	}
}

// changeBySQL adds, changes and removes etiquetas and changes associates, several rows in a statement.
func (a *accounting) changeBySQL(t *testing.T, limit int) {
	for made := 0; made < limit; made += 160 {
		for _, statement := range []string{
			"insert into tags (name, color) select 'Por SQL ' || gen_random_uuid(), '#112233' from generate_series(1, 60) n",
			"update tags set color = '#' || lpad((id % 1000000)::text, 6, '0') where id in (select id from tags where name like 'Por SQL %' order by id desc limit 60)",
			"delete from tags where id in (select id from tags where name like 'Por SQL %' order by id desc limit 30)",
			"update users set city = 'Cidade ' || (random() * 1000)::int where id in (select id from users order by random() limit 10)",
		} {
			if _, err := a.conn.Pool.Exec(t.Context(), statement); err != nil {
				t.Error(err)
				return
			}
		}
	}
}

// batchChanges are the changes of changeInBatch.
const batchChanges = 60

// changeInBatch adds, changes and removes some etiquetas, each by one request; without more, it only reads.
func (a *accounting) changeInBatch(more bool) error {
	const path = "/api/v1/items/tags"
	if !more {
		_, err := a.batch(http.MethodGet, path+"?limit=1", nil)
		return err
	}
	rows := make([]map[string]any, batchChanges/3)
	for i := range rows {
		rows[i] = map[string]any{"name": "Em lote " + rand.Text()}
	}
	ids, err := a.batch(http.MethodPost, path, rows)
	if err == nil {
		_, err = a.batch(http.MethodPatch, path, map[string]any{"keys": ids, "data": map[string]any{"color": "#445566"}})
	}
	if err == nil {
		_, err = a.batch(http.MethodDelete, path, map[string]any{"keys": ids})
	}
	return err
}

// batch sends a request and returns the ids of the rows of its answer.
func (a *accounting) batch(method, path string, body any) (ids []int64, err error) {
	response, said, err := caller{address: a.script.address, token: a.script.token}.send(method, path, body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return nil, &refused{response.Status, string(said)}
	}
	var envelope struct{ Data []struct{ ID int64 } }
	err = json.Unmarshal(said, &envelope)
	for _, row := range envelope.Data {
		ids = append(ids, row.ID)
	}
	return ids, err
}

func (a *accounting) placeAndEdit(mark string) error {
	made, err := a.script.place(mark)
	if err != nil {
		return err
	}
	_, err = a.script.send(http.MethodPatch, "/api/v1/orders/"+strconv.FormatInt(made.ID, 10), mark, map[string]any{"prescriber": mark})
	return err
}

// removeSamples removes the sample data by the command, while the server runs.
func (a *accounting) removeSamples(t *testing.T) {
	t.Helper()
	before := a.made(t)
	if removing := launch(t, []string{"sample-data", "remove", "--yes"}, a.environment...); removing.status() != 0 {
		t.Fatalf("%s%s", removing.screen.String(), removing.log.String())
	}
	if removed := a.made(t) - before; removed < 500 {
		t.Errorf("only %d changes by the removal of the sample data", removed)
	}
}

// pass makes so much time pass for the retries, and ends the leases of a dead process.
func (a *accounting) pass(t *testing.T, moment time.Duration) {
	t.Helper()
	for _, statement := range []string{
		"update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => $1) where status = 'failed'",
		"update webhook_endpoints set leased_until = leased_until - make_interval(secs => $1)",
	} {
		if _, err := a.conn.Pool.Exec(t.Context(), statement, moment.Seconds()); err != nil {
			t.Fatal(err)
		}
	}
}
