package reads_test

import (
	"log/slog"
	"slices"
	"strconv"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/security"
	"acolhe/models/reads"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

func newLog(t *testing.T) (*db.Connection, *reads.Log) {
	t.Helper()
	conn := dbtest.New(t)
	return conn, reads.New(conn, slog.New(slog.DiscardHandler))
}

func flush(t *testing.T, log *reads.Log) {
	t.Helper()
	if err := log.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func execute(t *testing.T, conn *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}

func verify(t *testing.T, conn *db.Connection) reads.Report {
	t.Helper()
	report, err := reads.Verify(t.Context(), conn, time.Now(), "")
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func caller(operator dbtest.Operator, at time.Time) auth.Caller {
	by := operator.Caller().At(at)
	by.Name, by.LastName, by.Code = operator.Name, operator.LastName, operator.UserCode
	by.Origin.IP = "fe80::1%eth0"
	return by
}

func associate(of dbtest.Associate, at time.Time) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: of.ID, Code: of.UserCode, Name: of.Name, Now: at}
}

// Whatever leads to a person, the log names the person.
func TestFlush_PersonOfRecord(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	now := time.Now()
	execute(t, conn, "insert into files (id, file_name, content_type, size, sha256, storage_key) values (900, 'rg.png', 'image/png', 1, repeat('a', 64), 'x')")
	execute(t, conn, "insert into users_files (id, file_id, user_id) values (901, 900, 3)")
	for of, key := range map[string]string{"users": "3", "codes": dbtest.Joao.UserCode, "files": "900", "users_files": "901"} {
		log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: of, Key: key, Channel: "page"})
	}
	log.Add(reads.Read{By: associate(dbtest.Joao, now), At: now, Of: "own", Channel: "page", Own: true})
	flush(t, log)
	if n := count(t, conn, "select count(*) from reads where person_id = 3 and person_code = $1 and people = 1",
		dbtest.Joao.UserCode); n != 5 {
		t.Errorf("%d of 5 reads name João", n)
	}
	for of, table := range map[string]string{"orders": "orders", "services": "services", "reception": "reception"} {
		log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: of, Key: strconv.Itoa(count(t, conn, "select min(id) from "+table)),
			Channel: "page"})
	}
	log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: "lists.users", People: 25, Channel: "page"})
	flush(t, log)
	if n := count(t, conn, "select count(*) from reads where subject in ('orders', 'services') and person_id is not null"); n != 2 {
		t.Errorf("%d of an order and a service name a person", n)
	}
	if n := count(t, conn, "select people from reads where subject = 'lists.users' and person_id is null"); n != 25 {
		t.Errorf("the list showed %d people", n)
	}
	if n := count(t, conn, "select count(*) from reads where viewer_kind = 'associate' and viewer_name <> ''"); n != 0 {
		t.Error("the name of an associate is kept")
	}
}

// Equal reads within ten minutes are one, other people and later ones are further reads.
func TestAdd_EqualReads(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	now := time.Now()
	for _, minutes := range []int{0, 1, 9, 11, 12, 22} {
		at := now.Add(time.Duration(minutes) * time.Minute)
		log.Add(reads.Read{By: caller(dbtest.Bruno, at), At: at, Of: "users", Key: "1", Channel: "page"})
	}
	log.Add(reads.Read{By: caller(dbtest.Camila, now), At: now, Of: "users", Key: "1", Channel: "page"})
	log.Add(reads.Read{By: caller(dbtest.Bruno, now.Add(22*time.Minute)), At: now.Add(22 * time.Minute), Of: "users", Key: "1",
		Channel: "api"})
	flush(t, log)
	if n := count(t, conn, "select count(*) from reads"); n != 5 {
		t.Errorf("%d reads are kept, want 5", n)
	}
}

// While the database refuses, reads wait and are then written once, in their order.
func TestFlush_DatabaseRefuses(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	now := time.Now()
	add := func(key int) {
		log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: "users", Key: strconv.Itoa(key), Channel: "page"})
	}
	add(1)
	execute(t, conn, "alter table log_blocks rename to hidden_blocks")
	if log.Flush(t.Context()) == nil {
		t.Fatal("nothing failed")
	}
	add(3)
	execute(t, conn, "alter table hidden_blocks rename to log_blocks")
	flush(t, log)
	if n := count(t, conn, "select count(*) from reads"); n != 2 {
		t.Errorf("%d reads are kept, want 2", n)
	}
	if report := verify(t, conn); len(report.Faults) > 0 {
		t.Errorf("faults: %+v", report.Faults)
	}
}

// writeBlocks writes three blocks of three reads each, and two security events.
func writeBlocks(t *testing.T, conn *db.Connection, log *reads.Log) {
	t.Helper()
	for i := range 9 {
		now := time.Now()
		log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: "users", Key: strconv.Itoa(i + 1), Channel: "page"})
		if i%4 == 1 {
			if err := security.Record(t.Context(), conn.DB, caller(dbtest.Camila, now),
				security.Event{Kind: security.LoginSucceeded, Subject: "x"}); err != nil {
				t.Fatal(err)
			}
		}
		if i%3 == 2 {
			flush(t, log)
		}
	}
}

