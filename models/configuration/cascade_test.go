package configuration_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// The cascade is the same for every type of value: the stored value, else the environment, else the
// default. A value that does not fit the key counts as absent at each step.
func TestFind_CascadeOfEveryType(t *testing.T) {
	fixture := open(t)
	for key, c := range map[string]struct{ stored, wrong, environment, wrongThere, otherwise string }{
		"store.freight.apply_to_total": {`false`, `"não"`, "false", "talvez", `true`},
		"store.pix_city":               {`"Palhoça"`, `"Um nome longo demais"`, "Palhoça", "Um nome longo demais", `"Brasil"`},
		"store.package.weight_g":       {`750`, `0`, "800", "1.5", `null`},
		"store.ship_from":              {shipFromJSON, `{"name":"Só o nome"}`, shipFromJSON, "rua", `null`},
		"store.pix_key":                {`"12345678909"`, `12345678909`, "12345678909", "", `null`},
		"system.time_zone":             {`"America/Manaus"`, `"Lua/Cratera"`, "America/Manaus", "Local", `"America/Sao_Paulo"`},
		"system.role_pages":            {`{"Produção":["services"]}`, `{"Ninguém":["services"]}`, `{"Produção":[]}`, "tudo", `"*"`},
		"triage.form.custom_fields":    {`[{"id":"cor","label":"Cor","type":"text","enabled":true,"required":false}]`, `[{}]`, `[]`, "cor", `[]`},
	} {
		environment := strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
		is := func(step, environmentText, stored, want string, source settings.Source) {
			t.Helper()
			if environmentText != "-" {
				t.Setenv(environment, environmentText)
			}
			fixture.store(t, key, stored)
			found := fixture.find(t, key)
			if got := string(found.ResolvedValue); !sameJSON(got, want) || found.Source != source || found.HasValue != (source != settings.Unset) {
				t.Errorf("%s, %s: %s from %s, want %s from %s", key, step, got, found.Source, want, source)
			}
		}
		last := settings.FromDefault
		if c.otherwise == "null" {
			last = settings.Unset
		}
		is("nothing set", "-", `null`, c.otherwise, last)
		is("a wrong stored value", "-", c.wrong, c.otherwise, last)
		is("a wrong environment", c.wrongThere, `null`, c.otherwise, last)
		is("the environment", c.environment, `null`, asJSON(c.environment), settings.FromEnvironment)
		is("both", c.environment, c.stored, c.stored, settings.FromDatabase)
		is("a wrong stored value over the environment", c.environment, c.wrong, asJSON(c.environment), settings.FromEnvironment)
	}
}

const shipFromJSON = `{"name":"Flor da Ilha","document":"12345678909","phone":"4832221100","email":"","street":"Rua A","number":"10",
	"complement":"","neighborhood":"Centro","city":"Florianópolis","state":"SC","cep":"88010000"}`

// Code and administrators read the same value.
func TestFind_AgreesWithGet(t *testing.T) {
	fixture := open(t)
	fixture.store(t, "store.pix_city", `"Palhoça"`)
	fixture.store(t, "system.association_name", `""`)
	t.Setenv("STORE_FREIGHT_APPLY_TO_TOTAL", "false")
	stored, err := settings.Read(t.Context(), fixture.DB, settings.PixCity, settings.AssociationName, settings.ApplyFreightToTotal)
	if err != nil {
		t.Fatal(err)
	}
	for key, read := range map[string]any{
		"store.pix_city": settings.Of(stored, settings.PixCity), "system.association_name": settings.Of(stored, settings.AssociationName),
		"store.freight.apply_to_total": settings.Of(stored, settings.ApplyFreightToTotal),
	} {
		raw, err := json.Marshal(read)
		if shown := fixture.find(t, key).ResolvedValue; err != nil || string(raw) != string(shown) {
			t.Errorf("%s is read as %s, shown as %s, %v", key, raw, shown, err)
		}
	}
}

