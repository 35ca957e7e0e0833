package statements_test

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/painel/conciliacao"

// today is the day of the entries, after João's order.
func file() []byte {
	day := dbtest.Day(0)
	return []byte("Data;Descrição;Mensagem;Valor\n" + day + ";João da Conceição;Pix PEDIDO2;280,00\n" + day + ";Ana B de Souza;;271,00\n" + day + ";Rui Lima;;85,00\n" + day + ";Luz;;-120,00\n")
}

// A statement enters, the sure one is confirmed, another value asks, an entry is put aside, and all is undone with a reason.
func TestStatement_Journey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Aguardando pagamento', total = 280 where id = 1")
	app.Exec(t, "update orders set date_created = now() - interval '2 days'")
	fernando := app.As(t, dbtest.Fernando)
	if page := fernando.GET(path).Want(200).Words(); !strings.Contains(page, "Nenhum extrato ainda.") {
		t.Errorf("the start says %s", page)
	}
	fernando.Upload(path, "x.ofx", []byte("nada"), nil).Want(422)
	fernando.Upload(path, "extrato.csv", file(), nil).Want(303)
	if page := fernando.Upload(path, "extrato.csv", file(), nil).Want(422).Words(); !strings.Contains(page, "Este extrato já entrou em") {
		t.Errorf("again: %s", page)
	}
	page := fernando.GET(path + "/1").Want(200).Words()
	page += fernando.GET(path+"/1?aba=decidir").Want(200).Words() + fernando.GET(path+"/1?aba=sem-par").Want(200).Words() +
		fernando.GET(path+"/1?aba=saidas").Want(200).Words()
	for _, said := range []string{"Certos 1 Para decidir 1 Sem par 1 Conciliados 0 Saídas 1", "Confirmar 1", "Pedido nº 2 João da Conceição Código do Pix Valor Nome",
		"Pedido nº 1 Ana Beatriz de Souza Nome · faltam R$ 9,00", "Rui Lima", "Luz"} {
		if !strings.Contains(strings.ReplaceAll(page, "\u00a0", " "), said) {
			t.Errorf("%q is not in %s", said, page)
		}
	}
	fernando.Form(path+"/1/certos", url.Values{"lancamento": {"1"}}).Want(303)
	fernando.Form(path+"/1/certos", url.Values{"lancamento": {"1"}}).Want(422)
	asked := fernando.Form(path+"/1/confirmar", url.Values{"lancamento": {"2"}, "opcao": {"p1"}}).Want(422).Words()
	if !strings.Contains(strings.ReplaceAll(asked, "\u00a0", " "), "Faltam R$ 9,00. Marcar mesmo assim?") {
		t.Errorf("asked by %s", asked)
	}
	if app.Count(t, "orders", "status = 'Pago'") != 1 {
		t.Error("another value was marked without a question")
	}
	fernando.Form(path+"/1/confirmar", url.Values{"lancamento": {"2"}, "opcao": {"p1"}, "mesmo": {"sim"}}).Want(303)
	fernando.Form(path+"/1/confirmar", url.Values{"lancamento": {"3"}, "pedido": {"99"}}).Want(422)
	fernando.Form(path+"/1/confirmar", url.Values{"lancamento": {"77"}, "opcao": {"p1"}}).Want(404)
	fernando.Form(path+"/1/a-parte", url.Values{"lancamento": {"3"}, "motivo": {"Doação"}}).Want(303)
	fernando.Form(path+"/1/a-parte", url.Values{"lancamento": {"1"}, "motivo": {"Doação"}}).Want(404)
	if page := fernando.GET(path+"/1").Want(200).Words() + fernando.GET(path+"/1?aba=conciliados").Want(200).Words(); !strings.Contains(page,
		"Nada mais para resolver") || !strings.Contains(page, "pedido nº 2") {
		t.Errorf("at the end: %s", page)
	}
	fernando.GET(path + "/1/desfazer").Want(200)
	fernando.Form(path+"/1/desfazer", url.Values{"reason": {""}}).Want(422)
	fernando.Form(path+"/1/desfazer", url.Values{"reason": {"arquivo errado"}}).Want(303)
	if app.Count(t, "orders", "status = 'Aguardando pagamento'") != 2 || app.Count(t, "order_changes", "reason = 'arquivo errado'") != 2 {
		t.Error("something is still paid, or has no reason")
	}
	fernando.Form(path+"/1/desfazer", url.Values{"reason": {"de novo"}}).Want(422)
	fernando.Upload(path, "extrato.csv", file(), nil).Want(303)
}

