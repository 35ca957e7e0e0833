package areas_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/jobs"
	"acolhe/models/webhooks/endpoints"
)

// How the source declares kinds: of jobs by a method, of undo by a constant.
var (
	declaredKind = regexp.MustCompile(`\) Kind\(\) string \{ return "([a-z_]+)" \}`)
	keptKind     = regexp.MustCompile(`undo\.Kind\s*=\s*"([a-z_.]+)"`)
)

// Every kind of jobs in models is declared by an area, once and with a label.
func TestJobs_EveryKind(t *testing.T) {
	t.Parallel()
	var declared []string
	for _, job := range areas.Jobs(area.Env{}) {
		if slices.Contains(declared, job.Kind) || job.Label == "" || job.Label == job.Kind {
			t.Errorf("the job %s is declared twice or has no label", job.Kind)
		}
		declared = append(declared, job.Kind)
	}
	for _, kind := range inSource(t, declaredKind) {
		if !slices.Contains(declared, kind) {
			t.Errorf("no area declares the job %s", kind)
		}
	}
}

// The tables of the tools, which create them.
var toolTable = regexp.MustCompile(`^(river_|goose_)`)

// The partitions of a table have its columns.
var partition = regexp.MustCompile(`^reads_`)

// Every table of the database is declared by an area, once, and no other is.
func TestTables_EveryOne(t *testing.T) {
	t.Parallel()
	declared := areas.Tables()
	slices.Sort(declared)
	if twice := len(declared) - len(slices.Compact(slices.Clone(declared))); twice > 0 {
		t.Errorf("%d tables are declared twice: %v", twice, declared)
	}
	stored := textsOf(t, "select table_name::text from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1")
	stored = slices.DeleteFunc(stored, toolTable.MatchString)
	for _, table := range stored {
		if !slices.Contains(declared, table) {
			t.Errorf("no area declares the table %s", table)
		}
	}
	for _, table := range declared {
		if !slices.Contains(stored, table) {
			t.Errorf("an area declares %s, which is no table", table)
		}
	}
}

// The triggers capture the tables to which endpoints can listen, and each is a collection, whose fields its events hold.
func TestWebhooks_Captured(t *testing.T) {
	t.Parallel()
	var wanted, collections []string
	for _, table := range endpoints.Tables() {
		wanted = append(wanted, string(table))
	}
	slices.Sort(wanted)
	for _, action := range []string{"insert", "update", "delete"} {
		captured := textsOf(t, "select tgrelid::regclass::text from pg_trigger where tgname = 'webhook_"+action+"' order by 1")
		if slices.Sort(captured); !slices.Equal(captured, wanted) {
			t.Errorf("%s is captured of %v, endpoints listen to %v", action, captured, wanted)
		}
	}
	for _, collection := range areas.Described() {
		collections = append(collections, collection.Name())
	}
	for _, table := range wanted {
		if !slices.Contains(collections, table) {
			t.Errorf("%s has events and is no collection", table)
		}
	}
}

// The tables that pages follow, in the source.
var followed = regexp.MustCompile(`(?:serve\.Follow\(r, p\.Live|hub\.Subscribe\(time\.Time\{\}), "([a-z_]+)"`)

// A trigger notifies of changes of each table that a page or a job follows.
func TestLive_Notified(t *testing.T) {
	t.Parallel()
	notified := textsOf(t, "select distinct tgrelid::regclass::text from pg_trigger where tgname in ('notify_live', 'webhook_insert')")
	notified = append(notified, "webhook_outbox") // by the capture
	for _, table := range inSourceOf(t, "../../handlers", followed) {
		if !slices.Contains(notified, table) {
			t.Errorf("pages follow %s, of which nothing notifies", table)
		}
	}
}

func textsOf(t *testing.T, query string) []string {
	t.Helper()
	rows, err := dbtest.New(t).Pool.Query(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func inSource(t *testing.T, declared *regexp.Regexp) []string {
	t.Helper()
	kinds := inSourceOf(t, "..", declared)
	if len(kinds) < 10 {
		t.Fatalf("%d kinds in the source", len(kinds))
	}
	return kinds
}

// inSourceOf returns what a pattern captures in the Go files below a folder.
func inSourceOf(t *testing.T, folder string, pattern *regexp.Regexp) (captured []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range pattern.FindAllStringSubmatch(string(source), -1) {
			captured = append(captured, found[1])
		}
		return err
	})
	if err != nil || len(captured) == 0 {
		t.Fatalf("%d in the source of %s, %v", len(captured), folder, err)
	}
	return captured
}

type unknownJob struct{}

func (unknownJob) Kind() string { return "unknown_job" }

type knownJob struct{}

func (knownJob) Kind() string { return "clean_up" }

// A job that nothing works is refused when it is enqueued, and leaves no row.
func TestDeclare_RefusesUnknownKind(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if err := jobs.Declare(conn.DB, areas.Jobs(area.Env{DB: conn.DB, Pool: conn.Pool, Now: time.Now})); err != nil {
		t.Fatal(err)
	}
	for args, refused := range map[river.JobArgs]bool{unknownJob{}: true, knownJob{}: false} {
		if err := jobs.Enqueue(t.Context(), conn.DB, args, nil); (err != nil) != refused {
			t.Errorf("%s: %v", args.Kind(), err)
		}
	}
	var rows int
	if err := conn.Pool.QueryRow(t.Context(), "select count(*) from river_job").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d jobs are in the queue, %v", rows, err)
	}
}

// ownUndo is undone by associates on their own page, which has no toast of the panel.
const ownUndo = "registration.document"

// Every kind of undo that a verb keeps for operators is declared by an area, once.
func TestUndo_EveryKind(t *testing.T) {
	t.Parallel()
	var declared []string
	for _, action := range areas.Undo() {
		if slices.Contains(declared, string(action.Kind)) {
			t.Errorf("the undo %s is declared twice", action.Kind)
		}
		declared = append(declared, string(action.Kind))
	}
	for _, kind := range inSource(t, keptKind) {
		if kind != ownUndo && !slices.Contains(declared, kind) {
			t.Errorf("no area declares the undo %s", kind)
		}
	}
}
