package browser_test

import (
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/parcels"
	"acolhe/models/platform/dbtest"
	"acolhe/simulators/melhorenvio"
)

// newShipping returns an app with both carriers and the settings of labels, without the variables named.
func newShipping(t *testing.T, without ...string) handlertest.Carriers {
	t.Helper()
	app := handlertest.NewCarriers(t, without...)
	app.Listen(t)
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('store', 'freight.content_declaration', 'text', '"Cosméticos"'),
		('store', 'package.weight_g', 'number', '300'), ('store', 'package.length_cm', 'number', '20'), ('store', 'package.width_cm', 'number', '15'),
		('store', 'package.height_cm', 'number', '10') on conflict do nothing`)
	return app
}

// toShip puts Ana's order in separation, with the PAC of Melhor Envio, and count copies of it.
func toShip(t *testing.T, app handlertest.Carriers, count int) {
	t.Helper()
	app.Exec(t, `update orders set status = 'Em separação', freight_option = '{"option_key": "carrier_b:1-1", "provider": "carrier_b",
		"service_label": "Correios PAC", "price": 90, "eta_days": 6}', address = '{"street":"Rua das Acácias","number":"120","neighborhood":"Centro",
		"city":"São Paulo","state":"SP","cep":"01001000","complement":""}' where id = 1`)
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, email, status, items, total, address, freight_option, delivery_price)
		select 5000 + n, o.user_id, o.user_code, 'Pessoa ' || n, o.email, o.status, o.items, o.total, o.address, o.freight_option, o.delivery_price
		from orders o, generate_series(1, $1) n where o.id = 1`, count)
}

// buyLabels makes the calls of the queued purchases, as their jobs do.
func buyLabels(t *testing.T, app handlertest.Carriers) {
	t.Helper()
	var ids []int64
	if err := app.DB.Model(&parcels.Parcel{}).Where("state = 'queued'").Order("id").Pluck("id", &ids).Error; err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := app.Parcels().Advance(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
}

// checkLabels checks that a file is a PDF with as many pages.
func checkLabels(t *testing.T, file string, pages int) {
	t.Helper()
	if got, err := api.PageCount(strings.NewReader(file), nil); err != nil || got != pages || !strings.HasPrefix(file, "%PDF-") {
		t.Errorf("the labels have %d pages, want %d: %v", got, pages, err)
	}
}

// From the account to the associate's door: an administrator connects Melhor Envio by OAuth, the freight is quoted in the cart
// and chosen, the order is placed, paid and separated, its label is bought, printed and tracked, and another one is cancelled.
func TestShipping_WholeWay(t *testing.T) {
	t.Parallel()
	app := newShipping(t, "CARRIER_B_PERSONAL_TOKEN")
	page := browsertest.Open(t, app.App)
	page.SignIn(dbtest.Camila)
	connectMelhorEnvio(page)
	page.SignIn(dbtest.Bruno)
	order := placeBySEDEX(page)
	page.SignIn(dbtest.Priscila)
	page.Visit(order)
	page.Click("Iniciar separação")
	page.WaitForText(".toast", "em separação.")
	page.WaitForText("#envio", "Ainda sem etiqueta. Frete escolhido: Correios SEDEX")
	page.Click(".actions a[href$='/etiqueta']")
	page.WaitForText("dialog[open]", "O valor sai do saldo do Melhor Envio.")
	page.Click("dialog[open] button[type=submit]")
	page.WaitForPath(order)
	page.WaitForText("#envio", "Na fila")
	buyLabels(t, app)
	page.WaitForText("#envio", "Etiqueta comprada")
	page.CheckAccessibility()
	checkLabels(t, page.Download("Imprimir etiqueta"), 1)
	page.Reload()
	page.WaitForText("#envio", "Impressa")
	page.Screenshot(t.Name())
	app.MelhorEnvio.Post()
	page.Click("Atualizar a etiqueta")
	page.WaitForText("[aria-current=step]", "Postado")
	page.WaitForText("main", "Objeto postado")
	page.WaitForText(".page-head", "Enviado")
	page.WaitForText(".order-actions", "Copiar link de rastreio")
	cancelAnother(t, app, page)
	if app.MelhorEnvio.Purchases() != 2 {
		t.Errorf("%d purchases", app.MelhorEnvio.Purchases())
	}
}

func connectMelhorEnvio(page *browsertest.Page) {
	page.Visit("/admin/servicos/carrier_b")
	page.Fill("ID do aplicativo", melhorenvio.Default.ClientID)
	page.Fill("Segredo", melhorenvio.Default.ClientSecret)
	page.Click("Testar e salvar")
	page.WaitForText(".toast", "Credenciais salvas.")
	page.Click("Conectar conta")
	page.WaitForText(".toast", "Conta conectada.")
	page.WaitForPath("/admin/servicos/carrier_b")
	page.WaitForText("main", "Conectado")
	page.Click("Testar agora")
	page.WaitForText("main", "R$ 500,00 disponíveis")
}

// placeBySEDEX places an order of Ana by SEDEX, marks it as paid, and returns its address.
func placeBySEDEX(page *browsertest.Page) string {
	fillCart(page)
	placeBy(page, "Correios SEDEX")
	order := page.Path()
	page.Click("Marcar como pago…")
	page.WaitFor("dialog[open]")
	page.Click("Pix")
	page.Click("dialog[open] button[type=submit]")
	page.WaitForText("main", "Iniciar separação")
	return order
}

// cancelAnother buys the label of another order on the page of many and cancels it there.
func cancelAnother(t *testing.T, app handlertest.Carriers, page *browsertest.Page) {
	t.Helper()
	toShip(t, app, 0)
	page.Visit("/painel/pedidos/1/etiqueta")
	page.Click("form button[type=submit]")
	page.WaitForPath("/painel/pedidos/1")
	buyLabels(t, app)
	page.WaitForText("#envio", "Comprada")
	page.Click("Cancelar etiqueta…")
	page.WaitForText("dialog[open]", "O valor volta ao saldo em até 12 horas.")
	page.Click("dialog[open] button[type=submit]")
	page.WaitForText(".toast", "cancelada.")
	page.WaitForPath("/painel/pedidos/1")
	page.WaitForText("#envio", "Cancelada")
	page.WaitForText("#envio", "Comprar etiqueta, R$ 90,00")
}

// fillCart puts a product into the cart of Ana.
func fillCart(page *browsertest.Page) {
	page.Visit("/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode)
	page.WaitForFocus("Produto")
	page.Type("oleo-30")
	page.WaitForText("[role=option]", dbtest.Oil.Name)
	page.Press("Enter", "Enter")
}

// placeBy chooses an option of the freight and saves the order.
func placeBy(page *browsertest.Page, option string) {
	page.WaitForText("#frete", option)
	page.Click(option)
	page.WaitUntil("the total counts the option", `() => {
		const note = document.querySelector("#frete :checked").closest("label").querySelector(".num").textContent;
		return document.querySelector(".cart-total").textContent.includes(note);
	}`)
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
}
