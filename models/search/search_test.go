package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/search"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func token(internalCode string, scopes ...string) auth.Caller {
	return auth.Caller{Kind: auth.Token, ID: 1, InternalCode: internalCode, Scopes: scopes}
}

// marks returns short names of the found rows: u1 is the first associate, o2 the second order.
func marks(found search.Results) string {
	var all []string
	note := func(letter string, id int64) { all = append(all, fmt.Sprint(letter, id)) }
	for _, row := range found.Users {
		note("u", row.ID)
	}
	for _, row := range found.Orders {
		note("o", row.ID)
	}
	for _, row := range found.Services {
		note("s", row.ID)
	}
	for _, row := range found.Professionals {
		note("p", row.ID)
	}
	for _, row := range found.Reception {
		note("r", row.ID)
	}
	for _, row := range found.Products {
		note("c", row.ID)
	}
	for _, row := range found.Tags {
		note("t", row.ID)
	}
	for _, row := range found.SystemUsers {
		note("x", row.ID)
	}
	for _, row := range found.Files {
		note("f", row.ID)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestEverywhere(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for typed, want := range map[string]string{
		"ana beatriz":      "o1 r1 s1 u1",
		"BEATRIZ   souza":  "o1 r1 s1 u1",
		"JOAO conceição":   "o2 r3 s2 u3",
		"d'avila":          "u5",
		"529.982.247-25":   "u1",
		"529982":           "u1",
		"(11) 99999-0003":  "u3",
		"11 99999":         "u3",
		"carla@exemplo":    "u5",
		"1":                "",
		"#1":               "o1",
		"nº 2":             "o2",
		"#3":               "",
		"otavio":           "p2 s2",
		"crmv":             "p2",
		"123456":           "p1",
		"s-ana":            "s1",
		"tereza":           "r2",
		"an":               "o1 r1 s1 u1",
		"na":               "",
		"be so":            "o1 r1 s1 u1",
		"ana da conceição": "",
		"miguel":           "s1",
		"":                 "",
		" a ":              "",
		"%%%":              "",
		"--":               "",
		"🙂🙂":               "",
		`\%_`:              "",
		"'; drop table":    "",
	} {
		found, err := search.Everywhere(t.Context(), connection.DB, dbtest.Camila.Caller(), search.Input{Q: typed})
		if err != nil || marks(found) != want {
			t.Errorf("%q finds %q (%v), want %q", typed, marks(found), err, want)
		}
		if found.Users == nil || found.Orders == nil || found.Services == nil || found.Professionals == nil || found.Reception == nil ||
			found.Products == nil || found.Tags == nil || found.Files == nil || found.SystemUsers == nil {
			t.Errorf("%q: a list is null", typed)
		}
	}
	for _, typed := range []string{strings.Repeat("á", 201), "abc\x00d", "abc\xffd"} {
		_, err := search.Everywhere(t.Context(), connection.DB, dbtest.Camila.Caller(), search.Input{Q: typed})
		if !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%.10q is %v", typed, err)
		}
	}
}

// Each caller finds only rows that the matrix, the scopes and the partner's code allow.
func TestEverywhere_Permissions(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	// Otávio has a paid service, one that is not paid and one without a date.
	_, err := connection.Pool.Exec(t.Context(), `
		insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, status, consultation_date)
		select 10 + n, 'S-OTAVIO-' || n, $1, 'João da Conceição', 2, 'Otávio Linhares', 'veterinarian', 'Pagamento Concluído',
			case n when 1 then now() end from generate_series(1, 2) n`, dbtest.Joao.UserCode)
	if err != nil {
		t.Fatal(err)
	}
	const everything = "o2 p1 p2 r3 s1 s11 s12 s2 u3 x5"
	for name, c := range map[string]struct {
		by   auth.Caller
		want string
	}{
		"Administrador":       {dbtest.Camila.Caller(), everything},
		"Acolhimento":         {dbtest.Bruno.Caller(), everything},
		"Produção":            {dbtest.Priscila.Caller(), "o2 s1 s11 s12 s2 u3"},
		"Financeiro":          {dbtest.Fernando.Caller(), "o2 p1 p2 s1 s11 s12 s2 u3"},
		"Profissional":        {dbtest.Renata.Caller(), "p1 s1"},
		"without a code":      {auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Profissional}}, ""},
		"token *":             {token("", "*"), everything},
		"token of orders":     {token("", "items:orders:*"), "o2"},
		"token that writes":   {token("", "items:orders:write"), ""},
		"token of two":        {token("", "items:users:read", "items:reception:read"), "r3 u3"},
		"token of a partner":  {token("OTAVIO-CRMV", "items:services:read", "items:professionals:read"), "p2 s11"},
		"partner with orders": {token("OTAVIO-CRMV", "items:orders:read", "items:users:*"), ""},
		"unknown partner":     {token("NINGUEM", "items:services:read"), ""},
		"associate":           {auth.Caller{Kind: auth.Associate, ID: dbtest.Joao.ID, Code: dbtest.Joao.UserCode}, ""},
		"nobody":              {auth.Caller{}, ""},
	} {
		var found []string
		for _, typed := range []string{"conceicao", "renata", "otavio"} {
			results, err := search.Everywhere(t.Context(), connection.DB, c.by, search.Input{Q: typed})
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, strings.Fields(marks(results))...)
		}
		slices.Sort(found)
		if got := strings.Join(slices.Compact(found), " "); got != c.want {
			t.Errorf("%s finds %q, want %q", name, got, c.want)
		}
	}
}

