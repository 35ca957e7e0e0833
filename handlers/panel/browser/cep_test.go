package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/cep/cepsim"
	"acolhe/models/platform/dbtest"
)

const addressSays = "[data-said]"

// orderWithoutAddress opens a new order for Carla, whose address the test takes away before.
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

// wantAddress wants street, neighborhood, city and state of the form.
func wantAddress(t *testing.T, page *browsertest.Page, want ...string) {
	t.Helper()
	for i, name := range []string{"street", "neighborhood", "city", "state"} {
		if got := page.Value("[name='address." + name + "']"); got != want[i] {
			t.Errorf("%s is %q, want %q", name, got, want[i])
		}
	}
}

// The address follows from its CEP while the cart goes on computing, and is stored with the order.
func TestCEP_FillsAddress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderWithoutAddress(t, app)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	page.Fill("CEP", "88010000")
	page.WaitForText(addressSays, "Endereço do CEP: Rua Felipe Schmidt, Centro, Florianópolis/SC.")
	page.WaitForFocus("CEP")
	page.Fill("Desconto", "10")
	page.WaitForText(".cart-total", "Total R$ 280,00")
	wantAddress(t, page, "Rua Felipe Schmidt", "Centro", "Florianópolis", "SC")
	page.WaitForText(addressSays, "Endereço do CEP")
	page.CheckAccessibility()

	// Another code replaces what the first one filled in, and nothing else.
	page.Fill("Bairro", "Ilha")
	page.Fill("CEP", "73770-000")
	page.WaitForText(addressSays, "vale para a cidade inteira")
	wantAddress(t, page, "", "Ilha", "Alto Paraíso de Goiás", "GO")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	if app.Count(t, "orders", "address @> $1", `{"cep": "73770000", "city": "Alto Paraíso de Goiás", "neighborhood": "Ilha"}`) != 1 {
		t.Error("the address is not stored with the order")
	}
}

// What a person wrote is not taken away: it is said, and one button takes the other address.
func TestCEP_KeepsTypedAddress(t *testing.T) {
	t.Parallel()
	page := orderWithoutAddress(t, handlertest.New(t))
	page.Fill("Rua", "Rua do Mercado")
	page.Fill("Cidade", "São José")
	page.Fill("CEP", "88010-000")
	page.WaitForText(addressSays, "Ficou como estava: rua e cidade.")
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
	page.WaitForText(addressSays, "CEP não encontrado")
	// Half a code asks nothing.
	page.Press("Backspace")
	page.WaitUntil("nothing is said", `() => document.querySelector("[data-said]").textContent === ""`)
	app.ViaCEP.Fail(cepsim.Broken)
	page.Fill("CEP", cepsim.Se)
	page.WaitForText(addressSays, "Não foi possível consultar agora; preencha o endereço.")
	wantAddress(t, page, "", "", "", "")
}

// While the directory takes its time the form is used as always.
func TestCEP_SlowDirectory(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderWithoutAddress(t, app)
	app.ViaCEP.Fail(cepsim.Slow)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	page.Fill("CEP", cepsim.Felipe)
	page.WaitForText(addressSays, "Procurando o endereço")
	page.Fill("Rua", "Rua do Mercado")
	page.WaitForText(addressSays, "Não foi possível consultar agora")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	page.WaitForText("main", "Rua do Mercado")
}
