package areas_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
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
		"../../docs/architecture.md":  {"areas": areasPicture(t)},
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

// areasPicture returns a line for each floor of areas, the highest first: an area stands above all that it imports.
func areasPicture(t *testing.T) string {
	t.Helper()
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "acolhe/models/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(listed)) {
		packages := strings.Fields(line)
		area, isArea := areaOf(packages[0])
		if !isArea {
			continue
		}
		below := imports[area]
		for _, imported := range packages[1:] {
			if other, isArea := areaOf(imported); isArea && other != area {
				below = append(below, other)
			}
		}
		imports[area] = below
	}
	return drawFloors(imports)
}

func drawFloors(imports map[string][]string) string {
	var floors [][]string
	for area := range imports {
		level := heightOf(imports, area)
		for len(floors) <= level {
			floors = append(floors, nil)
		}
		floors[level] = append(floors[level], area)
	}
	var drawn strings.Builder
	drawn.WriteString("```\n")
	for level, floor := range slices.Backward(floors) {
		slices.Sort(floor)
		fmt.Fprintf(&drawn, "%2d  %s\n", level+1, strings.Join(floor, "  "))
	}
	drawn.WriteString("```\n")
	return drawn.String()
}

// areaOf returns the area of a package under models, its subpackages included; machinery and values are no areas.
func areaOf(path string) (area string, isArea bool) {
	rest, isModel := strings.CutPrefix(path, "acolhe/models/")
	area, _, _ = strings.Cut(rest, "/")
	return area, isModel && area != "platform" && area != "types"
}

// heightOf returns the length of the longest path of imports below the last area of a path. Areas that import each other have no floors.
func heightOf(imports map[string][]string, path ...string) int {
	area := path[len(path)-1]
	if slices.Contains(path[:len(path)-1], area) {
		panic("areas import each other: " + strings.Join(path, " → "))
	}
	height := 0
	for _, below := range imports[area] {
		height = max(height, heightOf(imports, append(slices.Clip(path), below)...)+1)
	}
	return height
}
