package account_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/confirmation"
	"acolhe/models/platform/dbtest"
)

const address = "sandra@exemplo.org.br"

// keep returns the client with the cookies of an answer.
func keep(client *handlertest.Client, answer *handlertest.Answer) *handlertest.Client {
	for _, cookie := range answer.Cookies() {
		client = client.WithCookie(cookie.Name, cookie.Value)
	}
	return client
}

// begin sends the e-mail of a registration and returns the client with its cookie.
func begin(t *testing.T, app *handlertest.App, email string) *handlertest.Client {
	t.Helper()
	begun := app.Nobody(t).Form("/cadastro", url.Values{"email": {email}}).Want(303)
	if at := begun.Location(); at != "/cadastro/codigo" {
		t.Errorf("%s leads to %s", email, at)
	}
	return keep(app.Nobody(t), begun)
}

// timeless returns the text of a page without its clocks.
func timeless(page *handlertest.Answer) string {
	main := page.HTML().Find("main")
	main.Find("x-espera, .hint").Remove()
	return main.Text()
}

// later makes every code older by a minute and a second.
func later(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, "update email_codes set date_created = date_created - interval '61 seconds'")
}

// Somebody with an account gets the same pages and words as somebody without one, and another letter.
func TestBegin_KnownAndUnknown(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	pages := map[string]string{}
	for _, email := range []string{dbtest.Ana.Email, dbtest.Carla.Email, address} {
		client := begin(t, app, email)
		page := client.GET("/cadastro/codigo").Want(200)
		if !strings.Contains(page.Words(), "Enviamos 6 números para "+email) || strings.Contains(page.Body, "associado") {
			t.Errorf("%s: %s", email, page.Words())
		}
		pages[email] = strings.ReplaceAll(timeless(page), email, "")
		empty := client.Form("/cadastro/codigo", url.Values{"code": {" "}}).Want(422) // which is no attempt
		if !strings.Contains(empty.Words(), "Digite os 6 números.") {
			t.Errorf("%s: %s", email, empty.Words())
		}
		wrong := client.Form("/cadastro/codigo", url.Values{"code": {"12345"}}).Want(422)
		if !strings.Contains(wrong.Words(), "Este código não confere. Restam 4 tentativas.") {
			t.Errorf("%s: %s", email, wrong.Words())
		}
	}
	if pages[dbtest.Ana.Email] != pages[address] || pages[dbtest.Carla.Email] != pages[address] {
		t.Errorf("the pages differ: %q", pages)
	}
	letters := app.Letters(t)
	if len(letters) != 3 || letters[0].Kind != confirmation.Known.Kind || letters[1].Kind != confirmation.Known.Kind ||
		letters[2].Kind != confirmation.CodeSent.Kind {
		t.Errorf("the letters are %v", letters)
	}
	if at := app.Nobody(t).GET("/cadastro/senha").Want(303).Location(); at != "/cadastro" {
		t.Errorf("without a confirmed e-mail the password leads to %s", at)
	}
}

func TestBegin_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for typed, says := range map[string]string{"": "Escreva o seu e-mail.", "sandra": "Falta o @ no e-mail.", "sandra@": "Confira o e-mail."} {
		if page := app.Nobody(t).Form("/cadastro", url.Values{"email": {typed}}).Want(422); !strings.Contains(page.Words(), says) {
			t.Errorf("%q: %s", typed, page.Words())
		}
	}
	if app.Count(t, "mails", "true") != 0 {
		t.Error("a letter was sent")
	}
}

// A mistyped host is asked about; its person keeps or corrects it, without scripts too.
func TestBegin_Suggestion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.Nobody(t).Form("/cadastro", url.Values{"email": {"maria@gmial.com"}}).Want(200)
	if !strings.Contains(page.Words(), "Você quis dizer maria@gmail.com") || app.Count(t, "mails", "true") != 0 {
		t.Errorf("the page is %s", page.Words())
	}
	app.Nobody(t).Form("/cadastro", url.Values{"email": {"maria@gmial.com"}, "corrigido": {"maria@gmail.com"}}).Want(303)
	app.Nobody(t).Form("/cadastro", url.Values{"email": {"maria@gmial.com"}, "certo": {"maria@gmial.com"}}).Want(303)
	letters := app.Letters(t)
	if len(letters) != 2 || letters[0].To != "maria@gmail.com" || letters[1].To != "maria@gmial.com" {
		t.Errorf("the letters are %v", letters)
	}
}

