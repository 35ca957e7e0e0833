package jobs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	view "acolhe/views/admin/jobs"
)

// declaredKind is the method with which a job declares its kind.
var declaredKind = regexp.MustCompile(`\) Kind\(\) string \{ return "([a-z_]+)" \}`)

// Every kind of jobs that models declare has a name for people.
func TestKindName_EveryKind(t *testing.T) {
	t.Parallel()
	declared := 0
	err := fs.WalkDir(os.DirFS("../../../models"), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(filepath.Join("../../../models", path))
		for _, kind := range declaredKind.FindAllStringSubmatch(string(source), -1) {
			declared++
			if view.KindName(kind[1]) == kind[1] {
				t.Errorf("%s: the jobs %s have no name", path, kind[1])
			}
		}
		return err
	})
	if err != nil || declared < 10 {
		t.Errorf("%d kinds are declared (%v)", declared, err)
	}
}
