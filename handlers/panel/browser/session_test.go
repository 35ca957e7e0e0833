package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A session ends in the middle of a long form: its person signs in over the page, and the form is saved. Without
// internet the form stays.
func TestSession_EndsInForm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/novo")
	page.Fill("Nome completo", "Zélia Prado")
	// Otherwise the search for duplicates may meet the ended session first, and cover the form with the sign-in.
	page.WaitUntil("duplicates have been searched",
		`() => performance.getEntriesByName(location.origin + "/painel/associados/repetidos").length > 0`)
	page.Fill("Cidade", "Palhoça")

	page.GoOffline()
	page.Click("Cadastrar")
	page.WaitForText(".toast", "Sem conexão. Nada foi perdido")
	page.GoOnline()
	page.Click("Fechar o aviso")

	endSessions(t, app)
	page.Expect(http.StatusUnauthorized)
	page.Click("Cadastrar")
	page.WaitForText("dialog:modal", "encerrada em outro aparelho")
	page.WaitForFocus("Senha")
	page.CheckAccessibility()
	page.Screenshot("sign-in-over")
	page.Expect(http.StatusUnprocessableEntity)
	page.Type("errada")
	page.Press("Enter")
	page.WaitForText("dialog:modal", "E-mail ou senha incorretos.")
	page.Fill("[name='sign_in.password']", dbtest.Password)
	page.Press("Enter")
	page.WaitForText(".toast", "Zélia Prado")
	if made := app.Count(t, "users", "associate_name = 'Zélia Prado' and city = 'Palhoça'"); made != 1 {
		t.Errorf("%d associates were made", made)
	}
}

// With the cookie gone the server does not know whose session it was; the page fills in the e-mail, and the focus is on the password.
func TestSession_CookieGone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/etiquetas/nova")
	page.Fill("Nome", "Prioritário")
	page.Become(app.Nobody(t))
	page.Expect(http.StatusUnauthorized)
	page.Press("Enter")
	page.WaitFor("dialog:modal")
	page.WaitForFocus("Senha")
	if email := page.Value("dialog [type=email]"); email != dbtest.Bruno.Email {
		t.Errorf("the e-mail is %q", email)
	}
}

// A search for duplicates meets the ended session at the same time as the form: both continue after one sign-in.
func TestSession_EndsForTwoRequests(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/novo")
	page.Fill("Nome completo", "Zélia Prado")
	endSessions(t, app)
	page.Expect(http.StatusUnauthorized)
	browsertest.Read[any](page, `() => {
		const name = document.querySelector("[name=associate_name]");
		name.dispatchEvent(new Event("input", { bubbles: true }));
		document.addEventListener("htmx:before:response", () => name.form.requestSubmit(), { once: true });
	}`)
	page.WaitForText("dialog:modal", "encerrada em outro aparelho")
	page.Fill("[name='sign_in.password']", dbtest.Password)
	page.Press("Enter")
	page.WaitForText(".toast", "Zélia Prado")
}

// The form of one person does not continue for another.
func TestSession_AnotherPersonSignsIn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	endSessions(t, app)
	page.Expect(http.StatusUnauthorized)
	page.Fill("Observações", "Deixar na portaria")
	page.WaitFor("dialog:modal")
	page.Fill("[name='sign_in.email']", dbtest.Camila.Email)
	page.Fill("[name='sign_in.password']", dbtest.Password)
	page.Press("Enter")
	page.WaitForText(".toast", "era de outra conta")
}

func endSessions(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, "update sessions set ended_at = now(), end_reason = 'ended_elsewhere' where ended_at is null")
}

// Without internet a page that cannot be opened ends in a page of ours, which names nobody; the browser keeps nothing of the panel.
func TestSession_OfflineNavigation(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados")
	// Over HTTPS the page registers the worker itself.
	browsertest.Read[any](page, `async () => { await navigator.serviceWorker.register("/sw.js"); await navigator.serviceWorker.ready }`)
	page.WaitUntil("the offline page is kept", `async () => Boolean(await caches.match("/sem-internet/equipe"))`)
	page.Visit("/painel/pedidos")
	page.WaitUntil("the worker serves the page", `() => Boolean(navigator.serviceWorker.controller)`)
	kept := browsertest.Read[string](page, `async () => {
		const addresses = [];
		for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname);
		const offline = await (await caches.match("/sem-internet/equipe")).text();
		return addresses.filter((address) => !address.startsWith("/static/")).sort().join(" ") + (offline.includes("Bruno") ? " names" : "");
	}`)
	if kept != "/sem-internet /sem-internet/equipe" {
		t.Errorf("the browser keeps %s", kept)
	}
	page.Visit("/sem-internet/equipe") // has no live parts, which would complain
	page.ExpectCut()
	app.Stop()
	page.Visit("/painel/agenda")
	page.WaitForText("h1", "Sem conexão")
	page.CheckAccessibility()
	page.Screenshot("panel without internet")
}