// A code serves fifteen minutes and five tries; another one is sent after a minute.
func TestCode_Limits(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	client := begin(t, app, address)
	first := app.Code(t)
	if page := client.Form("/cadastro/codigo/outro", nil).Want(422); !strings.Contains(page.Words(), "Espere mais ") {
		t.Errorf("another one at once: %s", page.Words())
	}
	for range 4 {
		client.Form("/cadastro/codigo", url.Values{"code": {"x"}}).Want(422)
	}
	last := client.Form("/cadastro/codigo", url.Values{"code": {"x"}}).Want(422)
	if !strings.Contains(last.Words(), "Muitas tentativas. Peça outro código") {
		t.Errorf("the fifth try: %s", last.Words())
	}
	client.Form("/cadastro/codigo", url.Values{"code": {first}}).Want(422)
	later(t, app)
	client.Form("/cadastro/codigo/outro", nil).Want(303)
	app.Exec(t, "update email_codes set expires = now() - interval '1 minute'")
	if page := client.Form("/cadastro/codigo", url.Values{"code": {app.Code(t)}}).
		Want(422); !strings.Contains(page.Words(), "O código venceu.") {
		t.Errorf("an expired code: %s", page.Words())
	}
	later(t, app)
	client.Form("/cadastro/codigo/outro", nil).Want(303)
	code := app.Code(t)
	client.Form("/cadastro/codigo", url.Values{"code": {code[:3] + " " + code[3:]}}).Want(303)
	if app.Count(t, "email_codes", "code_hash = convert_to($1, 'UTF8')", code) != 0 || app.Count(t, "mail_confirmations", "true") == 0 {
		t.Error("the code is stored as it is, or confirms nothing")
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_cpf = '27363792097', phone = '48991042277' where id = $1", dbtest.Carla.ID)
	for _, login := range []string{dbtest.Carla.Email, "273.637.920-97", "(48) 99104-2277", "+55 48 99104-2277"} {
		in := app.Nobody(t).Form("/cadastro/entrar",
			url.Values{"email": {login}, "password": {dbtest.Password}, "volta": {"/cadastro/pedidos/7"}}).Want(303)
		if at := in.Location(); at != "/cadastro/pedidos/7" {
			t.Errorf("%s leads to %s", login, at)
		}
	}
	app.Exec(t, "update users set phone = '48991042277' where id = $1", dbtest.Ana.ID)
	const refusal = "Esses dados não conferem. Confira ou entre com um código."
	for _, typed := range []url.Values{
		{"email": {dbtest.Carla.Email}, "password": {"errada"}}, {"email": {"ninguem@exemplo.org.br"}, "password": {"errada"}},
		{"email": {"111.444.777-35"}, "password": {"errada"}},
		{"email": {"(48) 99104-2277"}, "password": {dbtest.Password}}, {"email": {"?"}, "password": {"x"}},
		{"email": {dbtest.Carla.Email}, "password": {""}},
	} {
		page := app.Nobody(t).Form("/cadastro/entrar", typed)
		if !strings.Contains(page.Words(), refusal) {
			t.Errorf("%v: %s", typed, page.Words())
		}
	}
	for _, back := range []string{"https://evil.example/x", "//evil.example", "/painel", "/cadastro/entrar"} {
		in := app.Nobody(t).Form("/cadastro/entrar", url.Values{"email": {dbtest.Carla.Email}, "password": {dbtest.Password}, "volta": {back}}).
			Want(303)
		if at := in.Location(); at != "/cadastro" {
			t.Errorf("%s leads to %s", back, at)
		}
	}
}

// A code signs in; for a CPF the page does not name the e-mail, and an unknown login gets the same page.
func TestSignIn_Code(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_cpf = '27363792097' where id = $1", dbtest.Carla.ID)
	pages := []string{}
	for _, login := range []string{"168.995.350-09", "273.637.920-97"} {
		asked := app.Nobody(t).Form("/cadastro/entrar/codigo", url.Values{"email": {login}}).Want(303)
		client := keep(app.Nobody(t), asked)
		page := client.GET("/cadastro/entrar/codigo").Want(200)
		pages = append(pages, timeless(page))
		if strings.Contains(page.Body, dbtest.Carla.Email) {
			t.Error("the page names the e-mail of a CPF")
		}
		if login != "273.637.920-97" {
			client.Form("/cadastro/entrar/conferir", url.Values{"code": {"000000"}}).Want(422)
			continue
		}
		in := client.Form("/cadastro/entrar/conferir", url.Values{"code": {app.Code(t)}}).Want(303)
		keep(app.Nobody(t), in).GET("/cadastro/respostas").Want(200)
		client.Form("/cadastro/entrar/conferir", url.Values{"code": {app.Code(t)}}).Want(422)
	}
	if pages[0] != pages[1] {
		t.Errorf("the pages differ: %q", pages)
	}
	app.Nobody(t).Form("/cadastro/entrar/codigo", url.Values{"email": {"ninguem@exemplo.org.br"}}).Want(303)
	letters := app.Letters(t)
	if len(letters) != 2 || letters[0].To != dbtest.Carla.Email || letters[1].Kind != confirmation.Unknown.Kind {
		t.Errorf("the letters are %v", letters)
	}
}

// A new address is confirmed at itself, and the old one takes it back.
func TestEmail_ChangeAndUndo(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, other := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Ana)
	asked := ana.Form("/cadastro/email", url.Values{"email": {address}}).Want(303)
	ana = keep(ana, asked)
	if app.Count(t, "users", "id = $1 and email_account = $2", dbtest.Ana.ID, dbtest.Ana.Email) != 1 {
		t.Error("the address changed before it was confirmed")
	}
	ana.Form("/cadastro/email/codigo", url.Values{"code": {"1"}}).Want(422)
	ana.Form("/cadastro/email/codigo", url.Values{"code": {app.Code(t)}}).Want(303)
	if app.Count(t, "users", "id = $1 and email_account = $2", dbtest.Ana.ID, address) != 1 {
		t.Fatal("the address is the old one")
	}
	ana.GET("/cadastro/perfil").Want(200)
	other.GET("/cadastro/perfil").Want(303)
	letters := app.Letters(t)
	told := letters[len(letters)-1]
	content, err := confirmation.Relocated.ContentOf(told)
	if err != nil || told.To != dbtest.Ana.Email || content.NewEmail != address || !strings.HasPrefix(told.Path, "/desfazer-email?token=") {
		t.Fatalf("the old address got %v, %v", told, err)
	}
	page := app.Nobody(t).GET(told.Path).Want(200)
	if !strings.Contains(page.Words(), dbtest.Ana.Email) || !strings.Contains(page.Words(), address) {
		t.Errorf("the page is %s", page.Words())
	}
	app.Nobody(t).Form("/desfazer-email", page.Fields()).Want(303)
	ana.GET("/cadastro/perfil").Want(303)
	if app.Count(t, "users", "id = $1 and email_account = $2", dbtest.Ana.ID, dbtest.Ana.Email) != 1 {
		t.Error("the address is not back")
	}
	app.Nobody(t).GET(told.Path).Want(422)
	app.Nobody(t).Form("/desfazer-email", url.Values{"token": {"x"}}).Want(422)
}

