package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// The load: concurrent clients, and responses before the kill. With ACOLHE_KILL_SECONDS the
// load also lasts at least that long.
const (
	clients       = 200
	enoughAnswers = 1500
	sharedOrders  = 8
)

// Clients create and edit orders as fast as they can, and the process is killed meanwhile. Afterwards every confirmed
// change is stored once and unchanged, and the only other changes are those of unanswered requests.
func TestKill_DuringWrites(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	environment := []string{database, "DATA_DIR=" + t.TempDir(), "LOG_LEVEL=warn"}
	p := serveOn(t, environment...)
	script := newScript(t, p, conn)
	shared := script.placeShared(t)

	writers := script.writeUntilKilled(t, p, shared)

	awaitQuiet(t, conn)
	second := serveOn(t, environment...)
	script.address = second.screenValue("Endereço")
	second.secrets = p.secrets
	said := gather(t, writers, shared)
	said.check(t, conn)
	script.sendAgain(t, conn, said.trying)
	second.stop()
}

// script is an API client with a token and a connection for each of the writers.
type script struct {
	address, token string
	client         *http.Client
	associate      string
}

func newScript(t *testing.T, p *process, conn *db.Connection) *script {
	t.Helper()
	issued, err := tokens.Issue(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "queda", Scopes: []string{"items:orders:read", "items:orders:write"}})
	if err != nil {
		t.Fatal(err)
	}
	p.secrets = append(p.secrets, issued.Token)
	return &script{
		address: p.screenValue("Endereço"), token: issued.Token,
		client:    &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}, Timeout: testTimeout},
		associate: scan[string](t, conn, "select user_code::text from users where status <> 'patient' order by id limit 1"),
	}
}

// answer is the order of a response, and the mark that was sent with the request.
type answer struct {
	ID    int64       `json:"id"`
	Total json.Number `json:"total"`
	mark  string
}

// writer is one client; trying is its unanswered request when the process died.
type writer struct {
	made, edits []answer
	trying      string
	failed      error
}

