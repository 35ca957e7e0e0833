package lifeevents_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/lifeevents"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/privacy"
	"acolhe/models/types/auth"
)

const desk = "/admin/privacidade"

// A letter that waits when the death is recorded is not sent any more.
func TestDeath_WaitingLetter(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, to := range []dbtest.Associate{dbtest.Joao, dbtest.Ana} {
		if got := send(t, app, to.Email); got != mail.Queued {
			t.Fatalf("a letter to %s is %s", to.FullName(), got)
		}
	}
	camila.Form(desk+"/falecimento/3", url.Values{"died_on": {"01/11/2020"}, "document": {"Cartório 1, nº 2"}}).Want(303)
	app.Deliver(t)
	if app.Count(t, "mails", "recipient = $1 and status = 'failed' and attempts = 0 and letter_sealed is null", dbtest.Joao.Email) != 1 {
		t.Error("the letter to who died is not stopped")
	}
	if app.Count(t, "mails", "recipient = $1 and status = 'sent'", dbtest.Ana.Email) != 1 {
		t.Error("the letter to another person is not sent")
	}
}

// send stores a letter to an address and returns what becomes of it.
func send(t *testing.T, app *handlertest.App, to string) mail.Status {
	t.Helper()
	status, err := app.Mail.Send(t.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		lifeevents.CameOfAge.With(lifeevents.CameOfAgeMessage{}, mail.Message{To: to}))
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// A death is recorded with its day and certificate: the person is signed out, no letter goes to the address, and the family asks with
// proof. A mistake is taken back. Only administrators do.
func TestDeath(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, joao := app.As(t, dbtest.Camila), app.AsAssociate(t, dbtest.Joao)
	const at = desk + "/falecimento/3"
	app.As(t, dbtest.Fernando).Form(at, url.Values{"died_on": {"01/11/2020"}, "document": {"Cartório 1, nº 2"}}).Want(403)
	camila.Form(at, url.Values{"died_on": {"01/11/2090"}, "document": {"Cartório 1, nº 2"}}).Want(422)
	camila.Form(at, url.Values{"died_on": {"01/11/2020"}, "document": {" "}}).Want(422)
	camila.Form(desk+"/falecimento/9999", url.Values{"died_on": {"01/11/2020"}, "document": {"Cartório 1"}}).Want(404)
	joao.GET("/cadastro/perfil/meus-dados").Want(200)
	camila.Form(at, url.Values{"died_on": {"01/11/2020"}, "document": {"Cartório 1, nº 2"}}).Want(303)
	camila.Form(at, url.Values{"died_on": {"01/11/2020"}, "document": {"Cartório 1, nº 2"}}).Want(422)
	joao.GET("/cadastro/perfil/meus-dados").Want(303)
	login := map[string]string{"email": dbtest.Joao.Email, "password": dbtest.Password}
	app.Nobody(t).POST("/api/v1/auth/associate/login", login).Want(401)
	if page := camila.GET("/painel/associados/3").Want(200).Words(); !strings.Contains(page, "Faleceu em 01/11/2020") {
		t.Error("the record does not say it")
	}
	if page := camila.GET(desk + "/maioridade").Want(200).Words(); !strings.Contains(page, "João da Conceição") {
		t.Error("the death is not listed")
	}
	if got := send(t, app, strings.ToUpper(dbtest.Joao.Email)); got != mail.Withheld {
		t.Errorf("a letter to who died is %s", got)
	}
	if got := send(t, app, dbtest.Ana.Email); got != mail.Queued {
		t.Errorf("a letter to another person is %s", got)
	}
	app.Exec(t, "update users set email = $1 where id = $2", dbtest.Joao.Email, dbtest.Ana.ID)
	if got := send(t, app, dbtest.Joao.Email); got != mail.Queued {
		t.Errorf("a letter to an address that a living person has too is %s", got)
	}

	request := url.Values{"user_id": {"3"}, "kind": {"access"}, "channel": {"office"}, "received_on": {"20/11/2020"}}
	camila.Form(desk+"/pedidos/novo", request).Want(422)
	request.Set("requester", "Rita da Conceição, filha")
	by := camila.Form(desk+"/pedidos/novo", request).Want(303).Location()
	camila.Form(by+"/conferir", url.Values{"identity": {privacy.ByDocument}}).Want(422)
	camila.Form(by+"/conferir", url.Values{"identity": {privacy.ByFamily}}).Want(303)
	if page := camila.GET(by).Want(200).Words(); !strings.Contains(page, "Rita da Conceição, filha") {
		t.Error("the request does not say who asks")
	}
	writer := privacy.Writer{DB: app.DB, Mail: app.Mail, Now: time.Now}
	if err := writer.Write(t.Context(), 1, privacy.WasReceived); err != nil || app.Count(t, "privacy_request_events", "action = 'letter'") != 0 {
		t.Errorf("a letter is noted that nobody gets: %v", err)
	}
	camila.Form(at+"/desfazer", nil).Want(303)
	camila.Form(at+"/desfazer", nil).Want(404)
	app.Nobody(t).POST("/api/v1/auth/associate/login", login).Want(200)
	if app.Count(t, "deaths", "true") != 0 {
		t.Error("the mistake stays")
	}
}

// Staff are notified of a patient who came of age and the person gets a letter; the requests are the own ones then; a request for a
// patient under age is refused. The notice goes when it was decided.
func TestAdult(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	patient := dbtest.Miguel.ID
	request := url.Values{"user_id": {fmt.Sprint(patient)}, "kind": {"access"}, "channel": {"office"}, "received_on": {"20/11/2020"}}
	camila.Form(desk+"/pedidos/novo", request).Want(422)
	app.Exec(t, "update users set birth_date = (now() - interval '18 years 2 days')::date, date_created = '2015-01-01', species = null, email = 'miguel@exemplo.org.br' where id = $1", patient)
	finder := lifeevents.Finder{DB: app.DB, Mail: app.Mail, Now: time.Now}
	if count, err := finder.Find(t.Context()); err != nil || count != 1 {
		t.Fatalf("%d came of age, %v", count, err)
	}
	if app.Count(t, "mails", "kind = 'came_of_age' and recipient = 'miguel@exemplo.org.br'") != 1 || app.Count(t, "notices", "kind = 'adult'") != 1 {
		t.Error("the person gets no letter, or the staff no notice")
	}
	if words := camila.GET("/painel/avisos").Want(200).Words(); !strings.Contains(words, "fez 18 anos") {
		t.Errorf("the notices say %s", words)
	}
	camila.Form(desk+"/pedidos/novo", request).Want(303)
	at := fmt.Sprintf(desk+"/maioridade/%d", patient)
	camila.GET(at).Want(200)
	camila.Form(at, url.Values{"basis": {"waiting"}, "document": {"x"}}).Want(422)
	app.As(t, dbtest.Fernando).Form(at, url.Values{"basis": {"consent"}, "document": {"x"}}).Want(403)
	camila.Form(at, url.Values{"basis": {"consent"}, "document": {"Autorização de 24/11"}}).Want(303)
	if app.Count(t, "notices", "kind = 'adult'") != 0 {
		t.Error("the notice stays after the decision")
	}
	if page := camila.GET(desk + "/maioridade").Want(200).Words(); !strings.Contains(page, "Autorização de 24/11") {
		t.Error("the list does not say how the person decided")
	}
}
