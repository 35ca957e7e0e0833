// Package cluster tries the reference layout of docs/operation.md on real processes: `make cluster` starts three machines with
// PostgreSQL under Patroni, two with the program, and the proxies, each in a network namespace of its own, with the
// configuration files of this folder.
package cluster

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	faults = flag.Int("faults", 10, "number of faults")
	binary = flag.String("binary", "../../bin/acolhe", "the program")
)

// The longest times after a fault until the first request is answered.
const (
	writesBack = 15 * time.Second
	readsBack  = 5 * time.Second
)

// layout is the running cluster.
type layout struct {
	databases
	programs    []*machine
	store       *store
	binary, key string
}

// Under 16 writers and readers the primary is killed, its network cut, an instance killed, and the store away, in turns. No
// answered write is lost or doubled, reads and writes come back in time, and meanwhile there is no answer but 503 with a sentence.
func TestTool_Cluster(t *testing.T) {
	c := startLayout(t)
	person, script := office(t)
	l := startLoad(person, script, newAssociate(t, script))
	kinds := []func(*testing.T, *load){c.killPrimary, c.cutPrimary, c.killInstance, c.loseStore}
	for n := range *faults {
		c.awaitSteady(t)
		c.awaitReady(t)
		l.awaitAnswers(t)
		kinds[n%len(kinds)](t, l)
	}
	c.awaitSteady(t)
	c.awaitReady(t)
	l.stop(t)
	c.awaitEqual(t)
	for _, m := range c.databases {
		l.account(t, m)
	}
	c.requireEqual(t)
}

func startLayout(t *testing.T) *layout {
	t.Helper()
	path, err := filepath.Abs(*binary)
	if err != nil {
		t.Fatal(err)
	}
	connect(t)
	c := &layout{store: startStore(t), databases: startDatabases(t), binary: path, key: newKey()}
	for _, name := range []string{"app1", "app2"} {
		m := newMachine(t, name)
		startInstance(t, m, c.binary, c.key)
		c.programs = append(c.programs, m)
	}
	startWeb(t)
	c.awaitReady(t)
	return c
}

func (c *layout) awaitReady(t *testing.T) {
	t.Helper()
	for _, m := range c.programs {
		eventually(t, "the instance on "+m.name, func() bool { return isReady(m) })
	}
}

// killPrimary kills PostgreSQL and Patroni of the primary, as if the machine lost its power, and starts them when another one has taken over.
func (c *layout) killPrimary(t *testing.T, l *load) {
	m, since := c.primary(t), time.Now()
	m.kill(t, []string{"etcd"})
	l.observe(since)
	l.report(t, "primary "+m.name+" killed", kindsOf(writers)...)
	startPatroni(t, m)
}

// cutPrimary cuts the primary off the network.
func (c *layout) cutPrimary(t *testing.T, l *load) {
	m, since := c.primary(t), time.Now()
	m.cut(t)
	defer m.mend(t)
	l.observe(since)
	l.report(t, "network of primary "+m.name+" cut", kindsOf(writers)...)
}

// killInstance kills the program on one machine.
func (c *layout) killInstance(t *testing.T, l *load) {
	m := c.programs[0]
	c.programs[0], c.programs[1] = c.programs[1], c.programs[0] // the other one next
	since := time.Now()
	m.kill(t, []string{"haproxy", "pgbouncer"})
	l.observe(since)
	l.report(t, "instance "+m.name+" killed", kindsOf(writers)...)
	startProgram(t, m, c.binary, c.key)
}

// loseStore takes the store of files away until an upload was refused: orders and associates go on, and uploads after it is back.
func (c *layout) loseStore(t *testing.T, l *load) {
	since := time.Now()
	c.store.stop()
	l.observe(since)
	l.report(t, "store away", "orders", "associates")
	eventually(t, "refused uploads", func() bool {
		_, seen := l.seen()
		return seen.refused["files"] >= writers["files"]
	})
	since = time.Now()
	c.store.start(t)
	l.observe(since)
	l.report(t, "store back", "files")
}

func (c *layout) primary(t *testing.T) *machine {
	t.Helper()
	var m *machine
	eventually(t, "a primary", func() bool { m = c.leader(); return m != nil })
	return m
}

// awaitAnswers waits until every kind was answered again.
func (l *load) awaitAnswers(t *testing.T) {
	t.Helper()
	l.observe(time.Now())
	l.await(t, kindsOf(writers)...)
}

// await waits until these kinds and every page are answered after the fault.
func (l *load) await(t *testing.T, kinds ...string) observed {
	t.Helper()
	var seen observed
	all := append(slices.Clone(kinds), readers...)
	eventually(t, "answers to "+strings.Join(all, ", "), func() bool {
		isAll, now := l.seen(all...)
		seen = now
		return isAll
	})
	return seen
}

// report waits until everything is answered, requires that in time, and prints the figures.
func (l *load) report(t *testing.T, fault string, kinds ...string) {
	t.Helper()
	seen := l.await(t, kinds...)
	writes, reads := latest(seen.first, kinds), latest(seen.first, readers)
	if writes > writesBack || reads > readsBack {
		t.Errorf("%s: writes are back after %s, reads after %s", fault, writes, reads)
	}
	t.Logf("%s: first answers to writes %.1f s, reads %.1f s; longest wait of a writer %.1f s, a reader %.1f s; refused %s; no answer %d", fault,
		writes.Seconds(), reads.Seconds(), latest(seen.slowest, kinds).Seconds(), latest(seen.slowest, readers).Seconds(),
		counted(seen.refused), seen.silent)
	t.Logf("    %s", timed(seen.first))
}

func latest(of map[string]time.Duration, kinds []string) (longest time.Duration) {
	for _, kind := range kinds {
		longest = max(longest, of[kind])
	}
	return longest
}

func kindsOf[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

func counted(of map[string]int) string {
	var parts []string
	for _, kind := range kindsOf(of) {
		parts = append(parts, fmt.Sprintf("%s %d", kind, of[kind]))
	}
	return strings.Join(parts, ", ")
}

func timed(of map[string]time.Duration) string {
	var parts []string
	for _, kind := range kindsOf(of) {
		parts = append(parts, fmt.Sprintf("%s %.1f s", kind, of[kind].Seconds()))
	}
	return strings.Join(parts, ", ")
}

// requireEqual requires the same rows on all machines.
func (c *layout) requireEqual(t *testing.T) {
	t.Helper()
	for kind, statement := range stored {
		sums := map[string]bool{}
		for _, m := range c.databases {
			sums[query[string](t, m, "acolhe", "select md5(coalesce(string_agg(line, ','), '')) from ("+statement+") rows (line)")[0]] = true
		}
		if len(sums) != 1 {
			t.Errorf("%s differ between the machines", kind)
		}
	}
}
