package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A renamed test would silently disappear from `make slow`.
func TestArchitecture_LongTestsExist(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	long := regexp.MustCompile(`(?m)^LONG := Test\((.*)\)$`).FindSubmatch(makefile)
	if long == nil {
		t.Fatal("the Makefile has no LONG")
	}
	tests := testSources(t)
	for _, name := range strings.Split(string(long[1]), "|") {
		if !bytes.Contains(tests, []byte("\nfunc Test"+name+"(t *testing.T)")) {
			t.Errorf("LONG of the Makefile names Test%s, which does not exist", name)
		}
	}
}

func testSources(t *testing.T) []byte {
	t.Helper()
	var all bytes.Buffer
	tree := os.DirFS(root)
	for _, folder := range []string{"cmd", "handlers", "models", "views", "web"} {
		err := fs.WalkDir(tree, folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := fs.ReadFile(tree, path)
			all.Write(source)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.Bytes()
}
