package scrub_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"acolhe/models/types/scrub"
)

func TestText(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"":                                                 "",
		"CPF 529.982.247-25 repetido":                      "CPF [CPF] repetido",
		"CPF 52998224725":                                  "CPF [CPF]",
		"CPF 529 982 247 25":                               "CPF [CPF]",
		"CPF ５２９.982.247-25":                               "CPF [CPF]",
		"529\u200b982\u200b247\u200b25":                    "[CPF]",
		"de maria.souza+1@exemplo.org.br já":               "de [e-mail] já",
		"maria%40exemplo.org.br":                           "[e-mail]",
		"maria%2540exemplo%252Eorg":                        "[e-mail]",
		"user@localhost":                                   "[e-mail]",
		"ligue (11) 91234-5678":                            "ligue [telefone]",
		"ligue +55 11 91234 5678.":                         "ligue [telefone].",
		"ligue 91234-5678":                                 "ligue [telefone]",
		"CNPJ 11.222.333/0001-81":                          "CNPJ [número]",
		"GET /painel/associados?busca=Maria":               "GET /painel/associados?…",
		"token=abc":                                        "token=[token]",
		`{"senha": "Laranja!2026x"}`:                       `{"senha": "[token]"}`,
		"Authorization: Bearer ac_0_1":                     "Authorization: Bearer [token]",
		"ac_0123456789ab_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4": "[token]",
		"7f3a91c2-6c1e-4c40-9d0b-5b2e7a41c9d7":             "[token]",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln":        "[token]",
		// What a person needs to understand an error stays.
		"TypeError: Cannot read properties of null (reading 'focus')":             "TypeError: Cannot read properties of null (reading 'focus')",
		"choose@https://acolhe.org/static/app-b45ead331d.js:1:9412":               "choose@https://acolhe.org/static/app-b45ead331d.js:1:9412",
		"at choose (https://acolhe.org/static/app-b45ead331d.js:118:22)":          "at choose (https://acolhe.org/static/app-b45ead331d.js:118:22)",
		"acolhe/handlers/panel/associates.(*Pages).show(0xc000123456)":            "acolhe/handlers/panel/associates.(*Pages).show(0x…)",
		"\t/go/pkg/mod/github.com/jackc/pgx/v5@v5.7.1/pgxpool/pool.go:294 +0x4a7": "\t/go/pkg/mod/github.com/jackc/pgx/v5@v5.7.1/pgxpool/pool.go:294 +0x…",
		"ERROR: canceling statement due to statement timeout (SQLSTATE 57014)":    "ERROR: canceling statement due to statement timeout (SQLSTATE 57014)",
		"/painel/pedidos/266": "/painel/pedidos/266",
	} {
		if got := scrub.Text(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
}

func TestFound_Value(t *testing.T) {
	t.Parallel()
	decoder := json.NewDecoder(strings.NewReader(`{"component": "x-busca", "cpf": "1", "user": {"email": "a@b.org", "id": 7, "cpf2": 52998224725},
		"crumbs": [{"text": "clicou em maria@exemplo.org"}, 52998224725, 1.5, true, null], "a@b.org": 1}`))
	decoder.UseNumber()
	var given any
	if err := decoder.Decode(&given); err != nil {
		t.Fatal(err)
	}
	found := scrub.Found{}
	got, err := json.Marshal(found.Value(given))
	want := `{"[e-mail]":1,"component":"x-busca","cpf":"[oculto]","crumbs":[{"text":"clicou em [e-mail]"},"[CPF]",1.5,true,null],` +
		`"user":{"cpf2":"[oculto]","email":"[oculto]","id":7}}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, want %s, %v", got, want, err)
	}
	if found[scrub.CPF] != 1 || found[scrub.Email] != 2 || found[scrub.Field] != 3 {
		t.Errorf("found %v", found)
	}
}

// Nothing of what the program treats as personal survives, wherever it stands, and scrubbing twice changes nothing.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "a", "?", "=", "%", "%2", "x=", "\x00", "é", "12", "-", "@", "(", "https://a/b?c=", "token", "\xff",
		"][", "0x"} {
		f.Add(seed, seed)
	}
	secrets := []string{"529.982.247-25", "52998224725", "maria.souza@exemplo.org.br", "(11) 91234-5678", "+5511912345678",
		"ac_0123456789ab_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"}
	f.Fuzz(func(t *testing.T, before, after string) {
		for _, secret := range secrets {
			got := scrub.Text(before + " " + secret + " " + after)
			if strings.Contains(got, secret) {
				t.Fatalf("%q between %q and %q survives: %q", secret, before, after, got)
			}
			if !utf8.ValidString(got) {
				t.Fatalf("%q is no valid UTF-8", got)
			}
			if again := scrub.Text(got); strings.Contains(again, secret) || len(again) > 2*len(got)+100 {
				t.Fatalf("%q becomes %q", got, again)
			}
		}
	})
}
