package entry_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A script may not redirect a login: its change waits on the record until the page of the letter confirms it, and the
// staff can cancel it.
func TestConfirmEmail(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const ana, record = "/api/v1/items/users/1", "/painel/associados/1"
	script, bruno, nobody := app.WithToken(t, "items:users:write", "items:users:read"), app.As(t, dbtest.Bruno), app.Nobody(t)
	change := func() {
		t.Helper()
		var row map[string]any
		script.JSON("PATCH", ana, map[string]any{"email_account": "nova@exemplo.org.br"}).Want(200).Data(&row)
		if row["email_account"] != dbtest.Ana.Email || row["pending_email"] != "nova@exemplo.org.br" || row["pending_email_token"] != nil {
			t.Fatalf("the answer is %v", row)
		}
	}
	change()
	page := bruno.GET(record + "?parte=cadastro").Want(200).Words()
	if !strings.Contains(page, "nova@exemplo.org.br") || !strings.Contains(page, "Espera a confirmação de "+dbtest.Ana.Email) {
		t.Errorf("the record is %s", page)
	}
	app.As(t, dbtest.Priscila).Form(record+"/email/cancelar", nil).Want(403)
	bruno.Form(record+"/email/cancelar", nil).Want(303)
	if page := bruno.GET(record + "?parte=cadastro").Want(200).Words(); strings.Contains(page, "nova@exemplo.org.br") {
		t.Error("the change was not cancelled")
	}

	change()
	letters := app.Letters(t)
	link := letters[len(letters)-1].Path
	shown := nobody.GET(link).Want(200)
	hidesAddress(t, shown)
	if words := shown.Words(); !strings.Contains(words, dbtest.Ana.Email) || !strings.Contains(words, "nova@exemplo.org.br") {
		t.Errorf("the page is %s", words)
	}
	if app.Count(t, "users", "id = 1 and email_account = $1", dbtest.Ana.Email) != 1 {
		t.Error("opening the link changed the e-mail")
	}
	form := shown.Fields()
	form.Set("aceitar", "true")
	answer := nobody.Form("/confirmar-email", form).Want(200)
	if !strings.Contains(answer.Words(), "E-mail trocado") || app.Count(t, "users", "id = 1 and email_account = 'nova@exemplo.org.br'") != 1 {
		t.Errorf("answered %s", answer.Words())
	}
	for _, path := range []string{link, "/confirmar-email?token=x"} {
		if page := nobody.GET(path).Want(422); !strings.Contains(page.Words(), "Este link não é mais válido") {
			t.Errorf("%s is %s", path, page.Words())
		}
	}
}
