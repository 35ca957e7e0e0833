package statements_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/painel/conciliacao"

// today is the day of the entries, after João's order.
func file() []byte {
	day := time.Now().UTC().Add(-3 * time.Hour).Format("02/01/2006")
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
	for _, said := range []string{"Confirmar os marcados", "Pedido nº 2 João da Conceição Código do Pix Valor Nome",
		"Pedido nº 1 Ana Beatriz de Souza Nome · faltam R$ 9,00", "Rui Lima"} {
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
	if page := fernando.GET(path + "/1").Want(200).Words(); !strings.Contains(page, "Nada mais para resolver") ||
		!strings.Contains(page, "pedido nº 2") {
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