// placeShared places the orders that all clients edit concurrently.
func (s *script) placeShared(t *testing.T) []answer {
	t.Helper()
	shared := make([]answer, sharedOrders)
	for i := range shared {
		var err error
		if shared[i], err = s.place("queda comum " + strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	return shared
}

func (s *script) writeUntilKilled(t *testing.T, p *process, shared []answer) []writer {
	t.Helper()
	var answered atomic.Int64
	var writing sync.WaitGroup
	writers := make([]writer, clients)
	begin, least := time.Now(), killAfter(t)
	for i := range writers {
		writing.Go(func() {
			for n := 0; writers[i].failed == nil; n++ {
				answered.Add(s.write(&writers[i], fmt.Sprintf("queda %d-%d", i, n), shared[(i+n)%len(shared)].ID))
			}
		})
	}
	p.eventually("enough answers", func() bool { return answered.Load() >= enoughAnswers && time.Since(begin) >= least })
	took := time.Since(begin)
	p.signal(syscall.SIGKILL)
	writing.Wait()
	p.status()
	t.Logf("killed after %s and %d answers to %d clients", took.Round(time.Millisecond), answered.Load(), clients)
	return writers
}

// killAfter returns ACOLHE_KILL_SECONDS, the least duration of the load.
func killAfter(t *testing.T) time.Duration {
	t.Helper()
	value := os.Getenv("ACOLHE_KILL_SECONDS")
	if value == "" {
		return 0
	}
	seconds, err := strconv.Atoi(value)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(seconds) * time.Second
}

// write places an order, edits it, and edits a shared one. It returns the number of confirmed requests. Each request
// has a unique mark.
func (s *script) write(w *writer, mark string, shared int64) int64 {
	w.trying = mark
	made, err := s.place(mark)
	if err != nil {
		w.failed = err
		return 0
	}
	w.made = append(w.made, made)
	for n, edit := range []struct {
		id   int64
		mark string
		body map[string]any
	}{
		{made.ID, mark + " a", map[string]any{"discount": 8, "total": 12.5}},
		{shared, mark + " b", map[string]any{}},
	} {
		w.trying = edit.mark
		edit.body["prescriber"] = edit.mark
		answered, err := s.send(http.MethodPatch, "/api/v1/orders/"+strconv.FormatInt(edit.id, 10), edit.mark, edit.body)
		if err != nil {
			w.failed = err
			return int64(1 + n)
		}
		w.edits = append(w.edits, answered)
	}
	w.trying = ""
	return 3
}

// place orders two items at 10.25 with a discount that depends on the mark. The mark is in
// info, and is the idempotency key.
func (s *script) place(mark string) (answer, error) {
	return s.send(http.MethodPost, "/api/v1/orders", mark, map[string]any{
		"user_code": s.associate, "info": mark, "discount": discountOf(mark), "total": json.Number(totalOf(mark)),
		"items": []map[string]any{{"code": "OLEO-30", "amount": 10.25, "quantity": 2}},
	})
}

func discountOf(mark string) int { return int(mark[len(mark)-1]) % 7 }

func totalOf(mark string) string { return strconv.Itoa(20-discountOf(mark)) + ".50" }

func (s *script) send(method, path, mark string, body map[string]any) (answer, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	request, err := http.NewRequest(method, s.address+path, bytes.NewReader(raw))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+s.token)
	if method == http.MethodPost {
		request.Header.Set("Idempotency-Key", mark)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return answer{}, &refused{response.Status, string(said)}
	}
	var envelope struct{ Data answer }
	err = json.Unmarshal(said, &envelope)
	envelope.Data.mark = mark
	return envelope.Data, err
}

// refused is an unexpected error response.
type refused struct{ status, body string }

// Error returns the response.
func (r *refused) Error() string { return r.status + " " + r.body }

// awaitQuiet waits until the database has ended the transactions of the killed process.
func awaitQuiet(t *testing.T, conn *db.Connection) {
	t.Helper()
	eventually(t, "the end of the killed process's transactions", func() bool {
		return scan[int](t, conn, `select count(*) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`) == 0
	})
}

// answered holds all confirmed requests by their marks, and the unanswered ones.
type answered struct {
	made, edits map[string]answer
	trying      map[string]bool
}

func gather(t *testing.T, writers []writer, shared []answer) answered {
	t.Helper()
	all := answered{map[string]answer{}, map[string]answer{}, map[string]bool{}}
	for _, w := range append(writers, writer{made: shared}) {
		var no *refused
		if errors.As(w.failed, &no) {
			t.Errorf("%s was refused: %v", w.trying, no)
		}
		for _, made := range w.made {
			all.made[made.mark] = made
		}
		for _, edit := range w.edits {
			all.edits[edit.mark] = edit
		}
		if w.trying != "" {
			all.trying[w.trying] = true
		}
	}
	return all
}

// stored is an order in the database.
type stored struct {
	ID         int64
	Mark       string
	Total      string
	Prescriber *string
}

// edit is an entry of an order's history; the totals are null if they did not change.
type edit struct {
	OrderID          int64
	Mark             string
	Before           *string
	FromTotal, Total *string
}

// check compares the stored orders with the responses.
func (s answered) check(t *testing.T, conn *db.Connection) {
	t.Helper()
	orders := rowsOf[stored](t, conn, "select id, info as mark, total::text, prescriber from orders where info like 'queda %'")
	edits := rowsOf[edit](t, conn, `select c.order_id, c.changes #>> '{prescriber,to}' as mark, c.changes #>> '{prescriber,from}' as before,
		c.changes #>> '{total,from}' as from_total, c.changes #>> '{total,to}' as total
		from order_changes c join orders o on o.id = c.order_id where c.action = 'update' and o.info like 'queda %' order by c.id`)
	s.checkOrders(t, orders)
	s.checkEdits(t, orders, edits)
	for what, sql := range map[string]string{
		"orders without one beginning in the history": `select count(*) from orders o where info like 'queda %' and
			1 <> (select count(*) from order_changes c where c.order_id = o.id and action = 'create')`,
		"orders without their key": "select count(*) from orders o where info like 'queda %' and not exists (select from idempotency_keys where key = o.info)",
		"keys without their order": "select count(*) from idempotency_keys k where not exists (select from orders where info = k.key)",
	} {
		if wrong := scan[int](t, conn, sql); wrong > 0 {
			t.Errorf("%d %s", wrong, what)
		}
	}
	t.Logf("%d orders and %d edits answered; %d and %d are stored; %d clients were waiting", len(s.made), len(s.edits), len(orders),
		len(edits), len(s.trying))
}

// checkOrders checks that each confirmed order is stored once and that any other was unanswered.
func (s answered) checkOrders(t *testing.T, orders []stored) {
	t.Helper()
	there := map[string]int{}
	for _, order := range orders {
		there[order.Mark]++
		made, answered := s.made[order.Mark]
		if answered && made.ID != order.ID || !answered && !s.trying[order.Mark] {
			t.Errorf("%+v is there, answered %t as %+v", order, answered, made)
		}
	}
	for mark, made := range s.made {
		if there[mark] != 1 || made.Total.String() != totalOf(mark) {
			t.Errorf("%s was answered as %+v and is there %d times", mark, made, there[mark])
		}
	}
}

// checkEdits checks that the history of each order leads, edit by edit, to its current values, and that it contains
// each confirmed edit. Any other edit was unanswered.
func (s answered) checkEdits(t *testing.T, orders []stored, edits []edit) {
	t.Helper()
	at := map[int64]stored{}
	for _, order := range orders {
		at[order.ID] = stored{order.ID, order.Mark, totalOf(order.Mark), nil}
	}
	there := map[string]int{}
	for _, e := range edits {
		there[e.Mark]++
		order := at[e.OrderID]
		if text(e.Before) != text(order.Prescriber) || e.FromTotal != nil && *e.FromTotal != order.Total {
			t.Errorf("%+v does not follow %+v", e, order)
		}
		order.Prescriber = &e.Mark
		if e.Total != nil {
			order.Total = *e.Total
		}
		at[e.OrderID] = order
		answered, was := s.edits[e.Mark]
		if was && (answered.ID != e.OrderID || answered.Total.String() != order.Total) || !was && !s.trying[e.Mark] {
			t.Errorf("%+v is there, answered %t as %+v", e, was, answered)
		}
	}
	for mark := range s.edits {
		if there[mark] != 1 {
			t.Errorf("the edit %s was answered and is there %d times", mark, there[mark])
		}
	}
	for _, order := range orders {
		if told := at[order.ID]; told.Total != order.Total || text(told.Prescriber) != text(order.Prescriber) {
			t.Errorf("the history leads to %+v, stored is %+v", told, order)
		}
	}
}

func text(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

func rowsOf[Row any](t *testing.T, conn *db.Connection, sql string) []Row {
	t.Helper()
	rows, err := conn.Pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[Row])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sendAgain repeats the unanswered orders: with the same key each is stored once.
func (s *script) sendAgain(t *testing.T, conn *db.Connection, trying map[string]bool) {
	t.Helper()
	for mark := range trying {
		if strings.HasSuffix(mark, "a") || strings.HasSuffix(mark, "b") {
			continue
		}
		again, err := s.place(mark)
		if err != nil {
			t.Fatal(err)
		}
		if there := scan[int](t, conn, "select count(*) from orders where info = $1 and id = $2", mark, again.ID); there != 1 {
			t.Errorf("%s was sent again and is there %d times (%v)", mark, there, again)
		}
	}
}
