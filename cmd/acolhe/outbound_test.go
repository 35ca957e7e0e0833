package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The only folders with connections of their own: the guarded dialer, that of the database, programs that only test or measure, and the simulators
// and helpers of tests.
var dialing = []string{"models/platform/outbound/", "models/platform/db/dial/", "cmd/bench/", "cmd/acolhe-sim/", "simulators/",
	"handlers/handlertest/", "handlers/browsertest/", "models/platform/mail/smtpsim/"}

// dialers are what makes a connection or a client, by package.
var dialers = map[string][]string{
	"net":        {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "DialUnix", "Dialer"},
	"net/http":   {"Transport", "DefaultTransport", "DefaultClient", "Client", "Get", "Head", "Post", "PostForm"},
	"crypto/tls": {"Dial", "DialWithDialer", "Dialer"},
	"net/smtp":   {"Dial", "SendMail"},
	"net/rpc":    {"Dial", "DialHTTP"},
	"log/syslog": {"Dial"},
}

// Nothing in the program goes out but through models/platform/outbound. A pointer to a client of that package may be kept.
func TestArchitecture_OneDialer(t *testing.T) {
	files := token.NewFileSet()
	for folder := range ranks {
		err := fs.WalkDir(os.DirFS(root), folder, func(path string, entry fs.DirEntry, err error) error {
			isExcepted := slices.ContainsFunc(dialing, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
			if err != nil || entry.IsDir() || isExcepted || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(files, filepath.Join(root, path), nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, found := range dialersIn(file) {
				t.Errorf("%s uses %s: only models/platform/outbound goes out", path, found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The check finds each way to go out.
func TestArchitecture_OneDialerFinds(t *testing.T) {
	source := `package x
import ("net"; web "net/http"; "crypto/tls")
var a = web.Client{}
var b web.Transport
func f() { net.Dial("tcp", "x:1"); web.Get("x"); tls.Dial("tcp", "x:1", nil); _ = new(net.Dialer); _ = web.DefaultClient }
type kept struct{ client *web.Client }`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if found := dialersIn(file); len(found) != 7 {
		t.Errorf("found %q", found)
	}
}

// dialersIn returns the uses of dialers in a file.
func dialersIn(file *ast.File) (found []string) {
	names := map[string][]string{}
	for _, imported := range file.Imports {
		path := strings.Trim(imported.Path.Value, `"`)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if imported.Name != nil {
			name = imported.Name.Name
		}
		names[name] = dialers[path]
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if pointer, ok := node.(*ast.StarExpr); ok {
			_, isSelector := pointer.X.(*ast.SelectorExpr)
			return !isSelector // a pointer to a client, which another package has made
		}
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := selector.X.(*ast.Ident); ok && slices.Contains(names[of.Name], selector.Sel.Name) {
			found = append(found, of.Name+"."+selector.Sel.Name)
		}
		return true
	})
	return found
}
