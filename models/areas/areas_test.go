package areas_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/jobs"
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

func inSource(t *testing.T, declared *regexp.Regexp) []string {
	t.Helper()
	var kinds []string
	err := filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range declared.FindAllStringSubmatch(string(source), -1) {
			kinds = append(kinds, found[1])
		}
		return err
	})
	if err != nil || len(kinds) < 10 {
		t.Fatalf("%d kinds in the source, %v", len(kinds), err)
	}
	return kinds
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
