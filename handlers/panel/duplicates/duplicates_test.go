package duplicates_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const twoPage = "/painel/duplicados/1/3"

// Two records are joined by choosing field by field; the old address leads to the record that stayed, the JSON interface
// answers as for a missing row, and the joining is undone from the list.
func TestJoin_Pages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "insert into associate_pairs (first_id, second_id, score, reasons, date_created) values (1, 3, 70, '{phone,birth}', now())")
	if list := bruno.GET("/painel/duplicados").Want(200).Words(); !strings.Contains(list, "Mesmo telefone") ||
		!strings.Contains(list, "código 3 · 1 pedido · 1 serviço") {
		t.Errorf("the list says %s", list)
	}
	page := bruno.GET(twoPage).Want(200).Words()
	for _, said := range []string{"Este cadastro fica", "1 pedido em aberto passa para o cadastro que fica: nº 2.", "Os dois entram no site.",
		"Pedidos 1 1 2"} {
		if !strings.Contains(page, said) {
			t.Errorf("%q is not in %s", said, page)
		}
	}
	joined := bruno.Form(twoPage, url.Values{"campo_telefone": {"sai"}}).Want(303)
	if joined.Location() != "/painel/associados/1" || app.Count(t, "users", "id = 1 and phone = $1", dbtest.Joao.Phone) != 1 ||
		app.Count(t, "orders", "user_id = 1") != 2 {
		t.Error("the choice or the order was lost")
	}
	for address, to := range map[string]string{"/painel/associados/3": "/painel/associados/1",
		"/painel/associados/3/editar":         "/painel/associados/1/editar",
		"/painel/associados/3?parte=cadastro": "/painel/associados/1?parte=cadastro"} {
		if moved := bruno.GET(address).Want(301); moved.Location() != to {
			t.Errorf("%s leads to %s, want %s", address, moved.Location(), to)
		}
	}
	app.As(t, dbtest.Renata).GET("/painel/associados/3").Want(403)
	bruno.GET("/api/v1/items/users/3").Want(404)
	bruno.GET("/api/v1/users/code/" + dbtest.Joao.UserCode).Want(404)
	bruno.GET(twoPage).Want(404)
	if list := bruno.GET("/painel/duplicados?aba=juntados").Want(200).Words(); !strings.Contains(list, "o código 3 leva ao 1") ||
		!strings.Contains(list, "por você") {
		t.Errorf("the list says %s", list)
	}
	note := app.Count(t, "users", "id = 1 and annotations::text like '%Não ficou: Nome João da Conceição%'")
	if note != 1 {
		t.Error("what did not stay is not noted")
	}
	bruno.Form("/painel/duplicados/juntados/1/desfazer", nil).Want(303)
	bruno.GET("/painel/associados/3").Want(200)
	if app.Count(t, "orders", "user_id = 3") != 1 || app.Count(t, "users", "id = 1 and phone = $1", dbtest.Ana.Phone) != 1 {
		t.Error("the undo left something")
	}
	bruno.Form("/painel/duplicados/juntados/1/desfazer", nil).Want(404)
}

// What was built on a joining is said where it cannot be undone.
func TestSeparate_RefusedPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(twoPage, nil).Want(303)
	app.Exec(t, "insert into reception (name, status, source, associate_code, is_associate, date_created) values ('Ana', 'waiting', 'public', $1, true, '2030-01-01')", dbtest.Ana.UserCode)
	if page := bruno.Form("/painel/duplicados/juntados/1/desfazer", nil).Want(422).Words(); !strings.Contains(page, "há um atendimento novo") {
		t.Errorf("the page says %s", page)
	}
}

// "Não é a mesma" takes the pair away and offers to take that back.
func TestNotSame_Page(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "insert into associate_pairs (first_id, second_id, score, reasons, date_created) values (1, 3, 70, '{phone}', now())")
	bruno.Form(twoPage+"/diferentes", nil).Want(303)
	if list := bruno.GET("/painel/duplicados").Want(200).Words(); !strings.Contains(list, "Nenhum par parecido.") {
		t.Errorf("the list says %s", list)
	}
	if list := bruno.GET("/painel/duplicados?aba=diferentes").Want(200).Words(); !strings.Contains(list, "Ana Beatriz de Souza") {
		t.Errorf("the list says %s", list)
	}
}

// Roles that may not change associates reach nothing; nor does a stranger.
func TestPages_OtherRoles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, operator := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		client := app.As(t, operator)
		client.GET("/painel/duplicados").Want(403)
		client.GET(twoPage).Want(403)
		client.Form(twoPage, nil).Want(403)
		client.Form(twoPage+"/diferentes", nil).Want(403)
		client.Form("/painel/duplicados/juntados/1/desfazer", nil).Want(403)
	}
	if app.Count(t, "joinings", "true") != 0 {
		t.Error("somebody joined")
	}
}

// The forms of the staff warn of a person with the typed phone until somebody says that it is another one.
func TestWarning_Phone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	warned := bruno.Form("/painel/associados/repetidos", url.Values{"phone": {"(11) 99999-0003"}}).Want(200).Words()
	if !strings.Contains(warned, "Já existe João da Conceição com este telefone") || !strings.Contains(warned, "É outra pessoa") {
		t.Errorf("warned by %s", warned)
	}
	if said := bruno.Form("/painel/associados/repetidos", url.Values{"phone": {"(11) 99999-0003"}, "e_outra_pessoa": {"3"}}).
		Want(200); strings.Contains(said.Words(), "João") || !strings.Contains(said.Body, `name="outra_pessoa" value="3"`) {
		t.Errorf("it warns again: %s", said.Body)
	}
	for _, page := range []string{"/painel/associados/novo", "/painel/recepcao/nova"} {
		if body := bruno.GET(page).Want(200).Body; !strings.Contains(body, `id="repetidos"`) ||
			!strings.Contains(body, `hx-post="/painel/associados/repetidos"`) {
			t.Errorf("%s does not warn", page)
		}
	}
}
