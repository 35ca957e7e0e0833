package readytexts_test

import (
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/readytexts"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestFill(t *testing.T) {
	t.Parallel()
	values := readytexts.Values{"nome": {Text: "Ana"}, "pix": {Missing: "sem pedido"}, "pedido": {Missing: "sem pedido"},
		"consulta": {Missing: "sem agendamento"}}
	for name, c := range map[string]struct{ body, words, missing string }{
		"no variable":    {"Oi!", "Oi!", ""},
		"a value":        {"Oi, {nome}!", "Oi, Ana!", ""},
		"twice":          {"{nome}, {nome}", "Ana, Ana", ""},
		"missing":        {"{pedido}: {pix}", "", "sem pedido"},
		"missing of two": {"{pix} {consulta}", "", "sem pedido, sem agendamento"},
	} {
		filled := readytexts.Fill(readytexts.Text{Name: "Texto", Body: c.body}, values)
		if filled.Words() != c.words || strings.Join(filled.Missing, ", ") != c.missing {
			t.Errorf("%s: %q, missing %q", name, filled.Words(), filled.Missing)
		}
	}
	parts := readytexts.Fill(readytexts.Text{Name: "Texto", Body: "Oi, {nome}!"}, values).Parts
	if len(parts) != 3 || parts[0].IsValue || !parts[1].IsValue || parts[1].Text != "Ana" {
		t.Errorf("the parts are %+v", parts)
	}
}

// A text is refused if it names a variable that does not exist, or has a brace without its pair.
func TestAdd_Variables(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	camila := dbtest.Camila.Caller()
	for body, isValid := range map[string]bool{"Oi, {nome}!": true, "Oi, {nomes}!": false, "Oi, {nome!": false, "Oi, nome}!": false,
		"Oi, {}": false, "": false, strings.Repeat("a", 2001): false} {
		input := readytexts.AddInput{Fields: readytexts.Fields{Name: patch.Of("Novo"), Body: patch.Of(body)}}
		_, err := readytexts.Add(t.Context(), connection.DB, camila, input)
		if (err == nil) != isValid || err != nil && len(errs.FieldsOf(err)) == 0 {
			t.Errorf("%.20q: %v", body, err)
		}
		if _, err := readytexts.Add(t.Context(), connection.DB, dbtest.Bruno.Caller(), input); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%.20q by others: %v", body, err)
		}
	}
}
