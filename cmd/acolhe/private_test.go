package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// One data directory with a private PostgreSQL, from the first start to a power cut.
func TestKill_PrivatePostgres(t *testing.T) {
	t.Parallel()
	dataDir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() { killAll(t, dataDir) })

	first := serveOn(t, "DATA_DIR="+dataDir)
	password := first.screenValue("Senha")
	by := signIn(t, first)
	if status := by.ready(t); status != 200 {
		t.Errorf("/readyz answers %d", status)
	}
	there := by.orders(t)
	if len(there) == 0 {
		t.Fatal("there are no sample orders")
	}
	placed, err := by.place(oneLike(there[0], "primeiro dia"))
	if err != nil {
		t.Fatal(err)
	}
	requireRefusal(t, launch(t, nil, "DATA_DIR="+dataDir), "já está em uso por outro acolhe")
	first.stop()
	requireNoServers(t, dataDir)

	second := serveOn(t, "DATA_DIR="+dataDir)
	if got := second.screenValue("Senha"); got != password {
		t.Errorf("the second start shows the password %q, the first %q", got, password)
	}
	by = signIn(t, second)
	if found := byPrescriber(by.orders(t))["primeiro dia"]; len(found) != 1 || found[0].ID != placed.ID || found[0].Total != "20.50" {
		t.Errorf("of the order placed on the first day is left %v", found)
	}

	answered := placeOrdersUntilKilled(t, second, dataDir, oneLike(placed, ""))
	third := serveOn(t, "DATA_DIR="+dataDir)
	requireAnsweredOrders(t, byPrescriber(signIn(t, third).orders(t)), answered, writers)
	third.stop()
	requireNoServers(t, dataDir)
}

// writers is the number of concurrent clients at the power cut.
const writers = 6

// placeOrdersUntilKilled places orders from several clients and kills the server and its PostgreSQL meanwhile. It
// returns the confirmed orders by their marks.
func placeOrdersUntilKilled(t *testing.T, p *process, dataDir string, like order) map[string]order {
	t.Helper()
	const enough = 300
	by := signIn(t, p)
	var answered sync.Map
	var count atomic.Int64
	var writing sync.WaitGroup
	for writer := range writers {
		writing.Go(func() {
			for n := 0; ; n++ {
				mark := fmt.Sprintf("apagão %d-%d", writer, n)
				wanted := like
				wanted.Prescriber = mark
				placed, err := by.place(wanted)
				if err != nil {
					return
				}
				answered.Store(mark, placed)
				count.Add(1)
			}
		})
	}
	p.eventually("enough orders", func() bool { return count.Load() >= enough })
	p.signal(syscall.SIGKILL)
	killAll(t, dataDir)
	writing.Wait()
	p.status()
	all := map[string]order{}
	answered.Range(func(mark, placed any) bool {
		all[mark.(string)] = placed.(order)
		return true
	})
	return all
}

// requireAnsweredOrders checks that every confirmed order is stored once and unchanged. The only other orders are those
// of unanswered requests.
func requireAnsweredOrders(t *testing.T, found map[string][]order, answered map[string]order, most int) {
	t.Helper()
	for _, mark := range missing(found, answered) {
		t.Errorf("%s was answered as %v and is there as %v", mark, answered[mark], found[mark])
	}
	unanswered := 0
	for mark, there := range found {
		if _, was := answered[mark]; strings.HasPrefix(mark, "apagão") && !was {
			unanswered += len(there)
		}
	}
	if unanswered > most {
		t.Errorf("%d orders are there that nobody was answered, want at most %d", unanswered, most)
	}
	t.Logf("%d orders answered before the kill, %d more stored", len(answered), unanswered)
}

func byPrescriber(all []order) map[string][]order {
	found := map[string][]order{}
	for _, o := range all {
		found[o.Prescriber] = append(found[o.Prescriber], o)
	}
	return found
}

// killAll kills the PostgreSQL of a data directory, like a power cut.
func killAll(t *testing.T, dataDir string) {
	t.Helper()
	signalAll(t, dataDir, syscall.SIGKILL)
}

// signalAll sends a signal to the PostgreSQL of a data directory.
func signalAll(t *testing.T, dataDir string, signal syscall.Signal) {
	t.Helper()
	if _, err := os.Stat(dataDir); err != nil {
		return
	}
	for _, pid := range serversIn(t, dataDir) {
		_ = syscall.Kill(pid, signal) // it may have exited
	}
}
