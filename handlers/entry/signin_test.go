package entry_test

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const newAssociate = "/painel/associados/novo"

// typed is a form with every kind of control, and with two values without a control on the page.
func typed() url.Values {
	return url.Values{
		"associate_name": {`Zélia "Zé" <b>`}, "state": {"SC"}, "health_notes": {"linha 1\nlinha 2 & fim"},
		"account_password": {"segredo-digitado"},
		"extra[3]":         {"a", "b"},
	}
}

func TestForm_EndedSessionKeepsTyped(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	endSession(t, app, dbtest.Bruno, "ended_elsewhere")
	page := bruno.With("Referer", app.URL+newAssociate).Form(newAssociate, typed()).Want(401)
	for _, want := range []string{"Sua sessão terminou", "encerrada em outro aparelho", "O que você digitou está guardado"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	login := page.Fields()
	if login.Get("email") != dbtest.Bruno.Email || login.Get("volta") != newAssociate || strings.Contains(page.Body, "Zélia") {
		t.Errorf("the login form is %v", login)
	}
	login.Set("password", "errada")
	login = app.Nobody(t).Form("/entrar", login).Want(422).Fields()
	login.Set("password", dbtest.Password)
	restored := app.Nobody(t).Form("/entrar", login).Want(200)
	form := restored.HTML().Find(`form[action="` + newAssociate + `"]`)
	for selector, want := range map[string]string{
		"[name=associate_name]": `Zélia "Zé" <b>`, "[name=state] [selected]": "SC", `[name="extra[3]"]`: "a",
	} {
		if got := form.Find(selector).First().AttrOr("value", ""); got != want {
			t.Errorf("%s is %q, want %q", selector, got, want)
		}
	}
	if notes := form.Find("[name=health_notes]").Text(); notes != "linha 1\nlinha 2 & fim" {
		t.Errorf("the notes are %q", notes)
	}
	if !strings.Contains(restored.Words(), "ainda não foi salvo") || strings.Contains(restored.Body, "segredo-digitado") ||
		len(restored.Cookies()) != 1 {
		t.Errorf("restored as %s", restored.Words())
	}
	if made := app.Count(t, "users", "associate_name like 'Zélia%'"); made != 0 {
		t.Errorf("%d associates were made without being saved", made)
	}
	if strings.Contains(app.Log.String(), "Zélia") {
		t.Error("what was typed is in the log")
	}
}

// A form of an order with hundreds of items is kept; one that cannot be kept is said to be lost.
func TestForm_EndedSessionOfLargeForm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	endSession(t, app, dbtest.Bruno, "ended_elsewhere")
	large := typed()
	for i := range 4_000 {
		large.Set(fmt.Sprintf("items[%d].name", i), "Óleo CBD Full Spectrum 3.000 mg, 30 ml, do lote de novembro, à temperatura ambiente")
	}
	kept := bruno.With("Referer", app.URL+newAssociate).Form(newAssociate, large).Want(401)
	if !strings.Contains(kept.Words(), "O que você digitou está guardado") {
		t.Errorf("300 KB are not kept: %s", kept.Words())
	}
	login := kept.Fields()
	login.Set("password", dbtest.Password)
	if restored := app.Nobody(t).Form("/entrar", login).Want(200); !strings.Contains(restored.Words(), "ainda não foi salvo") {
		t.Errorf("restored as %s", restored.Words())
	}
	for i := range 4_000 {
		large.Set(fmt.Sprintf("items[%d].name", i), rand.Text()+rand.Text())
	}
	lost := bruno.With("Referer", app.URL+newAssociate).Form(newAssociate, large).Want(401)
	if !strings.Contains(lost.Words(), "O que você digitou não foi guardado") || lost.Fields().Has("formulario") {
		t.Errorf("a form that is too large: %s", lost.Words())
	}
}

// The form of one person is never shown to another person, nor after a change of the encrypted text.
func TestForm_EndedSessionOfAnotherPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	endSession(t, app, dbtest.Bruno, "signed_out")
	login := bruno.With("Referer", app.URL+newAssociate).Form(newAssociate, typed()).Want(401).Fields()
	login.Set("email", dbtest.Camila.Email)
	login.Set("password", dbtest.Password)
	answer := app.Nobody(t).Form("/entrar", login).Want(303)
	if answer.Location() != "/painel" || !strings.Contains(answer.Notice().Text, "de outra conta") || strings.Contains(answer.Body, "Zélia") {
		t.Errorf("Camila is sent to %s with %+v", answer.Location(), answer.Notice())
	}
	for name, altered := range map[string]string{"x": "x", "empty page": "AAAA", "cut": login.Get("formulario")[:80]} {
		login.Set("email", dbtest.Bruno.Email)
		login.Set("formulario", altered)
		if answer := app.Nobody(t).Form("/entrar", login).Want(303); answer.Location() != "/painel" ||
			!strings.Contains(answer.Notice().Text, "Preencha de novo") {
			t.Errorf("%s: sent to %s with %+v", name, answer.Location(), answer.Notice())
		}
	}
}

// Without an ended session the person is unknown, so that the form is not kept.
func TestForm_UnknownPersonSignsIn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for from, want := range map[string]string{
		app.URL + "/painel/pedidos?q=x": "/entrar?volta=%2Fpainel%2Fpedidos%3Fq%3Dx", "https://evil.example/x": "/entrar", "": "/entrar",
	} {
		if at := app.Nobody(t).With("Referer", from).Form(newAssociate, typed()).Want(303).Location(); at != want {
			t.Errorf("from %q: sent to %s, want %s", from, at, want)
		}
	}
}

