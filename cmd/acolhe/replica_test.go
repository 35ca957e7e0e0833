package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Lists are read from a replica. Nobody misses what they have just changed, data of more than 5 s ago is never missing,
// and lists go on when the replica dies and comes back.
func TestKill_Replica(t *testing.T) {
	t.Parallel()
	primary, standby := newReplicated(t, "")
	p := serveOn(t, "DATABASE_URL="+primary.address(), "DATABASE_REPLICA_URL="+standby.address(), "DATA_DIR="+t.TempDir())
	by := signIn(t, p)
	like := oneLike(by.orders(t)[0], "")
	colleague := by.issueToken(t, "items:orders:read")
	p.eventually("a list read from the replica", func() bool {
		colleague.newestOrder(t)
		return standby.scansOfOrders(t) > 0
	})

	t.Run("own changes", func(t *testing.T) {
		for range 50 {
			placed, err := by.place(like)
			if err != nil {
				t.Fatal(err)
			}
			if newest := by.newestOrder(t); newest != placed.ID {
				t.Fatalf("newest order after placing %d: %d", placed.ID, newest)
			}
		}
	})

	t.Run("replay paused", func(t *testing.T) {
		standby.exec(t, "select pg_wal_replay_pause()")
		defer standby.exec(t, "select pg_wal_replay_resume()")
		placed, err := by.place(like)
		if err != nil {
			t.Fatal(err)
		}
		if newest := by.newestOrder(t); newest != placed.ID {
			t.Errorf("own newest order: %d, want %d", newest, placed.ID)
		}
		p.eventually("the order in a colleague's list", func() bool { return colleague.newestOrder(t) == placed.ID })
	})

	t.Run("stopped, resumed, killed", func(t *testing.T) {
		lists := &reading{caller: colleague, end: make(chan struct{}), done: make(chan struct{})}
		go lists.run()
		defer lists.stop()
		reads := "reading from the replica"
		p.eventually(reads, p.readsReplica)
		signalAll(t, standby.dir, syscall.SIGSTOP)
		p.eventually("the end of "+reads, func() bool { return !p.readsReplica() })
		signalAll(t, standby.dir, syscall.SIGCONT)
		p.eventually(reads, p.readsReplica)
		killAll(t, standby.dir)
		p.eventually("the end of "+reads, func() bool { return !p.readsReplica() })
		lists.stop()
		if lists.failed.Load() > 0 || lists.answered.Load() == 0 {
			t.Errorf("%d lists answered, %d failed", lists.answered.Load(), lists.failed.Load())
		}
		t.Logf("%d lists answered, the slowest in %s", lists.answered.Load(), lists.slowest.Round(time.Millisecond))
	})
}

// While the primary is away, those who are signed in go on reading from the replica, and what they write is refused with a time to
// try again.
func TestKill_ReadsWithoutPrimary(t *testing.T) {
	t.Parallel()
	primary, standby := newReplicated(t, "")
	p := serveOn(t, "DATABASE_URL="+primary.address(), "DATABASE_REPLICA_URL="+standby.address(), "DATA_DIR="+t.TempDir())
	by := signIn(t, p)
	there := by.orders(t)
	colleague := by.issueToken(t, "items:orders:read")
	p.eventually("reading from the replica", p.readsReplica)
	killAll(t, primary.dir)
	for path, of := range map[string]caller{"/api/v1/orders": colleague, "/painel/pedidos": by, "/painel": by, "/painel/agenda": by} {
		p.eventually(path+" without a primary", func() bool {
			response, _, err := of.send(http.MethodGet, path, nil)
			return err == nil && response.StatusCode == http.StatusOK
		})
	}
	response, said, err := by.send(http.MethodPost, "/api/v1/orders", oneLike(there[0], ""))
	if err != nil || response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("an order without a primary: %v %s", err, said)
	}
	if status := by.ready(t); status != http.StatusServiceUnavailable {
		t.Errorf("/readyz answers %d", status)
	}
}

// A page that waits for a primary that has stopped answering is read from the replica instead.
func TestKill_ReadsOverStoppedPrimary(t *testing.T) {
	t.Parallel()
	primary, standby := newReplicated(t, "")
	p := serveOn(t, "DATABASE_URL="+primary.address(), "DATABASE_REPLICA_URL="+standby.address(), "DATA_DIR="+t.TempDir())
	by := signIn(t, p)
	there := by.orders(t)
	p.eventually("reading from the replica", p.readsReplica)
	signalAll(t, primary.dir, syscall.SIGSTOP)
	defer signalAll(t, primary.dir, syscall.SIGCONT)
	if response, said, err := by.send(http.MethodGet, "/painel/pedidos", nil); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("a page without a primary: %v %s", err, said)
	}
	if here := by.orders(t); len(here) != len(there) {
		t.Errorf("there are %d orders, before %d", len(here), len(there))
	}
}

// readsReplica reports whether the log says last that the replica is read.
func (p *process) readsReplica() bool {
	log := p.log.String()
	return strings.LastIndex(log, "msg=replica read=true") > strings.LastIndex(log, "msg=replica read=false")
}

func (r *replica) address() string {
	return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%s/acolhe?sslmode=disable", superuser, r.password, r.port())
}

// scansOfOrders returns how often the server has read the table of orders.
func (r *replica) scansOfOrders(t *testing.T) int {
	t.Helper()
	scans, err := strconv.Atoi(r.exec(t, "select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int from pg_stat_user_tables where relname = 'orders'"))
	if err != nil {
		t.Fatal(err)
	}
	return scans
}

// issueToken returns a caller with a new token of the scope.
func (c caller) issueToken(t *testing.T, scope string) caller {
	t.Helper()
	response, said, err := c.send(http.MethodPost, "/api/v1/auth/tokens", map[string]any{"name": "Leitura", "scopes": []string{scope}})
	if err != nil || response.StatusCode != http.StatusCreated {
		t.Fatalf("%v %s", err, said)
	}
	var envelope struct{ Data struct{ Token string } }
	if err := json.Unmarshal(said, &envelope); err != nil {
		t.Fatal(err)
	}
	return caller{address: c.address, token: envelope.Data.Token}
}

// newestOrder returns the id of the first order of the list.
func (c caller) newestOrder(t *testing.T) int64 {
	t.Helper()
	var envelope struct{ Data []order }
	c.get(t, "/api/v1/orders?limit=1", &envelope)
	return envelope.Data[0].ID
}

// reading reads a list again and again until end is closed.
type reading struct {
	caller           caller
	end, done        chan struct{}
	answered, failed atomic.Int64
	slowest          time.Duration
}

func (r *reading) run() {
	defer close(r.done)
	for {
		select {
		case <-r.end:
			return
		default:
		}
		sent := time.Now()
		response, _, err := r.caller.send(http.MethodGet, "/api/v1/orders?limit=60", nil)
		if err != nil || response.StatusCode != http.StatusOK {
			r.failed.Add(1)
			continue
		}
		r.answered.Add(1)
		r.slowest = max(r.slowest, time.Since(sent))
	}
}

// stop waits for the last answer; it may be called again.
func (r *reading) stop() {
	select {
	case <-r.end:
	default:
		close(r.end)
	}
	<-r.done
}
