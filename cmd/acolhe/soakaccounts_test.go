package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"acolhe/models/platform/db"
)

// soakSample is what the running program takes.
type soakSample struct {
	memory, files, connections int64
}

// watchUntil lets the load go on without faults, and requires that nothing grows: the second half of the samples beside the first.
func (s *soak) watchUntil(end time.Time) {
	s.t.Helper()
	s.restart()
	s.load.await(s.t, time.Now())
	whole := time.Until(end)
	// The first fifth is for caches and connections to fill.
	s.rest(whole / 5)
	before := s.tables()
	var samples []soakSample
	const count = 60
	for range count {
		s.rest(time.Until(end) / time.Duration(count-len(samples)))
		samples = append(samples, s.sample())
	}
	first, second := samples[:count/2], samples[count/2:]
	for _, of := range []struct {
		name  string
		value func(soakSample) int64
		// spare is what it may grow by, besides a tenth.
		spare int64
	}{
		{"memory in kB", func(x soakSample) int64 { return x.memory }, 8 << 10},
		{"open files", func(x soakSample) int64 { return x.files }, 10},
		{"processes of PostgreSQL", func(x soakSample) int64 { return x.connections }, 3},
	} {
		was, is := medianOf(first, of.value), medianOf(second, of.value)
		s.t.Logf("%s: %d, later %d", of.name, was, is)
		if is > was+was/10+of.spare {
			s.t.Errorf("%s grew from %d to %d", of.name, was, is)
		}
	}
	s.checkTables(before, s.tables())
}

func (s *soak) rest(d time.Duration) {
	select {
	case <-s.t.Context().Done():
	case <-time.After(d):
	}
}

func (s *soak) sample() soakSample {
	s.t.Helper()
	if !s.p.running() {
		s.t.Fatalf("ended by itself: %s", s.p.log.String())
	}
	pid := s.p.command.Process.Pid
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		s.t.Fatal(err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "RssAnon:")
	memory, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return soakSample{memory, int64(len(open)), int64(len(serversIn(s.t, s.dataDir)))}
}

func medianOf(samples []soakSample, value func(soakSample) int64) int64 {
	values := make([]int64, len(samples))
	for i, one := range samples {
		values[i] = value(one)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// tableSize is a table with its indexes.
type tableSize struct {
	Name  string
	Rows  int64
	Bytes int64
}

// tables returns the size of each table after what autovacuum does.
func (s *soak) tables() map[string]tableSize {
	s.t.Helper()
	sizes := map[string]tableSize{}
	s.withDatabase(func(conn *db.Connection) {
		if _, err := conn.Pool.Exec(s.t.Context(), "vacuum (analyze)"); err != nil {
			s.t.Fatal(err)
		}
		for _, row := range rowsOf[tableSize](s.t, conn, `select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) as bytes
			from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`) {
			sizes[row.Name] = row
		}
	})
	return sizes
}

// checkTables requires that tables grow with their rows, and not with their changes.
func (s *soak) checkTables(before, after map[string]tableSize) {
	s.t.Helper()
	for name, now := range after {
		was := before[name]
		allowed := float64(was.Bytes)*max(1, float64(now.Rows)/float64(max(was.Rows, 1)))*1.3 + 2<<20
		if now.Bytes > 1<<20 {
			s.t.Logf("%s: %d rows in %d kB, later %d in %d kB", name, was.Rows, was.Bytes>>10, now.Rows, now.Bytes>>10)
		}
		if float64(now.Bytes) > allowed {
			s.t.Errorf("%s grew from %d kB with %d rows to %d kB with %d", name, was.Bytes>>10, was.Rows, now.Bytes>>10, now.Rows)
		}
	}
}

// checkCaptures requires that no trigger left out what it captures of a change: an event, a letter, a notice.
func (s *soak) checkCaptures() {
	s.t.Helper()
	log, err := os.ReadFile(filepath.Join(s.dataDir, "postgres", "postgres.log"))
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "WARNING:") && (strings.Contains(line, " was not captured: ") || strings.Contains(line, " was not kept: ")) {
			s.t.Errorf("PostgreSQL: %s", line)
		}
	}
}

// account compares what was answered with what is there.
func (s *soak) account() {
	s.t.Helper()
	s.withDatabase(func(conn *db.Connection) {
		a := &accounting{receivers: s.receivers, conn: conn, process: s.p}
		a.drain(s.t)
		a.check(s.t)
		s.t.Logf("webhooks: %s", a.summary(s.t))
		s.checkRecords(conn)
		s.checkFiles(conn)
		s.checkStock(conn)
		s.checkSums(conn)
		s.t.Logf("%d statements", scan[int](s.t, conn, "select count(*) from statements"))
	})
	s.checkCaptures()
	s.restoreCopy(s.checkRecords)
	s.checkCommands()
	s.p.signal(syscall.SIGTERM)
	if status := s.p.status(); status != 0 {
		s.t.Errorf("stopped with status %d: %s", status, s.p.log.String())
	}
	l := s.load
	for said, times := range l.wrong {
		s.t.Errorf("%d times %s", times, said)
	}
	s.t.Logf("%s", s.summary())
	for _, kind := range sortedKeys(l.requests) {
		s.t.Logf("%s: %d requests, %d without an answer", kind, l.requests[kind], l.refused[kind])
	}
	s.t.Logf("%d orders, %d files and %d entries of the reception answered, %d orders separated", len(l.orders), len(l.files), len(l.tickets), len(l.units))
}

