package admin_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/mail/smtpsim"
	"acolhe/models/types/secret"
)

const list = "/admin/operadores"

func TestOperatorList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	exec(t, app, "update system_users set invite_token = sha256('x'), invite_expires = now() + interval '2 days' where id = $1",
		dbtest.Paula.ID)
	page := words(camila.GET(list).Want(200).Body)
	for _, want := range []string{"Camila Torres (você)", "renata@acolhe.test", "Todos 7", "Ativos 5", "Convidados 1", "Inativos 1",
		"Convite vence em", "nunca", "1–7 de 7"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	for query, want := range map[string][2]bool{
		"?situacao=inactive": {true, false}, "?q=inacio": {true, false}, "?q=ivo@acolhe": {true, false}, "?q=ninguem": {false, false},
		"?situacao=pending": {false, true}, "?q=peixoto&situacao=active": {false, false}, "?pagina=9": {false, false},
	} {
		page := camila.GET(list + query).Want(200).Body
		if got := [2]bool{strings.Contains(page, list+`/7"`), strings.Contains(page, list+`/6"`)}; got != want {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
	camila.GET(list + "?situacao=viva").Want(400)
	for _, stranger := range []dbtest.Operator{dbtest.Bruno, dbtest.Renata} {
		app.As(t, stranger).GET(list).Want(403)
	}
	if to := app.Nobody(t).GET(list).Want(303).Location(); !strings.HasPrefix(to, "/entrar?volta=") {
		t.Errorf("nobody is sent to %s", to)
	}
}

func TestOperatorForm_Invite(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	form := url.Values{"name": {"Nádia"}, "last_name": {"Nogueira"}, "email": {"nadia@acolhe.test"},
		"permissions": {"Acolhimento", "Financeiro"}}
	if to := camila.Form(list+"/novo", form).Want(303).Location(); to != list {
		t.Errorf("sent to %s", to)
	}
	if app.Count(t, "system_users", "email = 'nadia@acolhe.test' and status = 'pending' and jsonb_array_length(permissions) = 2") != 1 ||
		len(app.Letters(t)) != 1 {
		t.Error("nobody was invited")
	}
	// The typed text resolves to a professional if it matches only one.
	form = url.Values{"name": {"Otávio"}, "email": {"otavio@acolhe.test"}, "permissions": {"Profissional"},
		"internal_code_texto": {"linhares"}}
	camila.Form(list+"/novo", form).Want(303)
	if app.Count(t, "system_users", "internal_code = $1", dbtest.DrOtavio.Code) != 1 {
		t.Error("the professional is not tied")
	}
}

func TestOperatorForm_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	before := app.Count(t, "system_users", "true")
	for name, c := range map[string]struct {
		form url.Values
		want []string
	}{
		"nothing": {url.Values{}, []string{"Nome: informe o nome", "E-mail: informe um e-mail válido", "Escolha ao menos um papel."}},
		"duplicate": {url.Values{"name": {"<Nádia>"}, "email": {dbtest.Ivo.Email}, "permissions": {"Produção"}},
			[]string{"E-mail: já existe", "&lt;Nádia&gt;", `value="Produção" checked`}},
		"both": {url.Values{"name": {"N"}, "email": {"n@acolhe.test"}, "permissions": {"Profissional", "Acolhimento"},
			"internal_code": {dbtest.DrOtavio.Code}, "internal_code_texto": {"Otávio"}},
			[]string{"Papéis: o papel Profissional não se combina com outro", `value="Otávio"`, `value="OTAVIO-CRMV"`}},
		"nobody": {url.Values{"name": {"N"}, "email": {"n@acolhe.test"}, "permissions": {"Profissional"}, "internal_code_texto": {"ninguem"}},
			[]string{"Profissional: profissional não encontrado; escolha um da lista"}},
		"several": {url.Values{"name": {"N"}, "email": {"n@acolhe.test"}, "permissions": {"Profissional"}, "internal_code_texto": {"cr"}},
			[]string{"Profissional: profissional não encontrado; escolha um da lista"}},
		"no words": {url.Values{"name": {"N"}, "email": {"n@acolhe.test"}, "permissions": {"Profissional"}},
			[]string{"Profissional: escolha o profissional"}},
		"second": {url.Values{"name": {"N"}, "email": {"n@acolhe.test"}, "permissions": {"Profissional"},
			"internal_code_texto": {dbtest.DraRenata.Code}}, []string{"já tem um acesso ao portal"}},
	} {
		page := camila.Form(list+"/novo", c.form).Want(422).Body
		for _, want := range append(c.want, "<title>Erro: Convidar operador") {
			if !strings.Contains(page, want) {
				t.Errorf("%s: %q is missing in %s", name, want, words(page))
			}
		}
	}
	if app.Count(t, "system_users", "true") != before || len(app.Letters(t)) != 0 {
		t.Error("somebody was invited all the same")
	}
}

// The page says what became of the mail, as does the page of the account afterwards. In development the mail is stored and
// not sent.
func TestOperatorForm_InviteSent(t *testing.T) {
	t.Parallel()
	form := url.Values{"name": {"Nádia"}, "email": {"nadia@acolhe.test"}, "permissions": {"Acolhimento"}}
	refused := smtpsim.Behavior{Recipient: &smtp.SMTPError{Code: 550, Message: "não"}}
	later := smtpsim.Behavior{Recipient: &smtp.SMTPError{Code: 451, Message: "depois"}}
	const failed = "O convite para nadia@acolhe.test não saiu agora. O motivo está na página da pessoa."
	for _, c := range []struct {
		app         *handlertest.App
		behavior    smtpsim.Behavior
		want, state string
	}{
		{handlertest.New(t), smtpsim.Behavior{},
			"Convite para nadia@acolhe.test criado, mas o e-mail não está configurado. Copie o link no Correio.", "nadia@acolhe.test"},
		{handlertest.New(t, handlertest.Sends), smtpsim.Behavior{}, "Convite enviado para nadia@acolhe.test.", "Enviado a nadia@acolhe.test"},
		{handlertest.New(t, handlertest.Sends), later, failed,
			"Ainda não saiu para nadia@acolhe.test. O servidor de e-mail pediu para tentar mais tarde"},
		{handlertest.New(t, handlertest.Sends), refused, failed, "Não chegou a nadia@acolhe.test. O servidor de e-mail recusou o destinatário"},
	} {
		c.app.RunMail(t, smtpsim.New(c.behavior))
		camila := c.app.As(t, dbtest.Camila)
		if notice := camila.Form(list+"/novo", form).Want(303).Notice(); notice.Text != c.want {
			t.Errorf("the page says %q, want %q", notice.Text, c.want)
		}
		var invited []struct{ ID int64 }
		camila.GET("/api/v1/system-users?q=nadia").Want(200).Data(&invited)
		if page := camila.GET(fmt.Sprint(list, "/", invited[0].ID)).Want(200).Words(); !strings.Contains(page, c.state) {
			t.Errorf("%q is not on the page of the account: %s", c.state, page)
		}
	}
}

// Without mail only this answer shows the link.
func TestOperatorForm_ShowsLinkOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, withoutMail)
	camila := app.As(t, dbtest.Camila)
	page := camila.Form(list+"/novo", url.Values{"name": {"Nádia"}, "email": {"nadia@acolhe.test"}, "permissions": {"Financeiro"}}).Want(200)
	first := tokenIn(t, page)
	if app.Count(t, "system_users", "name = 'Nádia' and invite_token = $1", secret.Hash(first)) != 1 {
		t.Error("the link opens nothing")
	}
	if page.Header.Get("Cache-Control") != "no-store" || len(page.Cookies()) > 0 || strings.Contains(app.Log.String(), first) {
		t.Errorf("the link is kept: %v", page.Header)
	}
	second := tokenIn(t, camila.Form(list+"/6/convite", nil).Want(200))
	for _, path := range []string{list, list + "/6", list + "/novo"} {
		if body := camila.GET(path).Want(200).Body; strings.Contains(body, first) || strings.Contains(body, second) {
			t.Errorf("%s shows a link", path)
		}
	}
}

