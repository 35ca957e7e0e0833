package postgres

import (
	"os"
	"path/filepath"
	"testing"
)

// A wrapper script and a broken build do not count as PostgreSQL.
func TestInspect_BrokenPrograms(t *testing.T) {
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
		if p, ok := inspect(dir); ok {
			t.Errorf("%s: taken for PostgreSQL %d", name, p.Major)
		}
	}
}

func TestParseMajor(t *testing.T) {
	for text, want := range map[string]int{
		"18": 18, "postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)": 15,
		"initdb (PostgreSQL) 18.4": 18, "postgres (PostgreSQL) 19beta1": 19,
	} {
		if got, err := ParseMajor(text); got != want || err != nil {
			t.Errorf("ParseMajor(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	if _, err := ParseMajor("not a version"); err == nil {
		t.Error("a text without a number has a version")
	}
}
