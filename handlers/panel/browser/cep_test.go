package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/cep/cepsim"
	"acolhe/models/platform/dbtest"
)

const addressMessage = "[data-said]"

// orderWithoutAddress opens a new order for Carla, after removing her stored address.
func orderWithoutAddress(t *testing.T, app *handlertest.App) *browsertest.Page {
	t.Helper()
	_, err := app.Pool.Exec(t.Context(), `update users set street = null, number = null, neighborhood = null, city = null, state = null, cep = null
		where user_code = $1`, dbtest.Carla.UserCode)
	if err != nil {
		t.Fatal(err)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos/novo?associado=" + dbtest.Carla.UserCode)
	return page
}

// wantAddress checks street, neighborhood, city and state in the form.
func wantAddress(t *testing.T, page *browsertest.Page, want ...string) {
	t.Helper()
	for i, name := range []string{"street", "neighborhood", "city", "state"} {
		if got := page.Value("[name='address." + name + "']"); got != want[i] {
			t.Errorf("%s is %q, want %q", name, got, want[i])
		}
	}
}

// The address is filled in from its CEP while the cart goes on computing, and is stored with the order.
func TestCEP_FillsAddress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderWithoutAddress(t, app)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	page.Fill("CEP", "88010000")
	page.WaitForText(addressMessage, "Endereço do CEP: Rua Felipe Schmidt, Centro, Florianópolis/SC.")
	page.WaitForFocus("CEP")
	page.Fill("Desconto", "10")
	page.WaitForText(".cart-total", "Total R$ 280,00")
	wantAddress(t, page, "Rua Felipe Schmidt", "Centro", "Florianópolis", "SC")
	page.WaitForText(addressMessage, "Endereço do CEP")
	page.CheckAccessibility()

	// Another CEP replaces only the values filled in by the first one.
	page.Fill("Bairro", "Ilha")
	page.Fill("CEP", "73770-000")
	page.WaitForText(addressMessage, "CEP geral da cidade")
	wantAddress(t, page, "", "Ilha", "Alto Paraíso de Goiás", "GO")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	if app.Count(t, "orders", "address @> $1", `{"cep": "73770000", "city": "Alto Paraíso de Goiás", "neighborhood": "Ilha"}`) != 1 {
		t.Error("the address is not stored with the order")
	}
}

// A typed value is not overwritten: a message says so, and a button takes the other address.
func TestCEP_KeepsTypedAddress(t *testing.T) {
	t.Parallel()
	page := orderWithoutAddress(t, handlertest.New(t))
	page.Fill("Rua", "Rua do Mercado")
	page.Fill("Cidade", "São José")
	page.Fill("CEP", "88010-000")
	page.WaitForText(addressMessage, "Ficou como estava: rua e cidade.")
	wantAddress(t, page, "Rua do Mercado", "Centro", "São José", "SC")
	page.CheckAccessibility()
	page.Click("Usar o endereço do CEP")
	wantAddress(t, page, "Rua Felipe Schmidt", "Centro", "Florianópolis", "SC")
	page.WaitForFocus("CEP")
	page.WaitGone("[data-kept]")
}

func TestCEP_NoAddress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderWithoutAddress(t, app)
	page.Fill("CEP", cepsim.Unknown)
	page.WaitForText(addressMessage, "CEP não encontrado")
	// An incomplete CEP sends no request.
	page.Press("Backspace")
	page.WaitUntil("there is no message", `() => document.querySelector("[data-said]").textContent === ""`)
	app.ViaCEP.Fail(cepsim.Broken)
	page.Fill("CEP", cepsim.Se)
	page.WaitForText(addressMessage, "Não foi possível consultar o CEP. Preencha o endereço.")
	wantAddress(t, page, "", "", "", "")
}

// While the directory is slow the form works as usual.
func TestCEP_SlowDirectory(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderWithoutAddress(t, app)
	app.ViaCEP.Fail(cepsim.Slow)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	page.Fill("CEP", cepsim.Felipe)
	page.WaitForText(addressMessage, "Procurando o endereço")
	page.Fill("Rua", "Rua do Mercado")
	page.WaitForText(addressMessage, "Não foi possível consultar o CEP")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	page.WaitForText("main", "Rua do Mercado")
}
