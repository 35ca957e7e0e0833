package register_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The own page shows what belongs to the associate, and nothing of anybody else.
func TestHome(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, joao := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao)
	page := ana.GET("/cadastro").Want(200).HTML()
	text := page.Find("main").Text()
	for _, own := range []string{"Olá, Ana", "Pedido nº 1", "Miguel de Souza", dbtest.Ana.Email} {
		if !strings.Contains(text, own) {
			t.Errorf("%s is missing in %s", own, text)
		}
	}
	for _, foreign := range []string{"Pedido nº 2", "Pipoca", dbtest.Joao.Email} {
		if strings.Contains(text, foreign) {
			t.Errorf("Ana sees %s", foreign)
		}
	}
	if other := joao.GET("/cadastro").Want(200).HTML().Find("main").Text(); !strings.Contains(other, "Pedido nº 2") || strings.Contains(other, "Miguel") {
		t.Errorf("João sees %s", other)
	}
	app.Exec(t, `insert into document_requests (user_id, subject, doc_type, side, reason) values ($1, 'responsible', 'rg', 'front', 'A foto ficou escura.')`, dbtest.Ana.ID)
	step := ana.GET("/cadastro").Want(200).HTML().Find(".h-next")
	if !strings.Contains(step.Text(), "A foto ficou escura.") || step.Find("a").AttrOr("href", "") != "/cadastro/documentos?tipo=rg" {
		t.Errorf("the next step is %s", step.Text())
	}
	ana.GET("/cadastro/documentos?tipo=rg").Want(200)
}

// Phone and address are changed on the own page, the name is not; leaving all devices ends the other session too.
func TestHome_Profile(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, elsewhere := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Ana)
	if at := ana.Form("/cadastro/celular", url.Values{"phone": {"48 99999-1234"}}).Want(303).Location(); at != "/cadastro" {
		t.Errorf("a new phone leads to %s", at)
	}
	ana.Form("/cadastro/endereco", url.Values{"cep": {"88010-000"}, "street": {"Rua Nova"}, "neighborhood": {"Centro"}, "city": {"Florianópolis"}, "state": {"SC"}, "number": {"7"}}).Want(303)
	ana.Form("/cadastro/nome", url.Values{"associate_name": {"Outra"}}).Want(303)
	if app.Count(t, "users", "id = $1 and phone = '48999991234' and street = 'Rua Nova' and associate_name <> 'Outra'", dbtest.Ana.ID) != 1 {
		t.Error("something else was stored")
	}
	ana.Form("/cadastro/sair/todos", nil).Want(303)
	if at := elsewhere.GET("/cadastro/respostas").Want(303).Location(); at != "/cadastro/entrar" {
		t.Errorf("the other device is still signed in: %s", at)
	}
}
