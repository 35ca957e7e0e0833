package browser_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/outbound"
)

// By keyboard alone: a webhook is made with the box that ticks all, tested with the result in the drawer, its delivery opened
// over the list and tried again. The list follows the deliveries, with the focus where it is.
func TestWebhooks_ByKeyboard(t *testing.T) {
	t.Parallel()
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	t.Cleanup(receiver.Close)
	app := handlertest.New(t, func(config *handlers.Config) { config.Webhooks = outbound.Guard{AllowPrivate: true} })
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/webhooks")
	page.Press("n")
	page.WaitForPath("/admin/webhooks/novo")
	page.Fill("Nome", "ERP")
	page.Fill("Endereço", receiver.URL)
	page.Press("Tab")
	page.WaitForFocus("Tudo")
	page.CheckFocusIsSeen()
	page.Press("Space")
	page.WaitUntil("all is ticked", `() => [...document.querySelectorAll("x-cruz input")].every((box) => box.checked && !box.indeterminate)`)
	page.Press("Tab", "Space")
	page.WaitUntil("not all is ticked", `() => document.querySelector("x-cruz input").indeterminate`)
	page.Press("Space")
	page.CheckAccessibility()
	page.Press("Enter")
	page.WaitForText("main", "Copie agora")
	page.Visit("/admin/webhooks/1")
	page.WaitForText("#lista-entregas", "Nenhuma entrega ainda")
	page.Press("t")
	page.WaitForText("dialog[open]", "respondeu 418")
	page.CheckAccessibility()
	page.WaitForPath("/admin/webhooks/1")
	page.WaitForText("#lista-entregas", "Vai tentar")
	page.Press("Escape")
	page.WaitGone("dialog[open]")
	page.Press("j")
	page.WaitForFocus("Teste")
	page.Press("Enter")
	page.WaitForText("dialog[open]", "Tentativa 2 de 9")
	page.WaitForPath("/admin/webhooks/1/entregas/1")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Press("r")
	page.WaitForText("dialog[open]", "Tentativas")
	page.WaitUntil("the second attempt is listed", `() => document.querySelector("dialog[open]").textContent.split("Falhou").length === 3`)
	page.WaitForText(".toaster", "Não foi entregue: respondeu 418")
	app.Exec(t, "update webhook_deliveries set status = 'delivered', error = null where id = 1")
	page.WaitForText("dialog[open]", "Entregue")
	page.Press("Escape")
	page.WaitGone("dialog[open]")
	page.WaitForPath("/admin/webhooks/1")
	page.WaitForFocus("Teste")
	page.WaitForText("#lista-entregas", "Entregue")
	page.WaitForFocus("Teste")
	app.Exec(t, "update webhook_deliveries set status = 'dead', error = 'respondeu 410 Gone' where id = 1")
	page.WaitForText("#lista-entregas", "Perdida")
	page.WaitForFocus("Teste")
	if app.Count(t, "webhook_endpoints", "jsonb_array_length(tables) = 9 and jsonb_array_length(actions) = 3 and without_health") != 1 {
		t.Error("not every table and action is stored, or the fields about health are sent")
	}
}