// An address of somebody else gets a letter that says so, and the page is the same.
func TestEmail_Taken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	ana = keep(ana, ana.Form("/cadastro/email", url.Values{"email": {dbtest.Carla.Email}}).Want(303))
	if page := ana.GET("/cadastro/email/codigo").Want(200); !strings.Contains(page.Words(), "Enviamos 6 números para "+dbtest.Carla.Email) {
		t.Errorf("the page is %s", page.Words())
	}
	if letters := app.Letters(t); len(letters) != 1 || letters[0].Kind != confirmation.Known.Kind {
		t.Errorf("the letters are %v", letters)
	}
	if page := ana.Form("/cadastro/email", url.Values{"email": {dbtest.Ana.Email}}).
		Want(422); !strings.Contains(page.Words(), "Este já é o seu e-mail.") {
		t.Errorf("the own address: %s", page.Words())
	}
}

// The term waits until the e-mail of an account that was opened elsewhere is confirmed.
func TestConfirm_BeforeTheTerm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.PublishTerms(t)
	app.Exec(t, "update users set associate_status = '4' where id = $1", dbtest.Carla.ID)
	app.Exec(t, "delete from mail_confirmations")
	carla := app.AsAssociate(t, dbtest.Carla)
	if at := carla.GET("/cadastro/assinatura").Want(303).Location(); at != "/cadastro/confirmar" {
		t.Fatalf("the term leads to %s", at)
	}
	if page := carla.GET("/cadastro/confirmar").Want(200); !strings.Contains(page.Words(), dbtest.Carla.Email) {
		t.Errorf("the page is %s", page.Words())
	}
	carla.Form("/cadastro/confirmar/outro", nil).Want(303)
	carla.Form("/cadastro/confirmar", url.Values{"code": {"1"}}).Want(422)
	if at := carla.Form("/cadastro/confirmar", url.Values{"code": {app.Code(t)}}).Want(303).Location(); at != "/cadastro/assinatura" {
		t.Errorf("the code leads to %s", at)
	}
	carla.GET("/cadastro/assinatura").Want(200)
}
