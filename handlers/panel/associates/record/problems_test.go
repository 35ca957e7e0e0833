package record_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const storedStreet = `insert into postal_codes (cep, street, neighborhood, city, state, known, expires_at) values
	('88010000', 'Rua Felipe Schmidt', 'Centro', 'Florianópolis', 'SC', true, '2020-01-01')`

// A street that does not belong to its CEP is a problem that one click solves, and another undoes.
func TestAddress_StreetOfTheCEP(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, storedStreet)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(anaPage).Want(200)
	for _, want := range []string{"CEP e rua não conferem", "CEP 88010-000: Rua Felipe Schmidt. No cadastro: Rua das Acácias",
		"Cadastro 1 problema"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	if fix := bruno.GET(anaPage + "?parte=cadastro").Want(200).HTML().Find(".fact-bad a").Text(); fix != "Não confere com o CEP: corrigir" {
		t.Errorf("the field says %q", fix)
	}
	said := bruno.Form(anaPage+"/rua", nil).Want(303).Notice()
	if said.Text != "Rua atualizada." || app.Count(t, "users", "id = 1 and street = 'Rua Felipe Schmidt'") != 1 {
		t.Errorf("it says %+v", said)
	}
	if strings.Contains(bruno.GET(anaPage).Want(200).Words(), "não conferem") {
		t.Error("the problem is still there")
	}
	if again := bruno.Form(anaPage+"/rua", nil).Want(422).Words(); !strings.Contains(again, "A rua já confere com o CEP.") {
		t.Errorf("a second time it says %s", again)
	}
	bruno.Form(said.Undo, nil).Want(303)
	if app.Count(t, "users", "id = 1 and street = 'Rua das Acácias'") != 1 {
		t.Error("the street is not as before")
	}
	fernando := app.As(t, dbtest.Fernando)
	fernando.Form(anaPage+"/rua", nil).Want(403)
	if fernando.GET(anaPage).Want(200).HTML().Find("#resolver form").Length() != 0 {
		t.Error("a reader is offered the correction")
	}
	app.As(t, dbtest.Renata).Form(anaPage+"/rua", nil).Want(403)
	bruno.Form("/painel/associados/999/rua", nil).Want(404)
}

// The state of a CEP is known without its address.
func TestAddress_StateOfTheCEP(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set cep = '59118793' where id = 1")
	bruno := app.As(t, dbtest.Bruno)
	if words := bruno.GET(anaPage).Want(200).
		Words(); !strings.Contains(words, "CEP e estado não conferem CEP 59118-793: RN. No cadastro: SC") {
		t.Errorf("the page says %s", words)
	}
	bruno.Form(anaPage+"/rua", nil).Want(422)
}

// An undo does not overwrite what was typed meanwhile.
func TestAddress_UndoOfAnotherStreet(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, storedStreet)
	bruno := app.As(t, dbtest.Bruno)
	said := bruno.Form(anaPage+"/rua", nil).Want(303).Notice()
	app.Exec(t, "update users set street = 'Rua Nova' where id = 1")
	bruno.Form(said.Undo, nil).Want(303)
	if app.Count(t, "users", "id = 1 and street = 'Rua Nova'") != 1 {
		t.Error("the new street is lost")
	}
}