// Each way of changing the stored log is found, with the number of rows that are missing.
func TestVerify_Changes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		statement string
		kind      reads.FaultKind
		rows      int
	}{
		"a read removed":       {"delete from reads where number = 5", reads.Missing, 1},
		"a read altered":       {"update reads set viewer_id = 1 where number = 5", reads.Altered, 0},
		"a read moved in time": {"update reads set seen_at = seen_at + interval '1 microsecond' where number = 5", reads.Altered, 0},
		"a read added":         {"insert into reads select (r).* from (select r from reads r where number = 5) x", reads.Added, 1},
		"an event removed": {"delete from security_events where id = (select min(id) from security_events where block is not null)",
			reads.Missing, 1},
		"an event altered":      {"update security_events set details = '{\"a\": 1}' where block is not null", reads.Altered, 0},
		"an event unchained":    {"update security_events set block = null where id = (select min(id) from security_events where block is not null)", reads.Missing, 1},
		"a block removed":       {"delete from log_blocks where id = 2", reads.Broken, 1},
		"a block altered":       {"update log_blocks set reads = 2 where id = 2", reads.Broken, 0},
		"the end removed":       {"with b as (delete from log_blocks where id = 3) delete from reads where block = 3", reads.Missing, 3},
		"a read and its digest": {"with r as (delete from reads where number = 5) update log_blocks set reads = 2 where id = 2", reads.Broken, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, log := newLog(t)
			writeBlocks(t, conn, log)
			before := verify(t, conn)
			if len(before.Faults) > 0 || before.Rows != 11 || before.Blocks != 3 {
				t.Fatalf("before: %+v", before)
			}
			if name == "a read added" {
				execute(t, conn, "alter table reads alter id set generated by default")
				c.statement = "insert into reads (id, block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key, people, part, channel, reason)" +
					" select id + 1000, block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key, people, part, channel, reason from reads where number = 5"
			}
			execute(t, conn, c.statement)
			faults := verify(t, conn).Faults
			if !slices.ContainsFunc(faults, func(f reads.Fault) bool { return f.Kind == c.kind && f.Rows == c.rows }) {
				t.Errorf("found %+v, want %s of %d rows", faults, c.kind, c.rows)
			}
			later, err := reads.Verify(t.Context(), conn, time.Now(), before.Head)
			if name == "the end removed" && (err != nil || later.HasExpected) {
				t.Errorf("a shortened chain still has its earlier end: %v", err)
			}
		})
	}
}

// A month is removed once all of its reads are older than the years of the configuration; the chain stays whole.
func TestDrop_OldMonths(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	now := time.Now()
	for _, at := range []time.Time{now.AddDate(-2, -2, 0), now.AddDate(-1, -11, 0), now} {
		log.Add(reads.Read{By: caller(dbtest.Bruno, at), At: at, Of: "users", Key: at.Format(time.DateOnly), Channel: "page"})
		flush(t, log)
	}
	if err := (reads.Checker{DB: conn, Now: time.Now}).Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := count(t, conn, "select count(*) from reads"); n != 2 {
		t.Errorf("%d reads are left, want 2", n)
	}
	found, err := reads.LastCheck(t.Context(), conn.DB)
	if err != nil || len(found.Faults) > 0 || found.At == nil || found.Rows != 2 {
		t.Errorf("the check is %+v, %v", found, err)
	}
	execute(t, conn, "delete from reads where seen_at < now() - interval '1 year'")
	if report := verify(t, conn); len(report.Faults) != 1 || report.Faults[0].Kind != reads.Missing {
		t.Errorf("faults: %+v", report.Faults)
	}
}

// A fault that the nightly check finds is a security event and stays on the page.
func TestCheck_Fault(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	writeBlocks(t, conn, log)
	execute(t, conn, "delete from reads where number = 5")
	if err := (reads.Checker{DB: conn, Now: time.Now}).Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	found, err := reads.LastCheck(t.Context(), conn.DB)
	if err != nil || len(found.Faults) != 1 || found.Faults[0].Rows != 1 {
		t.Errorf("the check is %+v, %v", found, err)
	}
	if n := count(t, conn, "select count(*) from security_events where kind = 'log.broken'"); n != 1 {
		t.Errorf("%d events", n)
	}
}

