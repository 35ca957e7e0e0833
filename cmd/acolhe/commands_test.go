package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestRun_Commands(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	_, address, _ := strings.Cut(database, "=")
	getenv := func(name string) string { return map[string]string{"DATABASE_URL": address}[name] }
	for _, c := range []struct {
		words, in string
		// out and refusal are parts of the output and of the error.
		out, refusal string
	}{
		{words: "migrate", out: "em dia"},
		{words: "migrate", out: "em dia"},
		{words: "admin create --email ana@associacao.org.br --name Ana", in: "fraca\n",
			refusal: "password A senha precisa de pelo menos 8 letras ou números.; password deve ter uma letra maiúscula"},
		{words: "admin create --email nada", in: "Segura!2026\n", refusal: "name informe o nome; email informe um e-mail válido"},
		{words: "admin create --email Ana@Associacao.org.br --name Ana", in: "Segura!2026\r\n",
			out: "Administrador criado: ana@associacao.org.br"},
		{words: "admin create --email ana@associacao.org.br --name Ana", in: "Segura!2026", refusal: "Já existe um operador com este e-mail."},
		{words: "admin recover --email ninguem@associacao.org.br", refusal: "Conta não encontrada."},
		{words: "admin recover --email ana@associacao.org.br", refusal: "Esta conta está sem a segunda etapa."},
		{words: "sample-data load --associates 0", refusal: "--associates deve ser"},
		{words: "sample-data load --associates 5", out: "Associados e pacientes"},
		{words: "sample-data load --associates 5", refusal: "Já existem dados de exemplo."},
		{words: "sample-data remove", in: "sim\n",
			refusal: "sem um terminal em que perguntar, confirme a remoção dos dados de exemplo com --yes"},
		{words: "sample-data load --associates 5", refusal: "Já existem dados de exemplo."},
		{words: "sample-data remove --yes", out: "Associados e pacientes"},
		{words: "sample-data remove --yes", out: "Não há dados de exemplo."},
		{words: "sample-data load --associates 5", out: "Associados e pacientes"},
	} {
		var out bytes.Buffer
		err := run(t.Context(), strings.Fields(c.words), getenv, strings.NewReader(c.in), &out)
		if c.refusal != "" && (err == nil || !strings.Contains(err.Error(), c.refusal)) {
			t.Errorf("%s: refused with %v, want %q", c.words, err, c.refusal)
		}
		if c.refusal == "" && err != nil || !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: printed %q, %v, want %q", c.words, out.String(), err, c.out)
		}
	}
	if made := scan[int](t, conn, "select count(*) from system_users where not is_sample"); made != 1 {
		t.Errorf("%d administrators were made", made)
	}
}

// The last administrator, whom nobody else can help, signs in by the password again.
func TestRun_AdminRecover(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	_, address, _ := strings.Cut(database, "=")
	getenv := func(name string) string { return map[string]string{"DATABASE_URL": address}[name] }
	var out bytes.Buffer
	if err := run(t.Context(), strings.Fields("admin create --email ana@associacao.org.br --name Ana"), getenv,
		strings.NewReader("Segura!2026\n"), &out); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Pool.Exec(t.Context(), "update system_users set second_step_at = now(), second_step_due = now()"); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), strings.Fields("admin recover --email Ana@associacao.org.br"), getenv, nil, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "ana@associacao.org.br entra só com a senha") {
		t.Errorf("printed %s", out.String())
	}
	if left := scan[int](t, conn, "select count(*) from system_users where second_step_at is not null or second_step_due is not null"); left != 0 {
		t.Error("the second step stays")
	}
	if recorded := scan[int](t, conn, "select count(*) from security_events where kind = 'second_factor.reset' and actor_kind = 'system'"); recorded != 1 {
		t.Errorf("%d events", recorded)
	}
}

// At a terminal only the word sim confirms.
func TestRemoveSamples_Confirmation(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{"sim\n": true, " SIM \r\n": true, "s\n": false, "\n": false, "": false, "não\n": false} {
		var out bytes.Buffer
		confirmed, err := confirm(t.Context(), invocation{in: strings.NewReader(answer), out: &out}, "Registros de exemplo: 20. Remover todos?")
		if err != nil || confirmed != want || strings.Contains(out.String(), "Nada foi feito.") == want {
			t.Errorf("%q confirms: %v, %v, printed %q", answer, confirmed, err, out.String())
		}
	}
}

