package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// ranks lists the ranks, the lowest first: a package imports its own rank or a lower one.
var ranks = map[string]int{"cmd": 5, "handlers": 4, "views": 3, "web": 2, "models": 1, "static": 0, "migrations": 0, "simulators": 0}

// floors lists the floors of models, the lowest first: values, machinery that knows no area, areas.
var floors = []string{"acolhe/models/types/", "acolhe/models/platform/", "acolhe/models/"}

func TestArchitecture_Arrow(t *testing.T) {
	for _, p := range packages(t) {
		from := top(p.ImportPath)
		if _, known := ranks[from]; !known {
			t.Errorf("%s is outside the known folders", p.ImportPath)
		}
		for _, imported := range p.Imports {
			// GORM and its drivers are imported only under models.
			if strings.HasPrefix(imported, "gorm.io/") && from != "models" {
				t.Errorf("%s imports %s: GORM is imported under models alone", p.ImportPath, imported)
			}
			// Views ask nothing: handlers read for them.
			if imported == "acolhe/models/platform/db" && from == "views" {
				t.Errorf("%s imports %s: views do not query", p.ImportPath, imported)
			}
			if !strings.HasPrefix(imported, "acolhe/") {
				continue
			}
			to := top(imported)
			if ranks[to] > ranks[from] || ranks[from] == 0 && to != from {
				t.Errorf("%s imports %s, against the arrow", p.ImportPath, imported)
			}
		}
	}
}

// Each test binary that links the PostgreSQL archive is 18 MB larger and links longer.
func TestArchitecture_Archive(t *testing.T) {
	for _, p := range packages(t) {
		if top(p.ImportPath) != "cmd" && slices.Contains(p.Imports, "acolhe/models/platform/db/private/archive") {
			t.Errorf("%s imports the PostgreSQL archive, which only programs under cmd link", p.ImportPath)
		}
	}
}

// maxTracked is the size of the largest file that git may track, in bytes: a built program or a dump does not belong there.
const maxTracked = 1 << 20

func TestArchitecture_NoLargeFiles(t *testing.T) {
	tracked, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal("list the tracked files: ", err)
	}
	for _, name := range strings.Split(strings.Trim(string(tracked), "\x00"), "\x00") {
		file, err := os.Stat(filepath.Join(root, name))
		if err == nil && file.Size() > maxTracked {
			t.Errorf("git tracks %s of %d bytes", name, file.Size())
		}
	}
}

func TestArchitecture_Floors(t *testing.T) {
	for _, p := range packages(t) {
		from := floor(p.ImportPath)
		if from < 0 {
			continue
		}
		for _, imported := range p.Imports {
			if floor(imported) > from {
				t.Errorf("%s imports %s, which is a floor above", p.ImportPath, imported)
			}
			if from == 0 && strings.HasPrefix(imported, "gorm.io/") {
				t.Errorf("%s imports %s: values know no database", p.ImportPath, imported)
			}
		}
	}
}

// floor returns the index of a package's floor, -1 outside models.
func floor(importPath string) int {
	return slices.IndexFunc(floors, func(prefix string) bool { return strings.HasPrefix(importPath, prefix) })
}

// Limits of size (design.md).
const (
	maxFunction      = 70
	maxParameters    = 5
	maxFileInModels  = 400
	maxFileElsewhere = 300
	maxTest          = 600
)

func TestArchitecture_NothingTooLarge(t *testing.T) {
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{"node_modules", ".git", "data", "bin"}, entry.Name()) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_templ.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		checkFile(t, files, path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFile(t *testing.T, files *token.FileSet, path string, file *ast.File) {
	isTest := strings.HasSuffix(path, "_test.go")
	lines, most := files.Position(file.End()).Line, maxFileElsewhere
	switch {
	case isTest:
		most = maxTest
	case strings.HasPrefix(path, root+"/models/"):
		most = maxFileInModels
	}
	if lines > most {
		t.Errorf("%s has %d lines, more than %d", path, lines, most)
	}
	if isSurface := strings.HasPrefix(path, root+"/handlers/") || strings.HasPrefix(path, root+"/views/"); isSurface && !isTest &&
		callsAsSystem(file) {
		t.Errorf("%s acts as the program: a verb of the area does so, for a reason that it names", path)
	}
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		length := files.Position(function.End()).Line - files.Position(function.Pos()).Line + 1
		if length > maxFunction && !isTest {
			t.Errorf("%s: %s has %d lines, more than %d", path, function.Name.Name, length, maxFunction)
		}
		if count := required(function.Type.Params); count > maxParameters {
			t.Errorf("%s: %s takes %d parameters, more than %d", path, function.Name.Name, count, maxParameters)
		}
	}
}

func callsAsSystem(file *ast.File) (found bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		selected, ok := node.(*ast.SelectorExpr)
		found = found || ok && selected.Sel.Name == "AsSystem"
		return !found
	})
	return found
}

// required counts the parameters of a function without the variadic one, which a call may omit.
func required(parameters *ast.FieldList) int {
	count := parameters.NumFields()
	if count == 0 {
		return 0
	}
	if _, isVariadic := parameters.List[len(parameters.List)-1].Type.(*ast.Ellipsis); isVariadic {
		count--
	}
	return count
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

// packages lists the packages that the Go toolchain builds.
func packages(t *testing.T) []goPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	command.Dir = root
	var why strings.Builder
	command.Stderr = &why
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, why.String())
	}
	var list []goPackage
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// top returns the first folder of a package: models for acolhe/models/orders.
func top(importPath string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(importPath, "acolhe/"), "/")
	return first
}
