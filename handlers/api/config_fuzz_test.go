package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// Any value put into a key is stored or refused, and a stored one can be read again. Run it with
// -fuzz=FuzzConfig; a plain test run uses the seeds.
func FuzzConfig(f *testing.F) {
	app := configured(f)
	issued, err := tokens.Issue(f.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "fuzz", Scopes: []string{"*"}})
	if err != nil {
		f.Fatal(err)
	}
	var paths []string
	for _, d := range areas.Keys() {
		paths = append(paths, keyPath(f, app, d.System+"."+d.Name))
	}
	for i, valueType := range append(areas.Keys()[0].Type.Values(), "string") {
		_, err := configuration.New(areas.Keys(), app.Mail.Key).Create(f.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
			configuration.CreateInput{System: "fuzz", Key: fmt.Sprintf("k%d", i), ValueType: settings.ValueType(valueType), IsSensitive: i == 8})
		if err != nil {
			f.Fatal(err)
		}
		paths = append(paths, keyPath(f, app, fmt.Sprintf("fuzz.k%d", i)))
	}
	for i := range paths {
		for _, value := range valueSeeds {
			f.Add(uint8(i), true, value)
		}
		f.Add(uint8(i), false, `{"hardcoded_default":{"a":[1,2]},"allow_hardcoded":false,"is_required":null,"description":"x"}`)
	}
	f.Fuzz(func(t *testing.T, which uint8, isValue bool, text string) {
		path, body := paths[int(which)%len(paths)], text
		if isValue {
			body = `{"value":` + text + `}`
		}
		if status, answer := fuzzed(t, http.MethodPatch, app.URL+path, issued.Token, body); status >= 500 {
			t.Fatalf("%s with %q: %d %s", path, body, status, answer)
		}
		if status, answer := fuzzed(t, http.MethodGet, app.URL+path, issued.Token, ""); status != 200 {
			t.Fatalf("%s after %q: %d %s", path, body, status, answer)
		}
	})
}

var valueSeeds = []string{
	``, `null`, `true`, `"false"`, `0`, `-0`, `12`, `1.005`, `1e2`, `1E400`, `1e-400`, `123456789012345678901234567890123456789012345`, `"x"`,
	`""`, `" "`,
	`"America/Manaus"`, `"../x"`, `"\u0000"`, `"\ud800"`, `"\ud83d\ude00"`, `"é"`, "\"\xff\"", `[]`, `[null]`, `[[]]`, `[{}]`, `{}`, `{"":""}`,
	`{"a":null}`, `{"a\u0000":1}`,
	`{"\udfff":1}`, `{"a":1,"a":2}`, `[{"value":"a","label":"A","color":"#112233","is_default_entry":true,"is_done":true}]`,
	`[{"VALUE":"a","label":"A","color":"#112233","is_default_entry":true,"is_done":true}]`, `[{"id":"a","association_fee":1e9}]`,
	`{"name":"x","cep":"1"}`, `{"Produção":null}`, `"*"`, `"carrier_a:x"`, `{"value":1}`, `1}{`,
}