// A key of an administrator reads the environment under its own name; a sensitive one does not.
func TestFind_CreatedKeyReadsEnvironment(t *testing.T) {
	fixture := open(t)
	t.Setenv("APP_BANNER_TEXT", "Feriado na sexta")
	t.Setenv("APP_SECRET", "segredo")
	create := func(input configuration.CreateInput) configuration.Setting {
		t.Helper()
		made, err := fixture.catalogue.Create(t.Context(), fixture.DB, camila.At(dbtest.Today), input)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	banner := create(configuration.CreateInput{System: "app", Key: "banner.text", HardcodedDefault: patch.Of(json.RawMessage(`"Bem-vindo"`))})
	if string(banner.ResolvedValue) != `"Feriado na sexta"` || banner.Source != settings.FromEnvironment {
		t.Errorf("%s from %s", banner.ResolvedValue, banner.Source)
	}
	if secret := create(configuration.CreateInput{System: "app", Key: "secret", IsSensitive: true}); secret.HasValue {
		t.Errorf("a sensitive key has a value from %s", secret.Source)
	}
	fixture.exec(t, "update system_configs set value = '\"Outro\"' where key = 'banner.text'")
	if shown := fixture.find(t, "app.banner.text"); string(shown.ResolvedValue) != `"Outro"` {
		t.Errorf("the stored value is not the first: %s", shown.ResolvedValue)
	}
}

// The program's own variables are refused when a key is made, and not read by a key that was made before.
func TestFind_CreatedKeyNamedAsOwnVariable(t *testing.T) {
	fixture := open(t)
	hasValue := func(s configuration.Setting) bool { return strings.Contains(string(s.ResolvedValue), "segredo") }
	for _, name := range []struct{ system, key string }{
		{"smtp", "url"}, {"config", "encrypt-key"}, {"config_encrypt", "key"}, {"database", "url"}, {"admin", "password"},
		{"carrier_b", "client_secret"},
		{"carrier", "b.personal_token"}, {"calendar", "enabled"}, {"store", "pix.key"}, {"https", "proxy"}, {"aws", "secret_access_key"},
	} {
		variable := strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(name.system + "_" + name.key))
		t.Setenv(variable, "segredo")
		_, err := fixture.catalogue.Create(t.Context(), fixture.DB, camila.At(dbtest.Today),
			configuration.CreateInput{System: name.system, Key: name.key})
		if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Path != "key" {
			t.Errorf("%s is not refused: %v", variable, err)
		}
		fixture.exec(t, "insert into system_configs (system, key, value_type, allow_hardcoded) values ($1, $2, 'string', false)", name.system,
			name.key)
		public, err := fixture.catalogue.Public(t.Context(), fixture.DB, configuration.PublicInput{System: name.system})
		if err != nil || slices.ContainsFunc(public, hasValue) {
			t.Errorf("%s is read, %v", variable, err)
		}
	}
}

func TestKeys_Sorted(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, d := range areas.Keys() {
		name := d.System + "." + d.Name
		if names[name] {
			t.Errorf("%s is declared twice", name)
		}
		names[name] = true
		if d.Description == "" || !slices.Contains(d.Type.Values(), string(d.Type)) {
			t.Errorf("%s has the type %q, the description %q", name, d.Type, d.Description)
		}
		if d.Default == nil {
			continue
		}
		if fit, err := d.Fit(d.Default); err != nil || string(fit) != string(d.Default) {
			t.Errorf("the default of %s is stored as %s, %v", name, fit, err)
		}
	}
}

// The catalogue has every key that the code reads; otherwise administrators could not see or change it.
func TestKeys_Complete(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, d := range areas.Keys() {
		listed[d.Name] = true
	}
	asked := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, name := range keysIn(file) {
			asked++
			if !listed[name] {
				t.Errorf("%s asks for %s, which configuration.Declared does not list", path, name)
			}
		}
		return nil
	})
	if err != nil || asked < 10 {
		t.Errorf("%d keys are asked for, %v", asked, err)
	}
}

// keysIn lists the names of the literals of settings.Key.
func keysIn(file *ast.File) []string {
	var names []string
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.CompositeLit)
		if !ok {
			return true
		}
		of, ok := literal.Type.(*ast.IndexExpr)
		if !ok || !isKey(of.X) {
			return true
		}
		for _, element := range literal.Elts {
			member := element.(*ast.KeyValueExpr)
			if text, ok := member.Value.(*ast.BasicLit); ok && member.Key.(*ast.Ident).Name == "Name" {
				name, _ := strconv.Unquote(text.Value)
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

func isKey(expression ast.Expr) bool {
	switch e := expression.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Key"
	case *ast.Ident:
		return e.Name == "Key"
	}
	return false
}