func tokenIn(t *testing.T, page *handlertest.Answer) string {
	t.Helper()
	found := regexp.MustCompile(`/convite\?token=([\w-]{43})<`).FindStringSubmatch(page.Body)
	if found == nil {
		t.Fatalf("no link in %s", words(page.Body))
	}
	return found[1]
}

func TestOperatorForm_Change(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	exec(t, app, "update system_users set internal_code = 'RH-7' where id = $1", dbtest.Bruno.ID)
	form := url.Values{"version": {version(t, camila, "/2")}, "name": {"Bruno"}, "last_name": {"de Sá"}, "email": {"bruno@acolhe.test"},
		"permissions": {"Financeiro"}, "status": {"inactive"},
		"password": {"Segura!1"}, "internal_code": {"hidden by the page"}}
	if to := camila.Form(list+"/2", form).Want(303).Location(); to != list+"/2" {
		t.Errorf("sent to %s", to)
	}
	// Fields that the page does not show keep their values: the status, the password, and the code of an
	// account outside the portal.
	if app.Count(t, "system_users", `id = 2 and last_name = 'de Sá' and permissions = '["Financeiro"]' and status = 'active' and internal_code = 'RH-7'`) != 1 {
		t.Error("the change is not stored as typed")
	}
	app.As(t, dbtest.Bruno)
	form.Del("permissions")
	form.Set("version", version(t, camila, "/2"))
	if page := camila.Form(list+"/2", form).Want(422).Body; !strings.Contains(page, "Escolha ao menos um papel.") {
		t.Error("roles that are all unticked count as left out")
	}
	for _, path := range []string{list + "/999", list + "/abc", list + "/0"} {
		camila.GET(path).Want(404)
		camila.Form(path, form).Want(404)
		camila.Form(path+"/excluir", nil).Want(404)
	}
}

