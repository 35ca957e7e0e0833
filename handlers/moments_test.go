package handlers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// layout matches the layout of a day, a month, a year or a time.
var layout = regexp.MustCompile(`2006|02/01|15:04|\b(02|15|06)\b`)

// fieldLayout matches the layouts of fields and addresses; civil.LocalTime and civil.Date write them.
var fieldLayout = regexp.MustCompile(`T15:04|2006-01-02|RFC3339|DateOnly|DateTime`)

// A moment has the zone in which it was read, so that a page formats it in a named zone: by civil.LocalTime in a field or an
// address, by fmtbr for people, by ui.ISO for machines, else directly on In.
func TestMoments_InTheZoneOfTheAssociation(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"../handlers", "../views"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				path == "../views/ui/time.go" {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(node ast.Node) bool {
				if call, written := formatted(node); call != nil && (fieldLayout.MatchString(written) || !isInZone(call)) {
					t.Errorf("%s formats %s itself", files.Position(call.Pos()), written)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// localDay matches SQL that reads the day of the connection, which is in UTC.
var localDay = regexp.MustCompile(`(?i)\bcurrent_date\b|\bnow\(\)::date|cast\(now\(\) as date\)`)

// The day is passed to a statement, in the association's zone: that of the database is another one between 21:00 and midnight.
func TestMoments_DayOfStatements(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"../models", "../handlers", "../views", "../migrations", "../cmd/acolhe"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") ||
				!strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".sql") {
				return err
			}
			source, err := os.ReadFile(path)
			if found := localDay.Find(source); found != nil {
				t.Errorf("%s reads %s", path, found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// formatted returns a call that formats a moment, and its layout; nil for anything else.
func formatted(node ast.Node) (call *ast.CallExpr, written string) {
	call, isCall := node.(*ast.CallExpr)
	if !isCall || len(call.Args) == 0 {
		return nil, ""
	}
	method, isMethod := call.Fun.(*ast.SelectorExpr)
	if !isMethod || method.Sel.Name != "Format" && method.Sel.Name != "AppendFormat" {
		return nil, ""
	}
	switch last := call.Args[len(call.Args)-1].(type) {
	case *ast.BasicLit:
		written = last.Value
	case *ast.SelectorExpr:
		// The nanoseconds identify a row: nobody reads them as a time.
		if of, isName := last.X.(*ast.Ident); isName && of.Name == "time" && last.Sel.Name != "RFC3339Nano" {
			return call, last.Sel.Name
		}
	}
	if !layout.MatchString(written) {
		return nil, ""
	}
	return call, written
}

// isInZone reports whether a call formats the result of In.
func isInZone(call *ast.CallExpr) bool {
	of, isCall := call.Fun.(*ast.SelectorExpr).X.(*ast.CallExpr)
	if !isCall {
		return false
	}
	method, isMethod := of.Fun.(*ast.SelectorExpr)
	return isMethod && method.Sel.Name == "In"
}
