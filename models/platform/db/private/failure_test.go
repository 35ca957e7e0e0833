package private

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/db/private/archive"
)

func TestExplain_Failures(t *testing.T) {
	tests := map[string]struct {
		met  error
		want error
	}{
		"disk full":            {&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, ErrNoSpace},
		"quota used up":        {&os.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, ErrNoSpace},
		"disk full, in SQL":    {&pgconn.PgError{Code: "53100"}, ErrNoSpace},
		"disk full, in initdb": {failureIn("initdb", "initdb: error: could not write file: No space left on device"), ErrNoSpace},
		"disk full, in the log": {failureIn("postgres", "FATAL:  could not extend file: No space left on device\nLOG:  shutting down"),
			ErrNoSpace},
		"read-only disk": {&os.PathError{Op: "mkdir", Path: "x", Err: syscall.EROFS}, ErrNotWritable},
		"someone else's": {&os.PathError{Op: "mkdir", Path: "x", Err: syscall.EACCES}, ErrNotWritable},
		"newer cluster":  {failureIn("postgres", "FATAL:  database files are incompatible with server"), ErrOtherVersion},
		"in use":         {ErrInUse, ErrInUse},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := explain(test.met, "/srv/dados")
			if !errors.Is(got, test.want) {
				t.Errorf("%v is not %v", got, test.want)
			}
			if !strings.HasPrefix(got.Error(), test.want.Error()) || !strings.Contains(got.Error(), "/srv/dados") {
				t.Errorf("%q does not begin with the sentence and name the directory", got)
			}
			if strings.Contains(got.Error(), "\n") {
				t.Errorf("%q has several lines", got)
			}
		})
	}
}

func TestStart_DirectoryBelowFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), archive.FS, filepath.Join(file, "data")); !errors.Is(err, ErrNotWritable) {
		t.Errorf("got %v, want ErrNotWritable", err)
	}
}

func TestChooseVersion(t *testing.T) {
	p15, p18 := programs{dir: "fifteen", major: 15}, programs{dir: "eighteen", major: 18}
	tests := map[string]struct {
		wanted int
		found  []programs
		want   programs
		err    error
	}{
		"new cluster takes the first":        {0, []programs{p18, p15}, p18, nil},
		"a cluster takes its own version":    {15, []programs{p18, p15}, p15, nil},
		"a cluster without its version":      {16, []programs{p18, p15}, programs{}, ErrOtherVersion},
		"nothing at all for a new cluster":   {0, nil, programs{}, ErrNoPostgres},
		"nothing at all for an existing one": {15, nil, programs{}, ErrNoPostgres},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := chooseVersion(test.wanted, test.found)
			if got != test.want || !errors.Is(err, test.err) {
				t.Errorf("got %v, %v; want %v, %v", got, err, test.want, test.err)
			}
		})
	}
}

// A wrapper script and a broken build do not count as PostgreSQL.
func TestInspectPrograms_BrokenPrograms(t *testing.T) {
	scripts := map[string]string{
		"broken":  "#!/bin/sh\nexit 127\n",
		"silent":  "#!/bin/sh\n",
		"too old": "#!/bin/sh\necho 'postgres (PostgreSQL) 14.2'\n",
	}
	for name, script := range scripts {
		dir := t.TempDir()
		for _, program := range []string{"postgres", "initdb"} {
			if err := os.WriteFile(filepath.Join(dir, program), []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if p, ok := inspectPrograms(dir); ok {
			t.Errorf("%s: taken for PostgreSQL %d", name, p.major)
		}
	}
}

func TestParseMajor(t *testing.T) {
	for text, want := range map[string]int{
		"18": 18, "postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)": 15,
		"initdb (PostgreSQL) 18.4": 18, "postgres (PostgreSQL) 19beta1": 19,
	} {
		if got, err := parseMajor(text); got != want || err != nil {
			t.Errorf("parseMajor(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	if _, err := parseMajor("not a version"); err == nil {
		t.Error("a text without a number has a version")
	}
}
