package reception_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const contactPath = "/atendimento"

// filled returns the contact form as a person sends it a minute after opening it.
func filled(answers url.Values) url.Values {
	answers.Set("aberto", strconv.FormatInt(time.Now().Add(-time.Minute).Unix(), 10))
	return answers
}

func TestContact_Queued(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value, value_type) values ('triage', 'form.custom_fields',
		'[{"id": "desde", "label": "Desde quando?", "type": "date", "enabled": true, "required": true}]', 'array')`)
	nobody := app.Nobody(t)
	page := nobody.GET(contactPath + "?message=Oi").Want(200)
	if preset := page.HTML().Find("textarea[name=message]").Text(); preset != "Oi" || !strings.Contains(page.Words(), "Desde quando?") {
		t.Errorf("the form has %q", preset)
	}
	sent := filled(url.Values{"name": {"Ana"}, "email": {dbtest.Ana.Email}, "phone": {"(48) 99999-1234"}, "message": {"Olá"},
		"custom_fields.desde": {"31/01/2026"}})
	if to := nobody.Form(contactPath, sent).Want(303).Location(); to != contactPath+"/recebido" {
		t.Errorf("leads to %s", to)
	}
	nobody.GET(contactPath + "/recebido").Want(200)
	stored := app.Count(t, "reception", "source = 'public' and associate_code = $1 and tags -> 'custom_fields' ->> 'desde' = '2026-01-31'",
		dbtest.Ana.UserCode)
	if stored != 1 {
		t.Errorf("%d items", stored)
	}
}

func TestContact_WrongAnswersKept(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.Nobody(t).Form(contactPath, filled(url.Values{"name": {"Ana"}, "phone": {"12"}})).Want(422).HTML()
	if page.Find("input[name=name]").AttrOr("value", "") != "Ana" || page.Find("input[name=phone][aria-invalid=true]").Length() != 1 {
		t.Error("what was typed is lost, or the wrong field is not marked")
	}
	if app.Count(t, "reception", "name = 'Ana'") != 0 {
		t.Error("a wrong contact is stored")
	}
}

// A program that fills in the field that people do not see is answered like people, and nothing is stored.
func TestContact_Programs(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	trapped := filled(url.Values{"name": {"Robô"}, "phone": {"48999991234"}, "site": {"https://exemplo.org.br"}})
	if to := app.Nobody(t).Form(contactPath, trapped).Want(303).Location(); to != contactPath+"/recebido" {
		t.Errorf("leads to %s", to)
	}
	if app.Count(t, "reception", "name = 'Robô'") != 0 {
		t.Error("a program is in the queue")
	}
}

// A form that was sent at once is shown again with what was typed, and says that it was not sent; sent again it is stored.
func TestContact_SentAtOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	now := strconv.FormatInt(time.Now().Unix(), 10)
	for name, opened := range map[string][]string{"at once": {now}, "without a time": nil, "with a wrong time": {"hoje"}} {
		sent := url.Values{"name": {"Ana"}, "phone": {"48999991234"}, "message": {"Oi"}, "aberto": opened}
		page := nobody.Form(contactPath, sent).Want(422)
		again := page.Fields()
		if !strings.Contains(page.Words(), "ainda não foi enviada") || again.Get("name") != "Ana" ||
			page.HTML().Find("textarea[name=message]").Text() != "Oi" {
			t.Errorf("%s: the page has %v", name, again)
		}
		if name == "at once" && again.Get("aberto") != now {
			t.Errorf("%s: the form was opened at %s, not %s", name, again.Get("aberto"), now)
		}
	}
	if app.Count(t, "reception", "name = 'Ana'") != 0 {
		t.Error("a form that is shown again is stored")
	}
	nobody.Form(contactPath, filled(url.Values{"name": {"Ana"}, "phone": {"48999991234"}, "message": {"Oi"}})).Want(303)
	if app.Count(t, "reception", "name = 'Ana' and message = 'Oi'") != 1 {
		t.Error("the form sent again is not stored")
	}
}

// The page and the JSON route have one limit.
func TestContact_Limited(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	for range 5 {
		nobody.POST("/api/v1/reception/public", map[string]string{"name": "Ana", "phone": "48999991234"}).Want(201)
	}
	page := nobody.Form(contactPath, filled(url.Values{"name": {"Ana"}, "phone": {"48999991234"}})).Want(429)
	if !strings.Contains(page.Words(), "Tente de novo em") {
		t.Error("the page does not say when to try again")
	}
}