// Who does not settle accounts reaches nothing.
func TestStatement_OtherRoles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Fernando).Upload(path, "extrato.csv", file(), nil).Want(303)
	for _, operator := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Renata} {
		client := app.As(t, operator)
		client.GET(path).Want(403)
		client.GET(path + "/1").Want(403)
		client.Upload(path, "extrato.csv", file(), nil).Want(403)
		client.Form(path+"/1/certos", url.Values{"lancamento": {"1"}}).Want(403)
		client.Form(path+"/1/desfazer", url.Values{"reason": {"x"}}).Want(403)
	}
	app.As(t, dbtest.Camila).GET(path + "/1").Want(200)
	app.As(t, dbtest.Camila).GET(path + "/9").Want(404)
}

// A list is cut after 25 entries with the way to more of it; the button confirms those that are not shown too, and the tab stays.
func TestStatement_CutLists(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, statement := range []string{
		`insert into orders (user_id, user_code, name_associate, items, total, date_created) select user_id, user_code, name_associate, items, 1000 + g, now() - interval '2 days'
			from orders, generate_series(1, 27) g where id = 1`,
		`insert into bank_statements (file_name, sha256, account, first_day, last_day, author_name, date_created) values ('novembro.ofx', repeat('a', 64), '4821-7', current_date - 22, current_date, 'Fernando Paiva', now())`,
		`insert into bank_entries (statement_id, fingerprint, day, amount, name, memo) select 1, 's' || id, current_date, total, name_associate, 'Pix PEDIDO' || id from orders where total > 1000`,
		`insert into bank_entries (statement_id, fingerprint, day, amount, name, memo) select 1, 'a' || g, current_date, 7000 + g, 'Ninguém conhecido ' || chr(64 + g), '' from generate_series(1, 26) g`,
	} {
		app.Exec(t, statement)
	}
	fernando := app.As(t, dbtest.Fernando)
	page := fernando.GET(path + "/1").Want(200)
	entries := regexp.MustCompile(`name="lancamento" value="(\d+)"`).FindAllStringSubmatch(page.Body, -1)
	if words := page.Words(); !strings.Contains(words, "Confirmar 27") || !strings.Contains(words, "Mostrar mais 2") || len(entries) != 27 ||
		strings.Count(page.Body, `type="checkbox" class="input" name="lancamento"`) != 25 {
		t.Errorf("%d entries are on %s", len(entries), words)
	}
	if words := fernando.GET(path + "/1?aba=certos&ate=27").Want(200).Words(); strings.Contains(words, "Mostrar mais") {
		t.Errorf("all of them are %s", words)
	}
	leftOver := fernando.GET(path + "/1?aba=sem-par").Want(200)
	if !strings.Contains(leftOver.Body, `action="`+path+`/1/confirmar?aba=sem-par"`) {
		t.Error("the forms do not lead back to their tab")
	}
	alone := leftOver.Words()
	if !strings.Contains(alone, "Mostrar mais 1") || !strings.Contains(alone, "Ninguém conhecido") {
		t.Errorf("left over are %s", alone)
	}
	// A refused form shows its entry, though the list is cut before it, and the tab is kept after a form.
	last := app.Count(t, "bank_entries", "true")
	if words := fernando.Form(path+"/1/confirmar?aba=sem-par", url.Values{"lancamento": {strconv.Itoa(last)}, "pedido": {"99"}}).Want(422).Words(); !strings.Contains(words, "Ninguém conhecido Z") {
		t.Errorf("the refused entry is not on %s", words)
	}
	set := fernando.Form(path+"/1/a-parte?aba=sem-par", url.Values{"lancamento": {strconv.Itoa(last)}, "motivo": {"Doação"}}).Want(303)
	if to := set.Header.Get("Location"); to != path+"/1?aba=sem-par" {
		t.Errorf("it leads to %s", to)
	}
	sent := url.Values{}
	for _, entry := range entries {
		sent.Add("lancamento", entry[1])
	}
	fernando.Form(path+"/1/certos?aba=certos", sent).Want(303)
	if paid := app.Count(t, "orders", "total > 1000 and status = 'Pago'"); paid != 27 {
		t.Errorf("%d are paid", paid)
	}
}
