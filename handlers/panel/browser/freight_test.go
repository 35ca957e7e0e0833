package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The freight is quoted by itself when items and address stand, while the person goes on; the order keeps the option.
func TestFreight_Quoted(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	page := browsertest.Open(t, app.App)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode)
	page.WaitForFocus("Produto")
	page.Type("oleo-30")
	page.WaitForText("[role=option]", dbtest.Oil.Name)
	page.Press("Enter", "Enter")
	page.WaitForText("#frete", "Mais barato")
	page.WaitForText("#frete", "Loggi Expresso")
	page.WaitForText(".cart-total", "Frete")
	page.Click("Loggi Expresso")
	page.WaitUntil("the total counts the option", `() => {
		const note = document.querySelector("#frete :checked").closest("label").querySelector(".num").textContent;
		return document.querySelector(".cart-total").textContent.includes(note);
	}`)
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	if text := page.Text("main"); !strings.Contains(text, "Loggi Expresso") {
		t.Errorf("the order shows %s", text)
	}
}
