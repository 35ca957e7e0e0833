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
	"acolhe/models/platform/db/private/postgres"
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
	p15, p18 := postgres.Programs{Dir: "fifteen", Major: 15}, postgres.Programs{Dir: "eighteen", Major: 18}
	tests := map[string]struct {
		wanted int
		found  []postgres.Programs
		want   postgres.Programs
		err    error
	}{
		"new cluster takes the first":        {0, []postgres.Programs{p18, p15}, p18, nil},
		"a cluster takes its own version":    {15, []postgres.Programs{p18, p15}, p15, nil},
		"a cluster without its version":      {16, []postgres.Programs{p18, p15}, postgres.Programs{}, ErrOtherVersion},
		"nothing at all for a new cluster":   {0, nil, postgres.Programs{}, ErrNoPostgres},
		"nothing at all for an existing one": {15, nil, postgres.Programs{}, ErrNoPostgres},
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
