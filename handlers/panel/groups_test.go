package panel_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/signing"
	"acolhe/models/tasks"
)

var bothAssociates = url.Values{"ids": {"1", "3"}, "volta": {"/painel/associados"}}

func with(values url.Values, more ...string) url.Values {
	all := url.Values{}
	for name, value := range values {
		all[name] = value
	}
	for i := 0; i < len(more); i += 2 {
		all.Set(more[i], more[i+1])
	}
	return all
}

// work does the latest task to its end.
func work(t *testing.T, app *handlertest.App) {
	t.Helper()
	base, err := url.Parse("https://acolhe.test")
	if err != nil {
		t.Fatal(err)
	}
	library := files.Library{DB: app.DB, Drivers: app.Storage}
	contracts := signing.Contracts{DB: app.DB, Files: library, Mail: app.Mail, Key: app.Mail.Key, BaseURL: base}
	worker := tasks.SignatureWorker{DB: app.DB, Now: time.Now, Contracts: contracts, Mail: app.Mail, BaseURL: base}
	var id int64
	if err := app.DB.Raw("select max(id) from tasks").Scan(&id).Error; err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		if more, err = worker.RequestNext(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
}

// A field is shown before it is changed, and the change can be undone.
func TestGroups_Field(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const page = "/painel/associados/editar-selecionados"
	app.Exec(t, "update users set city = 'Palhoça' where id = 1")
	app.Exec(t, "update users set city = 'São José' where id = 3")
	preview := bruno.Form(page, with(bothAssociates, "campo", "city", "valor", "São José")).Want(200)
	if words := preview.Words(); !strings.Contains(words, "Hoje: Palhoça") || !strings.Contains(words, "já está assim") {
		t.Errorf("the preview says %s", words)
	}
	if app.Count(t, "users", "city = 'São José'") != 1 {
		t.Error("the preview changes something")
	}
	done := bruno.Form(page, with(bothAssociates, "campo", "city", "valor", "São José", "passo", "mudar")).Want(303)
	if app.Count(t, "users", "city = 'São José'") != 2 {
		t.Error("nothing has changed")
	}
	bruno.Form(done.Notice().Undo, nil).Want(303)
	if app.Count(t, "users", "id = 1 and city = 'Palhoça'") != 1 || app.Count(t, "users", "id = 3 and city = 'São José'") != 1 {
		t.Error("the undo does not restore the city")
	}
	bruno.Form(page, with(bothAssociates, "campo", "account_password", "valor", "x", "passo", "mudar")).Want(422)
	bruno.Form(page, with(bothAssociates, "campo", "state", "valor", "Bahia", "passo", "mudar")).Want(422)
	app.As(t, dbtest.Fernando).Form(page, with(bothAssociates, "campo", "city", "valor", "x", "passo", "mudar")).Want(403)
}

// A text goes out by a task, to each who can get it; the others are in its result.
func TestGroups_Write(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const page = "/painel/associados/escrever-selecionados"
	app.Exec(t, "update users set email = null, email_account = null where id = 3")
	bruno.Form(page, with(bothAssociates, "texto", "1")).Want(303)
	work(t, app)
	if app.Count(t, "tasks", "kind = 'send_text' and status = 'done' and changed = 1 and refused = 1") != 1 {
		t.Error("the task has another result")
	}
	if app.Count(t, "mails", "kind = 'ready_text'") != 1 ||
		app.Count(t, "reminders", "user_id = 1 and title = 'Boas-vindas' and channel = 'email'") != 1 {
		t.Error("the letter of Ana is not sent")
	}
	chats := bruno.GET(bruno.Form(page, with(bothAssociates, "texto", "1", "canal", "whatsapp")).Want(303).Location()).Want(200).HTML()
	if chats.Find("a[data-records]").Length() != 2 {
		t.Errorf("%d people have a link", chats.Find("a[data-records]").Length())
	}
	app.As(t, dbtest.Fernando).Form(page, with(bothAssociates, "texto", "1")).Want(403)
}

// The term goes to those who have none to sign.
func TestGroups_Term(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.PublishTerms(t)
	bruno := app.As(t, dbtest.Bruno)
	const page = "/painel/associados/enviar-termo-selecionados"
	before := app.Count(t, "contracts", "true")
	for range 2 {
		bruno.Form(page, bothAssociates).Want(303)
		work(t, app)
	}
	if sent := app.Count(t, "contracts", "true") - before; sent != 2 {
		t.Errorf("%d terms were sent", sent)
	}
	if app.Count(t, "tasks", "kind = 'send_terms' and passed_over = 2") != 1 {
		t.Error("the second task does not pass over who has a term to sign")
	}
	app.As(t, dbtest.Fernando).Form(page, bothAssociates).Want(403)
}
