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

// A renamed test would silently leave the quick run, or `make slow`.
func TestArchitecture_NamedTestsExist(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	tests := testSources(t)
	for _, list := range []string{"RARE", "LONG", "DAILY"} {
		names := regexp.MustCompile(`(?m)^` + list + ` := Test\((.*)\)$`).FindSubmatch(makefile)
		if names == nil {
			t.Fatalf("the Makefile has no %s", list)
		}
		for _, name := range strings.Split(string(names[1]), "|") {
			if !bytes.Contains(tests, []byte("\nfunc Test"+name+"(t *testing.T)")) {
				t.Errorf("%s of the Makefile names Test%s, which does not exist", list, name)
			}
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
