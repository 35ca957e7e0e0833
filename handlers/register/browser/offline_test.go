package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// withWorker waits until the worker of the pages answers for the tab, and loads the page through it.
func withWorker(page *browsertest.Page) {
	browsertest.Read[any](page, `() => navigator.serviceWorker.ready.then(() => null)`)
	page.Reload()
	page.WaitUntil("the worker answers for the page", `() => Boolean(navigator.serviceWorker.controller)`)
}

// goOffline takes the internet from the tab and from its worker.
func goOffline(app *handlertest.App, page *browsertest.Page) {
	page.GoOffline()
	app.Unplug()
}

func goOnline(app *handlertest.App, page *browsertest.Page) {
	app.Plug()
	page.GoOnline()
}

// heldForms returns how many forms the phone keeps.
func heldForms(page *browsertest.Page) int {
	return browsertest.Read[int](page, `() => new Promise(async (done) => {
		if (!(await indexedDB.databases()).some(({ name }) => name === "acolhe-guardado")) return done(0);
		const opening = indexedDB.open("acolhe-guardado");
		opening.onsuccess = () => {
			const counting = opening.result.transaction("forms").objectStore("forms").count();
			counting.onsuccess = () => { opening.result.close(); done(counting.result); };
		};
	})`)
}

// A form that is sent without internet is held, and sent when the internet is back.
func TestOffline_HeldSubmit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	page.Visit("/cadastro/celular")
	page.Fill("Celular com DDD", "(48) 99104-2277")
	goOffline(app, page)
	page.Click("Salvar")
	page.WaitForText(".f-held", "Sem internet. Enviamos quando voltar.")
	look(page, "offline-held")
	goOnline(app, page)
	page.WaitForPath("/cadastro/perfil")
	page.WaitForText(".f-held", "Enviado às ")
	page.Visit("/sem-internet")
	look(page, "offline-page")
}

// What is held is sent also after the page was left: the page that was requested meanwhile says that there is no internet, and
// opens when it is back.
func TestOffline_SentAfterClosing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	withWorker(page)
	page.Visit("/cadastro/celular")
	page.Fill("Celular com DDD", "(48) 99104-2277")
	goOffline(app, page)
	page.Click("Salvar")
	page.WaitForText(".f-held", "Enviamos quando voltar")
	page.Visit("/cadastro/perfil")
	page.WaitForText("h1", "Sem internet")
	look(page, "offline-other-page")
	if count := heldForms(page); count != 1 {
		t.Errorf("%d forms are held", count)
	}
	if app.Count(t, "users", "phone like '%991042277'") != 0 {
		t.Error("the phone is stored without internet")
	}
	goOnline(app, page)
	page.WaitForText(".f-held", "Enviado às ")
	page.WaitForText("h1", "Perfil")
	if app.Count(t, "users", "id = $1 and phone like '%991042277'", dbtest.Ana.ID) != 1 || heldForms(page) != 0 {
		t.Error("what was held is not sent, or held still")
	}
}

// Without internet the card that was opened before is shown; signing out erases it with what is held.
func TestOffline_SignedOut(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	withWorker(page)
	page.Visit("/cadastro/carteirinha")
	page.WaitUntil("the card is kept", `async () => Boolean(await (await caches.open("own")).match("/cadastro/carteirinha"))`)
	goOffline(app, page)
	page.Visit("/cadastro/carteirinha")
	page.WaitForText("main", "Ana")
	goOnline(app, page)
	page.Visit("/cadastro/celular")
	page.Fill("Celular com DDD", "(48) 99104-2277")
	goOffline(app, page)
	page.Click("Salvar")
	page.WaitForText(".f-held", "Enviamos quando voltar")
	// The page that holds the form sends nothing after another one has signed out.
	browsertest.Read[any](page, `() => {
		const out = Object.assign(document.createElement("form"), { method: "post", action: "/cadastro/sair" });
		document.body.append(out);
		out.requestSubmit();
	}`)
	page.WaitForText(".f-held", "Sem internet. Toque de novo quando voltar.")
	page.WaitUntil("nothing is kept", `async () => !(await caches.has("own")) && !(await indexedDB.databases()).some(({ name }) => name === "acolhe-guardado")`)
	goOnline(app, page)
	page.Visit("/cadastro")
	if app.Count(t, "users", "phone like '%991042277'") != 0 {
		t.Error("what was erased is sent")
	}
}

// What one person holds is never sent for another who signs in on the same phone.
func TestOffline_AnotherPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	withWorker(page)
	page.Visit("/cadastro/celular")
	page.Fill("Celular com DDD", "(48) 99104-2277")
	goOffline(app, page)
	page.Click("Salvar")
	page.WaitForText(".f-held", "Enviamos quando voltar")
	page.Visit("/cadastro/perfil")
	page.WaitForText("h1", "Sem internet")
	app.Exec(t, "update sessions set associate_id = $1 where associate_id = $2", dbtest.Joao.ID, dbtest.Ana.ID)
	goOnline(app, page)
	page.WaitForText("h1", "Perfil")
	page.WaitForText("main", dbtest.Joao.Email)
	page.WaitUntil("what was held is gone", `async () => {
		const opening = indexedDB.open("acolhe-guardado");
		return new Promise((done) => { opening.onsuccess = () => {
			const counting = opening.result.transaction("forms").objectStore("forms").count();
			counting.onsuccess = () => { opening.result.close(); done(counting.result === 0); };
		}; });
	}`)
	if app.Count(t, "users", "phone like '%991042277'") != 0 {
		t.Error("the form of one person is stored for another")
	}
}