func TestLogin_SaysWhySessionEnded(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for reason, want := range map[string]string{
		"password_changed": "A senha da conta mudou", "switched_off": "A conta foi desativada", "replaced": "mais de 20 aparelhos",
		"ended_elsewhere": "outro aparelho",
	} {
		bruno := app.As(t, dbtest.Bruno)
		endSession(t, app, dbtest.Bruno, reason)
		to := bruno.GET("/painel/pedidos?q=ana").Want(303).Location()
		page := bruno.GET(to).Want(200)
		if !strings.Contains(page.Words(), want) || page.Fields().Get("volta") != "/painel/pedidos?q=ana" {
			t.Errorf("%s: %s", reason, page.Words())
		}
	}
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "update sessions set expires_at = now() where ended_at is null")
	if page := bruno.GET("/entrar").Want(200).Words(); !strings.Contains(page, "7 dias sem uso") {
		t.Errorf("expired: %s", page)
	}
	if page := app.Nobody(t).GET("/entrar").Want(200).Words(); strings.Contains(page, "terminou") {
		t.Errorf("a stranger reads %s", page)
	}
}

func TestSignInOver(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno).With("HX-Request", "true")
	bruno.GET("/conta/sessao").Want(204)
	endSession(t, app, dbtest.Bruno, "ended_elsewhere")
	dialog := bruno.GET("/conta/sessao").Want(401)
	if form := dialog.Fields(); dialog.HTML().Find("dialog").Length() != 1 || form.Get("sign_in.email") != dbtest.Bruno.Email ||
		!strings.Contains(dialog.Words(), "outro aparelho") {
		t.Errorf("the dialog is %s", dialog.Body)
	}
	page := app.Nobody(t).With("HX-Request", "true")
	fields := url.Values{"sign_in.email": {dbtest.Bruno.Email}, "sign_in.password": {"errada"}, "person": {dbtest.Bruno.UserCode}}
	refused := page.Form("/entrar/continuar", fields).Want(422)
	if refused.HTML().Find("#entrar-aqui").Length() != 1 || refused.HTML().Find("dialog").Length() != 0 ||
		strings.Contains(refused.Body, "errada") {
		t.Errorf("refused with %s", refused.Body)
	}
	fields.Set("sign_in.password", dbtest.Password)
	if answer := page.Form("/entrar/continuar", fields).Want(204); answer.Header.Get("HX-Trigger") != "sessao-aberta" ||
		len(answer.Cookies()) != 1 {
		t.Errorf("answered with %v", answer.Header)
	}
	fields.Set("sign_in.email", dbtest.Camila.Email)
	if other := page.Form("/entrar/continuar", fields).Want(200); other.Header.Get("HX-Redirect") != "/painel" ||
		other.Header.Get("HX-Trigger") != "" ||
		!strings.Contains(other.Notice().Text, "de outra conta") {
		t.Errorf("somebody else: %v", other.Header)
	}
}

func TestAccount_Devices(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	desk, phone, tablet, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Bruno), app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	app.Exec(t, "update sessions set device = case row when 1 then 'Chrome no Windows' when 2 then 'Safari no iPhone' else '' end "+
		"from (select id as numbered, row_number() over (order by id) as row from sessions) s where id = numbered")
	page := desk.GET("/conta").Want(200)
	if names := page.HTML().Find(".box-card:has(h2:contains('Aparelhos')) .line-title").
		Text(); names != "Chrome no Windows"+"Aparelho desconhecido"+"Safari no iPhone" || strings.Count(page.Words(), "este aparelho") != 1 {
		t.Errorf("the devices are %q in %s", names, page.Words())
	}
	if !strings.Contains(page.Words(), "último uso agora · rede da associação · entrou em") ||
		!strings.Contains(page.Words(), "Sem uso por 7 dias, a entrada se encerra.") {
		t.Errorf("the page is %s", page.Words())
	}
	end, _ := page.HTML().Find(`form[action^="/conta/aparelhos/"]:has([aria-label="Sair de Safari no iPhone"])`).Attr("action")
	camila.Form(end, nil).Want(404)
	if answer := desk.Form(end, nil).Want(303); answer.Location() != "/conta" || answer.Notice().Text != "Aparelho desconectado." {
		t.Errorf("sent to %s with %+v", answer.Location(), answer.Notice())
	}
	phone.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	tablet.GET("/api/v1/auth/me").Want(200)
	desk.Form(end, nil).Want(404)
	desk.Form("/conta/aparelhos/0/sair", nil).Want(404)
	if answer := desk.Form("/conta/aparelhos/sair", nil).Want(303); answer.Notice().Text != "1\u00a0aparelho desconectado." {
		t.Errorf("said %+v", answer.Notice())
	}
	tablet.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	desk.GET("/api/v1/auth/me").Want(200)
	camila.GET("/api/v1/auth/me").Want(200)
	laptop := app.As(t, dbtest.Bruno)
	if answer := desk.Form("/conta/aparelhos/sair-de-todos", nil).Want(303); answer.Location() != "/entrar" {
		t.Errorf("sent to %s", answer.Location())
	}
	desk.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	laptop.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	camila.GET("/api/v1/auth/me").Want(200)
	for _, path := range []string{"/conta/aparelhos/sair", "/conta/aparelhos/sair-de-todos", "/conta/aparelhos/" + strconv.Itoa(1) + "/sair"} {
		app.Nobody(t).Form(path, nil).Want(303)
		app.WithToken(t, "*").Form(path, nil).Want(403)
	}
}

// endSession ends every live session of an operator.
func endSession(t *testing.T, app *handlertest.App, who dbtest.Operator, reason string) {
	t.Helper()
	app.Exec(t, "update sessions set ended_at = now(), end_reason = $1 where operator_id = $2 and ended_at is null", reason, who.ID)
}
