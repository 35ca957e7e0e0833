package pix_test

import (
	"testing"

	"acolhe/models/types/pix"
)

// Details are read as they were written; older texts keep their words.
func TestParseDetails(t *testing.T) {
	for text, want := range map[string]pix.Details{
		"":                          {},
		"Pix (CPF): 529.982.247-25": {Kind: pix.KeyCPF, Key: "529.982.247-25"},
		"Pix: ana@exemplo.org.br":   {Kind: pix.KeyEmail, Key: "ana@exemplo.org.br"},
		"Banco 1, conta 2":          {Other: "Banco 1, conta 2"},
		"Pix (Celular): +5548991042277\r\nTitular: Ana Lima\nBanco 1\nConta 2": {Kind: pix.KeyPhone, Key: "+5548991042277", Holder: "Ana Lima",
			Other: "Banco 1\nConta 2"},
	} {
		got := pix.ParseDetails(text)
		if got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
		if again := pix.ParseDetails(got.Text()); again != got {
			t.Errorf("%q is written as %q", text, got.Text())
		}
	}
}

// A key must be of the chosen kind.
func TestCheckKey(t *testing.T) {
	for _, c := range []struct {
		kind       pix.KeyKind
		typed, key string
	}{
		{pix.KeyCPF, "529.982.247-25", "52998224725"}, {pix.KeyCPF, "529.982.247-26", ""}, {pix.KeyCNPJ, "529.982.247-25", ""},
		{pix.KeyPhone, "(48) 99104-2277", "+5548991042277"}, {pix.KeyPhone, "123", ""},
		{pix.KeyEmail, "Ana@exemplo.org.br", "ana@exemplo.org.br"}, {pix.KeyRandom, "x", ""},
	} {
		if key, problem := pix.CheckKey(c.kind, c.typed); key != c.key || (problem == "") != (c.key != "") {
			t.Errorf("%s %q: %q, %q", c.kind, c.typed, key, problem)
		}
	}
}
