package membercards_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const member = "update users set status = 'Associado', associate_status = null, adhesion_term = null where id = $1"

// codeOn returns the code on the page of a card.
func codeOn(t *testing.T, page *handlertest.Answer) string {
	t.Helper()
	code := page.HTML().Find(".mcard footer b").Text()
	if len(code) != len("7K4M-2QXD") {
		t.Fatalf("the code is %q", code)
	}
	return code
}

// A member sees the card and has it on paper; the public page of its code shows the initials and nothing else of the person.
func TestCard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, member, dbtest.Ana.ID)
	ana, nobody := app.AsAssociate(t, dbtest.Ana), app.Nobody(t)
	page := ana.GET("/cadastro/carteirinha").Want(200)
	code := codeOn(t, page)
	if again := codeOn(t, ana.GET("/cadastro/carteirinha")); again != code {
		t.Errorf("the code changed from %s to %s", code, again)
	}
	if paper := ana.GET("/cadastro/carteirinha.pdf").Want(200); !strings.HasPrefix(paper.Body, "%PDF-") {
		t.Error("the paper is no PDF")
	}
	for _, typed := range []string{code, strings.ToLower(code), strings.ReplaceAll(code, "-", "")} {
		shown := nobody.GET("/carteirinha/" + typed).Want(200)
		for _, want := range []string{"Carteirinha válida", code} {
			if !strings.Contains(shown.Words(), want) {
				t.Errorf("%s lacks %q: %s", typed, want, shown.Words())
			}
		}
		for _, personal := range []string{dbtest.Ana.Name, dbtest.Ana.LastName, dbtest.Ana.CPF, dbtest.Ana.Email, dbtest.Ana.UserCode,
			"/avatar"} {
			if personal != "" && strings.Contains(shown.Body, personal) {
				t.Errorf("the public page has %q", personal)
			}
		}
	}
	if at := nobody.GET("/carteirinha?codigo=" + code).Want(303).Location(); at != "/carteirinha/"+code {
		t.Errorf("a typed code leads to %s", at)
	}
	ana.Form("/cadastro/carteirinha/trocar", nil).Want(303)
	if other := codeOn(t, ana.GET("/cadastro/carteirinha")); other == code {
		t.Error("the code was not exchanged")
	}
	if words := nobody.GET("/carteirinha/" + code).Want(200).Words(); !strings.Contains(words, "Esta carteirinha não vale mais.") {
		t.Errorf("the old code shows %s", words)
	}
	for _, typed := range []string{"7K4N-2QXD", "%00", "<b>", strings.Repeat("x", 3000)} {
		if words := nobody.GET("/carteirinha/" + typed).Want(404).Words(); !strings.Contains(words, "Não achamos esta carteirinha.") {
			t.Errorf("%s shows %s", typed, words)
		}
	}
}

// Who is no member has no card, and the page says why. A colleague of the staff prints it; a stranger and the wrong role do not.
func TestCard_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set status = 'active', associate_status = '3' where id = $1", dbtest.Ana.ID)
	app.Exec(t, member, dbtest.Joao.ID)
	ana, bruno := app.AsAssociate(t, dbtest.Ana), app.As(t, dbtest.Bruno)
	if words := ana.GET("/cadastro/carteirinha").Want(200).
		Words(); !strings.Contains(words, "A carteirinha é de quem já faz parte da associação.") {
		t.Errorf("it shows %s", words)
	}
	if at := ana.GET("/cadastro/carteirinha.pdf").Want(303).Location(); at != "/cadastro/carteirinha" {
		t.Errorf("the paper leads to %s", at)
	}
	if words := bruno.GET("/painel/associados/1/carteirinha").Want(200).Words(); !strings.Contains(words, "já faz parte") {
		t.Errorf("the staff sees %s", words)
	}
	code := codeOn(t, bruno.GET("/painel/associados/3/carteirinha").Want(200))
	bruno.GET("/painel/associados/3/carteirinha.pdf").Want(200)
	bruno.Form("/painel/associados/3/carteirinha", nil).Want(303)
	if codeOn(t, bruno.GET("/painel/associados/3/carteirinha")) == code {
		t.Error("the staff did not exchange the code")
	}
	bruno.GET("/painel/associados/999/carteirinha").Want(404)
	app.As(t, dbtest.Renata).GET("/painel/associados/3/carteirinha").Want(403)
	if at := app.Nobody(t).GET("/cadastro/carteirinha").Want(303).Location(); !strings.HasPrefix(at, "/cadastro/entrar") {
		t.Errorf("a stranger is led to %s", at)
	}
	if at := app.Nobody(t).GET("/painel/associados/3/carteirinha").Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
		t.Errorf("a stranger is led to %s", at)
	}
}

// Codes cannot be tried out.
func TestCard_Limit(t *testing.T) {
	t.Parallel()
	nobody := handlertest.New(t).Nobody(t)
	for range 60 {
		nobody.GET("/carteirinha/2345-6789").Want(404)
	}
	if limited := nobody.GET("/carteirinha/2345-6789").Want(429); limited.Header.Get("Retry-After") == "" {
		t.Error("it does not say for how long")
	}
}