// checkRecords requires that each answered record is there once as it was answered, and that no order is there that was not answered:
// each was sent again until it was.
func (s *soak) checkRecords(conn *db.Connection) {
	s.t.Helper()
	for kind, of := range map[string]struct {
		answered map[string]int64
		sql      string
		isWhole  bool
	}{
		"orders":   {s.load.orders, "select id, info as mark from orders where info like 'soak %'", true},
		"changes":  {s.load.changed, "select id, prescriber as mark from orders where prescriber like 'soak %'", true},
		"payments": {s.load.settled, "select id, info as mark from orders where info like 'soak %' and status in ('Pago', 'Em separação')", true},
		"files":    {s.load.files, "select id, file_name as mark from files where file_name like 'soak-%'", false},
		"tickets":  {s.load.tickets, "select id, associate_name as mark from reception where associate_name like 'soak %'", false},
	} {
		there := map[string][]int64{}
		for _, row := range rowsOf[struct {
			ID   int64
			Mark string
		}](s.t, conn, of.sql) {
			there[row.Mark] = append(there[row.Mark], row.ID)
		}
		lost := 0
		for mark, id := range of.answered {
			if !slices.Equal(there[mark], []int64{id}) {
				lost++
				s.t.Errorf("%s %q was answered as %d, there are %v", kind, mark, id, there[mark])
			}
			delete(there, mark)
		}
		if of.isWhole && len(there) > soakWriters {
			s.t.Errorf("%d %s are there without an answer", len(there), kind)
		}
		s.t.Logf("%s: %d answered, %d lost, %d there without an answer", kind, len(of.answered), lost, len(there))
	}
}

// soakWriters are the clients whose last order may have no answer.
const soakWriters = 2

// checkFiles requires that the store has the content of every file.
func (s *soak) checkFiles(conn *db.Connection) {
	s.t.Helper()
	for _, row := range rowsOf[struct {
		StorageKey string
		Size       int64
	}](s.t, conn, "select storage_key, size from files where file_name like 'soak-%'") {
		object, err := s.store.backend.HeadObject(storeBucket, row.StorageKey)
		if err != nil || object.Size != row.Size {
			s.t.Errorf("%s of %d bytes: %v", row.StorageKey, row.Size, err)
		}
	}
}

// checkStock requires that lots have what their movements leave, and each order at least the answered and at most all sent units.
func (s *soak) checkStock(conn *db.Connection) {
	s.t.Helper()
	taken := map[int64]int{}
	for _, row := range rowsOf[struct{ OrderID, Units int64 }](s.t, conn,
		"select order_id, -sum(quantity) as units from stock_movements where order_id is not null group by order_id") {
		taken[row.OrderID] = int(row.Units)
	}
	for id, units := range s.load.units {
		if taken[id] < units || taken[id] > min(2, units+s.load.unknown[id]) {
			s.t.Errorf("order %d has %d units, %d were answered and %d were not", id, taken[id], units, s.load.unknown[id])
		}
	}
}

// checkSums requires that everything that is kept beside its rows equals them.
func (s *soak) checkSums(conn *db.Connection) {
	s.t.Helper()
	for what, sql := range map[string]string{
		"lots differ from their movements": `select count(*) from lots l
			where quantity <> (select coalesce(sum(quantity), 0) from stock_movements m where m.lot_id = l.id)`,
		"statements differ from their lines": `select count(*) from statements s, lateral (select count(*) as lines,
				sum((line ->> 'received')::numeric) as received, sum((line ->> 'fee')::numeric) as fee,
				sum((line ->> 'donation')::numeric) as donation, sum((line ->> 'payable')::numeric) as payable
				from jsonb_array_elements(s.lines) line) sums
			where (s.count, s.received, s.fee, s.donation, s.payable) <> (sums.lines, sums.received, sums.fee, sums.donation, sums.payable)`,
		"lines are of another's appointment": `select count(*) from statements s, jsonb_array_elements(s.lines) line
			where not exists (select from services where id = (line ->> 'service_id')::bigint and professional_id = s.professional_id)`,
		"orders have no or two beginnings": `select count(*) from orders o where info like 'soak %'
			and 1 <> (select count(*) from order_changes c where c.order_id = o.id and action = 'create')`,
		"letters wait": `select count(*) from mails where status = 'queued' and date_created < now() - interval '10 minutes'`,
	} {
		if found := scan[int](s.t, conn, sql); found > 0 {
			s.t.Errorf("%d %s", found, what)
		}
	}
}

// checkCommands requires that the log of who saw what is whole, and prints what the examination finds.
func (s *soak) checkCommands() {
	s.t.Helper()
	s.p.signal(syscall.SIGTERM)
	s.p.status()
	verified := launch(s.t, []string{"log", "verify"}, s.environment...)
	if verified.status() != 0 {
		s.t.Errorf("the log: %s%s", verified.screen.String(), verified.log.String())
	}
	s.t.Logf("the log: %s", strings.TrimSpace(verified.screen.String()))
	s.serve()
	examined := launch(s.t, []string{"doctor"}, s.environment...)
	examined.status()
	s.t.Logf("the examination: %s", examined.screen.String())
}
