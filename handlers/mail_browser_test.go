package handlers_test

import (
	"context"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
)

// sentMail is the page of the first mail of fillMailbox.
const sentMail = "/admin/correio/1"

// fillMailbox leaves a mail of each status: 1 is sent, 2 failed and can be sent again, 3 waits.
func fillMailbox(t *testing.T, app *handlertest.App) {
	t.Helper()
	now := time.Now()
	send := func(letter mail.Message) {
		letter.Name, letter.By, letter.Expires = "Nova Pessoa", dbtest.Camila.FullName(), now.AddDate(0, 0, 7)
		if _, err := app.Mail.Send(t.Context(), app.DB, letter, now); err != nil {
			t.Fatal(err)
		}
	}
	send(mail.Message{Kind: mail.Invite, To: "nova.pessoa@exemplo.org.br", Path: "/convite?token=dGhpcyBpcyBhIHRva2VuIG9mIGEgdGVzdCB3aXRoIHRoaXJ0eS10d28"})
	app.Deliver(t)
	send(mail.Message{Kind: mail.Reset, To: "tereza.quintana.de.albuquerque@associacao.exemplo.org.br", Path: "/nova-senha?token=b"})
	for range 8 {
		app.DeliverBy(t, tired{})
	}
	send(mail.Message{Kind: mail.PasswordChanged, To: dbtest.Bruno.Email})
}

// tired is a mail server that never has time.
type tired struct{}

func (tired) Carry(context.Context, mail.Envelope) *mail.Failure {
	return &mail.Failure{Reason: "O servidor de e-mail pediu para tentar mais tarde (451 4.3.0)."}
}

func TestSendingAFailedMailAgain(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fillMailbox(t, app)
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

// In development the way goes on from the message: its link opens the page that it asks for.
func TestReadingAMessageThatWasKept(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fillMailbox(t, app)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/correio")
	page.Click("nova.pessoa@exemplo.org.br")
	page.WaitForPath(sentMail)
	page.WaitForText("h1", "Convite de acesso · Acolhe")
	page.WaitForText("main", "Camila Torres convidou você")
	link := page.Attribute(".mail-text a", "href")
	if want := app.URL + "/convite?token=dGhpcyBpcyBhIHRva2VuIG9mIGEgdGVzdCB3aXRoIHRoaXJ0eS10d28"; link != want {
		t.Errorf("the link leads to %s, want %s", link, want)
	}
	// The message as a mail program draws it has its own styles, and a silent console.
	page.Visit(sentMail + "/html")
	page.WaitForText("body", "Aceitar o convite")
	if background := browsertest.Read[string](page, `() => getComputedStyle(document.querySelector("td.press")).backgroundColor`); background != "rgb(0, 109, 69)" {
		t.Errorf("the button is %s", background)
	}
	page.Screenshot(t.Name())
}