// Two administrators have the same form open: the second sees the stored values beside the typed ones and overwrites
// nothing unseen.
func TestOperatorForm_StaleVersion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	exec(t, app, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Fernando.ID)
	camila, fernando := app.As(t, dbtest.Camila), app.As(t, dbtest.Fernando)
	opened := version(t, camila, "/2")
	form := func(version, lastName string, roles ...string) url.Values {
		return url.Values{"version": {version}, "name": {"Bruno"}, "last_name": {lastName}, "email": {dbtest.Bruno.Email}, "permissions": roles}
	}
	fernando.Form(list+"/2", form(opened, "Acioli", "Financeiro")).Want(303)
	page := camila.Form(list+"/2", form(opened, "de Sá", "Acolhimento")).Want(422).Body
	for _, want := range []string{"Outra pessoa mudou esta conta", "Salvo: Financeiro", "Você digitou: Acolhimento", "Salvo: Acioli",
		`value="de Sá"`, `value="Acolhimento" checked`} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, words(page))
		}
	}
	if app.Count(t, "system_users", `id = 2 and last_name = 'Acioli' and permissions = '["Financeiro"]'`) != 1 {
		t.Error("the colleague's change is overwritten")
	}
	for _, version := range []string{"", "x"} {
		camila.Form(list+"/2", form(version, "de Sá", "Acolhimento")).Want(422)
	}
	camila.Form(list+"/2", form(versionIn(t, page), "de Sá", "Acolhimento")).Want(303)
}

// version returns the version in the form of an operator.
func version(t *testing.T, client *handlertest.Client, path string) string {
	t.Helper()
	return versionIn(t, client.GET(list+path).Want(200).Body)
}