// Files are found by parts of their names, by callers who may read files and no others.
func TestEverywhere_Files(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `
		insert into files (id, file_name, content_type, size, sha256, driver, storage_key) values
			(91, 'Receita Zodíaco.pdf', 'application/pdf', 10, repeat('a', 64), 'local', 'a'), (92, 'outro.pdf', 'application/pdf', 10, repeat('b', 64), 'local', 'b')`)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		by   auth.Caller
		want string
	}{
		"Administrador":    {dbtest.Camila.Caller(), "f91"},
		"Acolhimento":      {dbtest.Bruno.Caller(), "f91"},
		"Produção":         {dbtest.Priscila.Caller(), "f91"},
		"Profissional":     {dbtest.Renata.Caller(), ""},
		"token of files":   {token("", "items:files:read"), "f91"},
		"token of orders":  {token("", "items:orders:read"), ""},
		"token of uploads": {token("", "files:write"), ""},
		"partner":          {token("OTAVIO-CRMV", "items:files:read"), ""},
		"associate":        {auth.Caller{Kind: auth.Associate, ID: dbtest.Joao.ID, Code: dbtest.Joao.UserCode}, ""},
		"nobody":           {auth.Caller{}, ""},
	} {
		found, err := search.Everywhere(t.Context(), connection.DB, c.by, search.Input{Q: "receita zodi"})
		if err != nil || marks(found) != c.want {
			t.Errorf("%s finds %q (%v)", name, marks(found), err)
		}
	}
}

// There are at most eight results, always the same ones, and only of the requested collections.
func TestEverywhere_Limit(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `
		insert into users (associate_name, status) select 'Zilda Gêmea', 'Associado' from generate_series(1, 20);
		insert into orders (user_id, user_code, name_associate, items, total, date_created)
		select 1, '0a000000-0000-4000-8000-000000000001', 'Zilda Gêmea', '[{}]', 1, '2026-01-01' from generate_series(1, 20)`)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		found, err := search.Everywhere(t.Context(), connection.DB, dbtest.Camila.Caller(),
			search.Input{Q: "gemea", Only: []string{"users", "orders"}})
		if err != nil || len(found.Users) != 8 || len(found.Orders) != 8 {
			t.Fatalf("found %s (%v)", marks(found), err)
		}
		if found.Users[0].ID != 1001 || found.Users[7].ID != 1008 || found.Orders[0].ID != 1020 || found.Orders[7].ID != 1013 {
			t.Errorf("found %s", marks(found))
		}
	}
	found, err := search.Everywhere(t.Context(), connection.DB, dbtest.Camila.Caller(), search.Input{Q: "gemea", Only: []string{"orders"}})
	if err != nil || len(found.Users) != 0 || len(found.Orders) != 8 {
		t.Errorf("found %s (%v)", marks(found), err)
	}
}
