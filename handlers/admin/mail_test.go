package admin_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// enqueue puts a mail into the outbox and returns its id.
func enqueue(t *testing.T, app *handlertest.App, to string) int64 {
	t.Helper()
	message := mail.Message{Kind: mail.Invite.Kind, To: to, Name: "Eva<b>", Path: "/convite?token=abc", Expires: time.Now().Add(time.Hour),
		By: "Camila Torres"}
	if _, err := app.Mail.Send(t.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()), message); err != nil {
		t.Fatal(err)
	}
	var envelope mail.Entry
	if err := app.DB.Order("id desc").First(&envelope).Error; err != nil {
		t.Fatal(err)
	}
	return envelope.ID
}

// markFailed marks a mail as failed; its message stays stored.
func markFailed(t *testing.T, app *handlertest.App, id int64) {
	t.Helper()
	if _, err := app.Pool.Exec(t.Context(),
		"update mails set status = 'failed', attempts = 8, last_error = 'O servidor não respondeu.' where id = $1", id); err != nil {
		t.Fatal(err)
	}
}

// mailPages are the pages of this area; 1 is a delivered mail.
var mailPages = []string{"/admin/correio", "/admin/correio/1", "/admin/correio/1/html"}

func TestMailPages_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	enqueue(t, app, "eva@exemplo.org.br")
	app.Deliver(t)
	markFailed(t, app, enqueue(t, app, "joao@exemplo.org.br"))
	for _, address := range mailPages {
		app.Nobody(t).GET(address).Want(303)
		for _, colleague := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
			if page := app.As(t, colleague).GET(address).Want(403); strings.Contains(page.Body, "eva@") || strings.Contains(page.Body, "abc") {
				t.Errorf("%s reads %s", colleague.Name, address)
			}
		}
		app.As(t, dbtest.Camila).GET(address).Want(200)
	}
	app.Nobody(t).Form("/admin/correio/2/enviar", nil).Want(303)
	app.As(t, dbtest.Bruno).Form("/admin/correio/2/enviar", nil).Want(403)
	if app.Count(t, "mails", "id = 2 and status = 'failed'") != 1 {
		t.Error("a colleague sent it again")
	}
}

func TestMailList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	enqueue(t, app, "eva@exemplo.org.br")
	app.Deliver(t)
	markFailed(t, app, enqueue(t, app, "joao@exemplo.org.br"))
	camila := app.As(t, dbtest.Camila)
	for query, want := range map[string][2]bool{
		"": {true, true}, "?situacao=enviadas": {true, false}, "?situacao=falhas": {false, true}, "?situacao=fila": {false, false},
		"?q=JOAO": {false, true}, "?q=joao&situacao=enviadas": {false, false}, "?q=%25": {false, false}, "?pagina=9": {false, false},
		"?pagina=x&por=7": {true, true},
	} {
		page := camila.GET("/admin/correio" + query).Want(200).Body
		got := [2]bool{strings.Contains(page, "eva@exemplo.org.br"), strings.Contains(page, "joao@exemplo.org.br")}
		if got != want {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
	camila.GET("/admin/correio?situacao=nada").Want(400)
	page := camila.GET("/admin/correio").Want(200).Body
	for _, want := range []string{"Convite", "Guardada", "Falhou", "O servidor não respondeu.", "Nenhum e-mail é enviado",
		`action="/admin/correio/2/enviar"`} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(page, "abc") || strings.Contains(page, "/admin/correio/1/enviar") {
		t.Error("the list shows a token, or offers to send again what was sent")
	}
}

func TestMailResend_Failed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	id := enqueue(t, app, "eva@exemplo.org.br")
	markFailed(t, app, id)
	camila := app.As(t, dbtest.Camila)
	if answer := camila.Form("/admin/correio/1/enviar", nil).Want(303); answer.Location() != "/admin/correio" {
		t.Errorf("it leads to %s", answer.Location())
	}
	if app.Count(t, "mails", "id = 1 and status = 'queued' and attempts = 0 and last_error is null") != 1 || len(app.Letters(t)) != 1 {
		t.Error("it is not queued")
	}
	// The mail is in the queue when the form is sent a second time.
	camila.Form("/admin/correio/1/enviar", nil).Want(409)
	for _, unknown := range []string{"999", "x", "-1"} {
		camila.Form("/admin/correio/"+unknown+"/enviar", url.Values{}).Want(404)
	}
	if jobs := app.Count(t, "river_job", "kind = 'deliver_mail'"); jobs != 2 {
		t.Errorf("%d jobs, want that of Send and that of the second try", jobs)
	}
}

func TestMailPage_KeptMessage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	enqueue(t, app, "eva@exemplo.org.br")
	camila := app.As(t, dbtest.Camila)
	camila.GET("/admin/correio/1").Want(404)
	app.Deliver(t)
	page := camila.GET("/admin/correio/1").Want(200).Body
	link := app.URL + "/convite?token=abc"
	for _, want := range []string{"Convite de acesso · Acolhe", "no-reply@localhost", "eva@exemplo.org.br", `href="` + link + `"`,
		"Eva&lt;b&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	shown := camila.GET("/admin/correio/1/html").Want(200)
	policy := shown.Header.Values("Content-Security-Policy")
	if len(policy) != 1 || !strings.HasPrefix(policy[0], "sandbox allow-popups") || strings.Contains(policy[0], "script") {
		t.Errorf("the message is shown under %q", policy)
	}
	if !strings.Contains(shown.Body, `<a href="`+link+`" target="_blank"`) || shown.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("it is shown as %s", shown.Body)
	}
	for _, unknown := range []string{"999", "x"} {
		camila.GET("/admin/correio/" + unknown).Want(404)
		camila.GET("/admin/correio/" + unknown + "/html").Want(404)
	}
}