func versionIn(t *testing.T, page string) string {
	t.Helper()
	found := regexp.MustCompile(`name="version" value="([0-9a-f]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the form has no version")
	}
	return found[1]
}

func TestOperatorPage_StatusAndRemoval(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	camila.Form(list+"/2/situacao", url.Values{"status": {"inactive"}}).Want(303)
	bruno.GET("/painel").Want(303)
	if page := words(camila.GET(list + "/2").Want(200).Body); !strings.Contains(page, "Reativar") || strings.Contains(page, "Desativar") ||
		strings.Contains(page, "Reenviar convite") {
		t.Errorf("an inactive account offers %s", page)
	}
	camila.Form(list+"/2/situacao", url.Values{"status": {"active"}}).Want(303)
	app.As(t, dbtest.Bruno).GET("/painel").Want(200)
	camila.Form(list+"/6/situacao", url.Values{"status": {"active"}}).Want(422)
	camila.Form(list+"/2/situacao", url.Values{}).Want(422)
	camila.Form(list+"/2/convite", nil).Want(422)
	page := camila.GET(list + "/2").Want(200).Body
	if !strings.Contains(page, "Excluir a conta de Bruno Acioli?") || !strings.Contains(page, "serão apagadas") {
		t.Error("the dialog does not say what it removes")
	}
	camila.Form(list+"/2/excluir", nil).Want(303)
	camila.GET(list + "/2").Want(404)
}

// The last administrator reads the reason and an alternative; typed values stay.
func TestOperatorForm_LastAdministrator(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, id := range []string{"excluir", "desativar"} {
		if dialog := camila.GET(list + "/1").Want(200).HTML().Find("#" + id); !strings.Contains(dialog.Text(), "É a única conta ativa") ||
			dialog.Find("[type=submit]").Length() != 0 {
			t.Errorf("the dialog %s says %s", id, dialog.Text())
		}
	}
	form := url.Values{"version": {version(t, camila, "/1")}, "name": {"Mila"}, "email": {dbtest.Camila.Email}, "permissions": {"Acolhimento"}}
	for path, form := range map[string]url.Values{"/1/excluir": nil, "/1/situacao": {"status": {"inactive"}}, "/1": form} {
		page := camila.Form(list+path, form).Want(422).Body
		if !strings.Contains(page, "A associação ficaria sem administrador") || !strings.Contains(page, "Ver quem tem conta ativa") {
			t.Errorf("%s answers %s", path, words(page))
		}
		if path == "/1" && !strings.Contains(page, `value="Mila"`) {
			t.Error("what was typed is gone")
		}
	}
	// With a second administrator, giving up the role redirects away from the pages of administrators.
	exec(t, app, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Bruno.ID)
	if to := camila.Form(list+"/1", form).Want(303).Location(); to != "/" {
		t.Errorf("sent to %s", to)
	}
	camila.GET(list).Want(403)
}

func TestOperatorForms_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, path := range []string{"/novo", "/7", "/7/convite", "/7/situacao", "/7/excluir"} {
		app.As(t, dbtest.Bruno).Form(list+path, url.Values{"status": {"active"}, "name": {"Outro"}}).Want(403)
		app.Nobody(t).Form(list+path, nil).Want(303)
	}
	if app.Count(t, "system_users", "id = 7 and name = 'Ivo' and status = 'inactive'") != 1 || len(app.Letters(t)) != 0 {
		t.Error("something was changed all the same")
	}
}

func TestProfessionalSearch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.As(t, dbtest.Camila).GET("/admin/profissionais?lista=x&q=otavio").Want(200).Body
	if !strings.Contains(page, `data-value="OTAVIO-CRMV"`) || strings.Contains(page, dbtest.DraRenata.Code) {
		t.Errorf("offered %s", page)
	}
	app.As(t, dbtest.Bruno).GET("/admin/profissionais?q=otavio").Want(403)
}

func exec(t *testing.T, app *handlertest.App, sql string, arguments ...any) {
	t.Helper()
	if _, err := app.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}

var (
	tag   = regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]*>`)
	space = regexp.MustCompile(`[\s\x{a0}]+`)
)

// words returns the text of a page without its markup.
func words(page string) string {
	return space.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(page, " ")), " ")
}

func withoutMail(config *handlers.Config) { config.Mail = mail.Outbox{} }
