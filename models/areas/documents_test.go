package areas_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/platform/area"
)

var update = flag.Bool("update", false, "write the generated parts of the documents")

// The lists in the documents are those that the areas declare; `make generate` writes them.
func TestDocuments_Current(t *testing.T) {
	t.Parallel()
	for path, parts := range map[string]map[string]string{
		"../../docs/configuration.md": {"keys": keysTable()},
		"../../docs/operation.md":     {"jobs": jobsTable()},
	} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		after := before
		for name, text := range parts {
			after = replacePart(t, after, name, text)
		}
		switch {
		case bytes.Equal(before, after):
		case *update:
			if err := os.WriteFile(path, after, 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is stale: run `make generate`", path)
		}
	}
}

// replacePart replaces the text between the two marks of a generated part.
func replacePart(t *testing.T, document []byte, name, text string) []byte {
	t.Helper()
	begin, end := "<!-- generated: "+name+" -->\n", "<!-- end: "+name+" -->"
	head, rest, found := strings.Cut(string(document), begin)
	_, tail, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatalf("the document has no marks of %s", name)
	}
	return []byte(head + begin + text + end + tail)
}

func keysTable() string {
	var table strings.Builder
	table.WriteString("| key | type | default | public | what administrators read |\n|---|---|---|---|---|\n")
	for _, key := range areas.Keys() {
		standard, public := "none", "no"
		if key.Default != nil {
			standard = "`" + strings.ReplaceAll(string(key.Default), "|", `\|`) + "`"
		}
		if len(standard) > 60 {
			standard = "see the code"
		}
		if key.Public {
			public = "yes"
		}
		fmt.Fprintf(&table, "| `%s.%s` | %s | %s | %s | %s |\n", key.System, key.Name, key.Type, standard, public, key.Description)
	}
	return table.String()
}

func jobsTable() string {
	var table strings.Builder
	table.WriteString("| job | runs | name on the page |\n|---|---|---|\n")
	for _, job := range areas.Jobs(area.Env{}) {
		runs := "when it is enqueued"
		switch {
		case job.Every >= time.Hour:
			runs = fmt.Sprintf("every %g h", job.Every.Hours())
		case job.Every > 0:
			runs = fmt.Sprintf("every %g min", job.Every.Minutes())
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", job.Kind, runs, job.Label)
	}
	return table.String()
}
