package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// The private PostgreSQL is killed three times while clients place orders. Acolhe starts it again; meanwhile requests get
// 503 with Retry-After, and nothing that was answered is lost.
func TestKill_PrivatePostgresRestarts(t *testing.T) {
	t.Parallel()
	dataDir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() { killAll(t, dataDir) })
	p := serveOn(t, "DATA_DIR="+dataDir)
	by := signIn(t, p)
	load := by.placeOrders(oneLike(by.orders(t)[0], ""), writers)
	for range 3 {
		before := load.answered()
		p.eventually("answers", func() bool { return load.answered() >= before+100 })
		refusals := load.refusals()
		killed := time.Now()
		if err := syscall.Kill(postmasterOf(t, dataDir), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		p.eventually("a refusal", func() bool { return load.refusals() > refusals })
		back := load.answered()
		p.eventually("the next answer", func() bool { return load.answered() > back+writers })
		t.Logf("orders go on %s after the kill", time.Since(killed).Round(time.Millisecond))
	}
	load.stop(t)
	requireAnsweredOrders(t, byPrescriber(by.orders(t)), load.placed(), 3*writers)
	requireJobsRun(t, p, by, dataDir)
	p.signal(syscall.SIGTERM)
	if status := p.status(); status != 0 {
		t.Errorf("ended with status %d", status)
	}
	requireNoServers(t, dataDir)
}

// A page says that the system is unavailable, and when to try again, while PostgreSQL cannot be started. After ten tries
// the program ends with the status that makes a supervisor start it again.
func TestKill_PrivatePostgresStaysDown(t *testing.T) {
	t.Parallel()
	dataDir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() { killAll(t, dataDir) })
	p := serveOn(t, "DATA_DIR="+dataDir)
	by := signIn(t, p)
	cluster := filepath.Join(dataDir, "postgres", "cluster")
	postmaster := postmasterOf(t, dataDir)
	if err := os.Rename(cluster, cluster+".away"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(postmaster, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.eventually("not being ready", func() bool { return by.ready(t) == http.StatusServiceUnavailable })
	for path, want := range map[string]string{"/painel/pedidos": "Indisponível no momento", "/api/v1/orders": `"UNAVAILABLE"`} {
		response, said, err := by.send(http.MethodGet, path, nil)
		if err != nil || response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" ||
			!strings.Contains(string(said), want) {
			t.Errorf("%s: %v, %v, %s", path, err, response, said)
		}
	}
	if status := p.status(); status != statusRetry || !strings.Contains(p.log.String(), "em dez tentativas seguidas") {
		t.Errorf("ended with status %d: %s", status, p.log.String())
	}
	if err := os.Rename(cluster+".away", cluster); err != nil {
		t.Fatal(err)
	}
	again := serveOn(t, "DATA_DIR="+dataDir)
	signIn(t, again)
	again.stop()
}

// load is a number of clients that place orders one after another, until stop.
type load struct {
	stopped         atomic.Bool
	writing         sync.WaitGroup
	count, unserved atomic.Int64
	orders          sync.Map
	wrong           sync.Map
}

func (c caller) placeOrders(like order, clients int) *load {
	l := &load{}
	for client := range clients {
		l.writing.Go(func() {
			for n := 0; !l.stopped.Load(); n++ {
				wanted := like
				wanted.Prescriber = fmt.Sprintf("apagão %d-%d", client, n)
				l.place(c, wanted)
			}
		})
	}
	return l
}

// place places an order until it is answered. A refusal is 503 with Retry-After; it may hide an order that is stored.
func (l *load) place(by caller, wanted order) {
	response, said, err := by.send(http.MethodPost, "/api/v1/orders", wanted)
	switch {
	case err != nil:
		l.wrong.Store(wanted.Prescriber, err.Error())
	case response.StatusCode == http.StatusCreated:
		var envelope struct{ Data order }
		if err := json.Unmarshal(said, &envelope); err != nil {
			l.wrong.Store(wanted.Prescriber, err.Error())
			return
		}
		l.orders.Store(wanted.Prescriber, envelope.Data)
		l.count.Add(1)
	case response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
		l.unserved.Add(1)
	default:
		l.wrong.Store(wanted.Prescriber, response.Status+" "+string(said))
	}
}

func (l *load) answered() int { return int(l.count.Load()) }
func (l *load) refusals() int { return int(l.unserved.Load()) }

// stop ends the clients, and fails the test for every answer that was neither an order nor 503.
func (l *load) stop(t *testing.T) {
	t.Helper()
	l.stopped.Store(true)
	l.writing.Wait()
	l.wrong.Range(func(mark, said any) bool {
		t.Errorf("%s: %s", mark, said)
		return true
	})
	t.Logf("%d orders answered, %d refused", l.answered(), l.refusals())
}

func (l *load) placed() map[string]order {
	all := map[string]order{}
	l.orders.Range(func(mark, placed any) bool {
		all[mark.(string)] = placed.(order)
		return true
	})
	return all
}

// postmasterOf returns the process of the private PostgreSQL.
func postmasterOf(t *testing.T, dataDir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dataDir, "postgres", "cluster", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// requireJobsRun requests a new password, whose mail a job writes to a file.
func requireJobsRun(t *testing.T, p *process, by caller, dataDir string) {
	t.Helper()
	body := map[string]string{"email": p.screenValue("E-mail"), "app": "doc-sign"}
	if response, said, err := by.send(http.MethodPost, "/api/v1/auth/forgot-password", body); err != nil ||
		response.StatusCode != http.StatusOK {
		t.Fatalf("%v %s", err, said)
	}
	p.eventually("the mail", func() bool {
		files, err := os.ReadDir(filepath.Join(dataDir, "mail"))
		return err == nil && len(files) > 0
	})
}