// The refusal is one sentence that names the reason.
func TestRemoveSamples_RealDataRefersToIt(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	_, address, _ := strings.Cut(database, "=")
	getenv := func(name string) string { return map[string]string{"DATABASE_URL": address}[name] }
	var out bytes.Buffer
	if err := run(t.Context(), strings.Fields("sample-data load --associates 5"), getenv, nil, &out); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Pool.Exec(t.Context(), `insert into orders (user_id, user_code, name_associate, items, total)
		select id, user_code, 'Real', '[{"code": "X", "amount": 1, "quantity": 1}]', 1 from users where is_sample limit 1`); err != nil {
		t.Fatal(err)
	}
	err := run(t.Context(), strings.Fields("sample-data remove --yes"), getenv, nil, &out)
	const want = "Há dados reais ligados aos dados de exemplo: 1 pedido de um associado de exemplo. Abra cada registro e escolha o que fazer com ele."
	if err == nil || err.Error() != want {
		t.Errorf("refused with %v", err)
	}
}

// Commands that only describe the program need no database.
func TestRun_DocumentsWithoutDatabase(t *testing.T) {
	t.Parallel()
	var routes, document bytes.Buffer
	getenv := func(string) string { return "" }
	if err := run(t.Context(), []string{"routes"}, getenv, nil, &routes); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"openapi"}, getenv, nil, &document); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(routes.String(), "/api/v1/orders") {
		t.Errorf("the routes are %s", routes.String())
	}
	var parsed struct {
		OpenAPI string
		Paths   map[string]any
	}
	if err := json.Unmarshal(document.Bytes(), &parsed); err != nil || !strings.HasPrefix(parsed.OpenAPI, "3.1") ||
		parsed.Paths["/api/v1/orders"] == nil {
		t.Errorf("the document is OpenAPI %q with %d paths, %v", parsed.OpenAPI, len(parsed.Paths), err)
	}
}

func TestRun_Help(t *testing.T) {
	t.Parallel()
	// Help works with an invalid environment.
	getenv := func(string) string { return "wrong" }
	for _, words := range []string{"help", "-h", "--help", "admin create -h"} {
		var out bytes.Buffer
		if err := run(t.Context(), strings.Fields(words), getenv, nil, &out); err != nil || !strings.Contains(out.String(), "sample-data load") {
			t.Errorf("%s: %v, %s", words, err, out.String())
		}
	}
	for _, words := range []string{"start", "serve now", "serve --fast", "admin", "admin remove", "admin create --age 3",
		"sample-data load --associates many", "sample-data remove now"} {
		var out bytes.Buffer
		err := run(t.Context(), strings.Fields(words), func(string) string { return "" }, nil, &out)
		if err == nil || !strings.Contains(err.Error(), "sample-data load") || out.Len() > 0 {
			t.Errorf("%s: %v, printed %q", words, err, out.String())
		}
	}
}

func TestPublicURL(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		":8080": "http://127.0.0.1:8080", "0.0.0.0:80": "http://127.0.0.1:80", "[::]:8080": "http://127.0.0.1:8080",
		"[::1]:8080": "http://[::1]:8080", "192.168.1.5:8080": "http://192.168.1.5:8080", "localhost:8080": "http://localhost:8080",
	} {
		if got := (config{}).publicURL(addr).String(); got != want {
			t.Errorf("listening on %s, the address is %s, want %s", addr, got, want)
		}
	}
	set, err := readConfig(func(name string) string {
		return map[string]string{"BASE_URL": "https://painel.associacao.org.br"}[name]
	})
	if got := set.publicURL(":8080").String(); err != nil || got != "https://painel.associacao.org.br" {
		t.Errorf("with BASE_URL the address is %s, %v", got, err)
	}
}

// The version is printed whatever the environment.
func TestRun_Version(t *testing.T) {
	t.Parallel()
	for _, environment := range []string{"development", "production", "wrong"} {
		var out bytes.Buffer
		getenv := func(name string) string { return map[string]string{"APP_ENV": environment}[name] }
		if err := run(t.Context(), []string{"version"}, getenv, nil, &out); err != nil || !strings.HasPrefix(out.String(), "acolhe ") {
			t.Errorf("%s: %q, %v", environment, out.String(), err)
		}
	}
}

// Invented people never come among real ones.
func TestSampleData_NotInProduction(t *testing.T) {
	t.Parallel()
	err := loadSamples(t.Context(), config{production: true}, invocation{out: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "não entram em produção") {
		t.Errorf("in production: %v", err)
	}
}
