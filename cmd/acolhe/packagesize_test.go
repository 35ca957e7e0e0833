package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// size is the size of a package without tests and generated code: its Go files, and its lines with those of templates.
type size struct{ files, lines int }

// largest is the size of a package of one notion (design.md).
var largest = size{12, 1500}

// larger are the packages that are to be split, with the size that they may not exceed until then.
var larger = map[string]size{
	"cmd/acolhe":            {26, 2412},
	"handlers/api":          {36, 3560},
	"models/associates":     {39, 4015},
	"models/bookings":       {25, 2718},
	"models/files":          {23, 2100},
	"models/operators":      {20, 1965},
	"models/orders":         {27, 2900},
	"models/platform/items": {16, 2395},
	"models/signing":        {28, 2369},
	"models/tasks":          {19, 2300},
	"web":                   {35, 4860},
}

func TestArchitecture_PackagesOfOneNotion(t *testing.T) {
	sizes := map[string]size{}
	tree := os.DirFS(root)
	for folder := range ranks {
		err := fs.WalkDir(tree, folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasPrefix(path, "cmd/bench/") {
				return err
			}
			return addSize(tree, sizes, path)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, of := range sizes {
		limit, isException := larger[path]
		if !isException {
			limit = largest
		}
		if of.files > limit.files || of.lines > limit.lines {
			t.Errorf("%s has %d files and %d lines, more than %d and %d: split it along its groups", path, of.files, of.lines, limit.files,
				limit.lines)
		}
		if isException && of.files <= largest.files && of.lines <= largest.lines {
			t.Errorf("%s is no exception any more", path)
		}
	}
}

func addSize(tree fs.FS, sizes map[string]size, path string) error {
	isCode := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "_templ.go")
	if !isCode && !strings.HasSuffix(path, ".templ") {
		return nil
	}
	source, err := fs.ReadFile(tree, path)
	of := sizes[filepath.Dir(path)]
	of.lines += bytes.Count(source, []byte("\n"))
	if isCode {
		of.files++
	}
	sizes[filepath.Dir(path)] = of
	return err
}
