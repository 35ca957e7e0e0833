package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"acolhe/models/platform/db"
)

// board is a person with the board of the reception open: the page is read again after each event.
type board struct {
	caller

	email  string
	events atomic.Int64
}

const boardPath = "/painel/recepcao"

// openBoards signs three operators in, whose passwords become that of the administrator: two at one instance, the last at
// the other.
func openBoards(t *testing.T, conn *db.Connection, one, other *process) []*board {
	t.Helper()
	password := one.screenValue("Senha")
	if password == "" {
		password = other.screenValue("Senha")
	}
	_, err := conn.Pool.Exec(t.Context(), `update system_users set status = 'active', permissions = '["Acolhimento"]',
		password = (select password from system_users where not is_sample) where is_sample`)
	if err != nil {
		t.Fatal(err)
	}
	people := rowsOf[struct{ Email string }](t, conn, "select email from system_users where is_sample order by id limit 3")
	boards := make([]*board, len(people))
	for i, p := range []*process{one, one, other} {
		boards[i] = &board{caller: signInAs(t, p, people[i].Email, password), email: people[i].Email}
		go boards[i].follow(t.Context())
	}
	return boards
}

// follow reads the stream of events like a browser: it connects again when the stream ends.
func (b *board) follow(ctx context.Context) {
	for ctx.Err() == nil {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.address+boardPath+"/ao-vivo", nil)
		if err != nil {
			return
		}
		request.AddCookie(b.session)
		if response, err := http.DefaultClient.Do(request); err == nil {
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				if lines.Text() == "event: mudou" {
					b.events.Add(1)
				}
			}
			response.Body.Close()
		}
		becomesTrue(ctx, testTimeout, b.answers)
	}
}

// answers reports whether the instance answers.
func (b *board) answers() bool {
	response, _, err := b.send(http.MethodGet, "/readyz", nil)
	return err == nil && response.StatusCode == http.StatusOK
}

// shows reports whether the page has the words; an unavailable page has none.
func (b *board) shows(words string) bool {
	response, body, err := b.send(http.MethodGet, boardPath, nil)
	return err == nil && response.StatusCode == http.StatusOK && strings.Contains(string(body), words)
}

// post sends a form of the board.
func (b *board) post(t *testing.T, path string, fields url.Values) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, b.address+boardPath+path, strings.NewReader(fields.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.AddCookie(b.session)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		said, _ := io.ReadAll(response.Body)
		t.Fatalf("POST %s: %s %s", path, response.Status, said[:min(len(said), 300)])
	}
}

// seenBy waits until each board had an event after the act and shows its outcome, and reports the time of the last.
func seenBy(t *testing.T, boards []*board, what, words string, act func()) {
	t.Helper()
	before := make([]int64, len(boards))
	for i, b := range boards {
		before[i] = b.events.Load()
	}
	act()
	begun := time.Now()
	for i, b := range boards {
		eventually(t, what+" at "+b.email, func() bool { return b.events.Load() > before[i] && b.shows(words) })
	}
	t.Logf("%s: seen by %d boards within %s", what, len(boards), time.Since(begun).Round(time.Millisecond))
}

// Three people work one queue on two instances: each sees what the others do, by the events of the own instance. One
// instance is killed, its people go on at the other, and nothing is lost or attended to twice.
func TestKill_ReceptionOnTwoInstances(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	one := serveOn(t, database, "DATA_DIR="+t.TempDir())
	other := serveOn(t, database, "DATA_DIR="+t.TempDir())
	boards := openBoards(t, conn, one, other)
	for i, b := range boards {
		eventually(t, "the stream of "+b.email, func() bool { return b.events.Load() > 0 })
		name := fmt.Sprintf("Contato %d", i)
		seenBy(t, boards, "a contact of the public form", name, func() {
			arrived := map[string]string{"name": name, "phone": "48999991234", "message": "Preciso de ajuda"}
			if response, said, err := b.send(http.MethodPost, "/api/v1/reception/public", arrived); err != nil ||
				response.StatusCode != http.StatusCreated {
				t.Fatalf("%v %s", err, said)
			}
		})
	}
	var items []int64
	for _, row := range rowsOf[struct{ ID int64 }](t, conn, "select id from reception where name like 'Contato %' order by id") {
		items = append(items, row.ID)
	}
	// All three attend to the same item at once; one of them gets it.
	seenBy(t, boards, "a claim", "Contato 0", func() { claimAll(t, boards, items[0]) })
	seenBy(t, boards, "a move", "Contato 1", func() {
		boards[2].post(t, fmt.Sprintf("/%d/mover", items[1]), url.Values{"status": {"in_progress"}})
	})

	if err := other.command.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	other.status()
	boards[2] = &board{caller: caller{address: boards[0].address, session: boards[2].session}, email: boards[2].email}
	go boards[2].follow(t.Context())
	eventually(t, "the page of the person of the killed instance", func() bool { return boards[2].shows("Contato 2") })
	eventually(t, "the stream of the person of the killed instance", func() bool { return boards[2].events.Load() > 0 })
	seenBy(t, boards, "a completion after the kill", "Contato 2", func() {
		boards[2].post(t, fmt.Sprintf("/%d/atender", items[2]), nil)
		boards[2].post(t, fmt.Sprintf("/%d/concluir", items[2]), url.Values{"completion_reason": {"Serviço"}})
	})
	if claims := scan[int](t, conn, fmt.Sprintf("select count(*) from reception_changes where item_id = %d and action = 'assign'",
		items[0])); claims != 1 {
		t.Errorf("the item was claimed %d times", claims)
	}
	if done := scan[int](t, conn, "select count(*) from reception where name like 'Contato %' and completed_at is not null"); done != 1 {
		t.Errorf("%d items are completed", done)
	}
	one.stop()
}

func claimAll(t *testing.T, boards []*board, item int64) {
	t.Helper()
	var claiming sync.WaitGroup
	for _, b := range boards {
		claiming.Go(func() { b.post(t, fmt.Sprintf("/%d/atender", item), nil) })
	}
	claiming.Wait()
}

// Open boards cost little memory: 200 streams of events, each with a change to report.
func TestTool_ReceptionMemory(t *testing.T) {
	const streams, limit = 200, 40 << 20
	conn, database := emptyDatabase(t)
	p := serveOn(t, database, "DATA_DIR="+t.TempDir())
	by := signIn(t, p)
	by.get(t, "/api/v1/reception/status-counts", &struct{}{})
	before := memoryOf(t, p, "VmRSS")
	ctx, end := context.WithCancel(t.Context())
	boards := make([]*board, streams)
	for i := range boards {
		boards[i] = &board{caller: by}
		go boards[i].follow(ctx)
	}
	for round := range int64(3) {
		for _, b := range boards {
			eventually(t, "an event at each stream", func() bool { return b.events.Load() > round })
		}
		if _, err := conn.Pool.Exec(ctx, "insert into reception (name, status) values ('Contato', 'waiting')"); err != nil {
			t.Fatal(err)
		}
	}
	raised := memoryOf(t, p, "VmHWM") - before
	t.Logf("%d streams: %d MB before, %.1f MB more at most", streams, before>>20, float64(raised)/(1<<20))
	if raised > limit {
		t.Errorf("%d streams raise the process by %d MB", streams, raised>>20)
	}
	end()
	p.stop()
}
