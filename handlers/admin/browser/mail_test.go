package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// sentMail is the page of the first mail of SeedMailbox.
const sentMail = "/admin/correio/1"

func TestMailbox_FailedSentAgain(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/correio?situacao=falhas")
	page.Click("Tentar de novo: tereza.quintana.de.albuquerque@associacao.exemplo.org.br")
	page.WaitForPath("/admin/correio")
	page.WaitForText("main", "Na fila")
	page.WaitForText("body", "voltou para a fila")
	if waiting := app.Letters(t); len(waiting) != 2 {
		t.Errorf("%d letters wait, want 2", len(waiting))
	}
}

// In development the message is shown, and its link works.
func TestMailbox_KeptMessage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/correio")
	page.Click("nova.pessoa@exemplo.org.br")
	page.WaitForPath(sentMail)
	page.WaitForText("h1", "Convite de acesso · Acolhe")
	page.WaitForText("main", "Quem convidou: Camila Torres")
	link := page.Attribute(".mail-text a", "href")
	if want := app.URL + "/convite?token=dGhpcyBpcyBhIHRva2VuIG9mIGEgdGVzdCB3aXRoIHRoaXJ0eS10d28"; link != want {
		t.Errorf("the link leads to %s, want %s", link, want)
	}
	// The rendered message has its own styles, and the console stays silent.
	page.Visit(sentMail + "/html")
	page.WaitForText("body", "Aceitar o convite")
	if background := browsertest.Read[string](page,
		`() => getComputedStyle(document.querySelector("td.press")).backgroundColor`); background != "rgb(0, 109, 69)" {
		t.Errorf("the button is %s", background)
	}
	page.Screenshot(t.Name())
}