// Administrators see all reads, associates their own and those of their patients, others none.
func TestFind_WhoMay(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	now := time.Now()
	for key := range 5 {
		log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: "users", Key: strconv.Itoa(key + 1), Channel: "page"})
	}
	flush(t, log)
	for by, want := range map[*auth.Caller]int{ref(caller(dbtest.Camila, now)): 5, ref(caller(dbtest.Bruno, now)): 0,
		ref(associate(dbtest.Ana, now)): 0, {}: 0} {
		found, err := reads.List(t.Context(), conn.DB, *by, reads.ListInput{})
		if err != nil || len(found.Items) != want {
			t.Errorf("%s sees %d, %v", by.Kind, len(found.Items), err)
		}
	}
	patients := count(t, conn, "select count(*) from users where responsible_code = $1 and id <= 5", dbtest.Ana.UserCode)
	for by, want := range map[*auth.Caller]int{ref(caller(dbtest.Camila, now)): 1 + patients, ref(caller(dbtest.Bruno, now)): 0,
		ref(associate(dbtest.Ana, now)): 1 + patients, ref(associate(dbtest.Joao, now)): 0} {
		found, err := reads.OfPerson(t.Context(), conn.DB, *by, dbtest.Ana.ID, 100)
		if err != nil || len(found) != want {
			t.Errorf("%s %s sees %d of Ana, %v", by.Kind, by.Name, len(found), err)
		}
	}
	for q, want := range map[string]int{"acioli": 5, "souza": 1, "ninguem": 0} {
		found, err := reads.List(t.Context(), conn.DB, caller(dbtest.Camila, now), reads.ListInput{Q: q, Window: page.Window{Limit: new(50)}})
		if err != nil || len(found.Items) < want || want == 0 && len(found.Items) > 0 {
			t.Errorf("%q finds %d, %v", q, len(found.Items), err)
		}
	}
	for path, input := range map[string]reads.ListInput{"channel": {Channel: "x"}, "kind": {Kind: "x"}, "from": {From: "x"}} {
		if _, err := reads.List(t.Context(), conn.DB, caller(dbtest.Camila, now), input); errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Many records in an hour, the night, colleagues and protected names are unusual until an administrator says why not.
func TestListUnusual(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 11, 20, 12, 10, 0, 0, zone)
	execute(t, conn, `insert into users (status, name, email_account) select 'active', 'P' || n, 'p' || n || '@exemplo.org.br' from generate_series(1, 80) n`)
	for i, id := range ids(t, conn, "select id from users where name like 'P%' order by id") {
		if i < 60 {
			log.Add(reads.Read{By: caller(dbtest.Bruno, noon), At: noon.Add(time.Duration(i) * time.Second), Of: "users",
				Key: strconv.FormatInt(id, 10), Channel: "page"})
		}
		if i < 59 {
			log.Add(reads.Read{By: caller(dbtest.Priscila, noon), At: noon, Of: "users", Key: strconv.FormatInt(id, 10), Channel: "page"})
		}
	}
	execute(t, conn, "update users set email = $1 where id = 3", dbtest.Ivo.Email)
	by := caller(dbtest.Camila, noon.AddDate(0, 0, 1))
	if err := reads.Protect(t.Context(), conn.DB, by, 5, true); err != nil {
		t.Fatal(err)
	}
	for key, at := range map[string]time.Time{"1": noon.Add(15 * time.Hour), "3": noon, "5": noon} {
		log.Add(reads.Read{By: caller(dbtest.Fernando, at), At: at, Of: "users", Key: key, Channel: "page"})
	}
	flush(t, log)
	found, err := reads.ListUnusual(t.Context(), conn.DB, by)
	if err != nil {
		t.Fatal(err)
	}
	got := map[reads.UnusualKind]int64{}
	for _, u := range found {
		got[u.Kind] = u.ViewerID
	}
	if len(found) != 4 || got[reads.Many] != dbtest.Bruno.ID || got[reads.Night] != dbtest.Fernando.ID ||
		got[reads.Colleague] != dbtest.Fernando.ID || got[reads.Protected] != dbtest.Fernando.ID {
		t.Fatalf("unusual: %+v", found)
	}
	review := reads.ReviewInput{Kind: reads.Many, ViewerID: dbtest.Bruno.ID, Day: "2026-11-20"}
	if err := reads.Review(t.Context(), conn.DB, by, review); errs.For(errs.FieldsOf(err), "reason") == "" {
		t.Errorf("without a reason: %v", err)
	}
	review.Reason = "Mutirão de cadastros"
	if err := reads.Review(t.Context(), conn.DB, caller(dbtest.Bruno, noon), review); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("by Bruno himself: %v", err)
	}
	if err := reads.Review(t.Context(), conn.DB, by, review); err != nil {
		t.Error(err)
	}
	if err := reads.Review(t.Context(), conn.DB, by, review); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("again: %v", err)
	}
	if left, err := reads.ListUnusual(t.Context(), conn.DB, by); err != nil || len(left) != 3 {
		t.Errorf("%d are left, %v", len(left), err)
	}
	if none, err := reads.ListUnusual(t.Context(), conn.DB, caller(dbtest.Bruno, noon)); err != nil || len(none) > 0 {
		t.Errorf("Bruno sees %d, %v", len(none), err)
	}
}

func ref(by auth.Caller) *auth.Caller { return &by }

func ids(t *testing.T, conn *db.Connection, query string) (found []int64) {
	t.Helper()
	if err := conn.DB.Raw(query).Scan(&found).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

func count(t *testing.T, conn *db.Connection, query string, arguments ...any) (n int) {
	t.Helper()
	if err := conn.Pool.QueryRow(t.Context(), query, arguments...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
