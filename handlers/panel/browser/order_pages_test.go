package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosPage = "/painel/pedidos/2"

// seedOrders adds an order of each later status, with a value in every field and a history.
func seedOrders(t *testing.T, app *handlertest.App) {
	t.Helper()
	for id, status := range map[int]string{3: "Em separação", 4: "Enviado", 5: "Entregue", 6: "Cancelado"} {
		_, err := app.Pool.Exec(t.Context(), `insert into orders (id, user_id, user_code, name_associate, email, address, items, total, delivery_price,
				freight_option, discount, donation, custom_payment, prescriber, info, tags, status, date_created)
			select $1, user_id, user_code, name_associate, email, address, items, 365.90, 23.90,
				'{"option_key": "pac", "provider": "correios", "service_label": "PAC", "price": 23.90, "eta_days": 7}', 20, 15,
				'[{"item": "Desconto social", "qnt": 1, "value": 60}, {"item": "Caixa térmica", "qnt": 1, "value": -10}]',
				'Renata Ribeiro', 'Deixar com a portaria, que avisa. Não deixar no sol.', '["Urgente", "Primeira compra"]', $2, date_created
			from orders where id = 1`, id, status)
		if err != nil {
			t.Fatal(err)
		}
		_, err = app.Pool.Exec(t.Context(), `insert into order_changes (order_id, action, actor_kind, actor_code, actor_name, changes, date_created) values
			($1, 'create', 'operator', $2, $3, '{}', $4),
			($1, 'update', 'api_key', null, null, '{"discount": {"from": 0, "to": 20}, "total": {"from": 385.90, "to": 365.90}, "tags": {"from": [], "to": ["Urgente", "Primeira compra"]}}', $4),
			($1, 'update', 'operator', $2, $3, jsonb_build_object('status', jsonb_build_object('from', 'Aguardando pagamento', 'to', $5::text)), $4)`,
			id, dbtest.Bruno.UserCode, dbtest.Bruno.FullName(), dbtest.Today, status)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// staleMove presses a button of a stale page.
func staleMove(page *browsertest.Page) {
	browsertest.Read[any](page, `() => { document.querySelectorAll("[name=version]").forEach((field) => { field.value = "x" }) }`)
	page.Click("Iniciar separação")
	page.WaitForText("[role=alert]", "Outra pessoa mudou este pedido")
}

// orderStale saves a form rendered from an older version of the order.
func orderStale(page *browsertest.Page) {
	page.Fill("Desconto", "15")
	page.Fill("Observações", "Ligar antes de sair para a entrega")
	page.WaitForText(".cart-total", "Total R$ 265,00")
	browsertest.Read[any](page, `() => { document.querySelector("[name=version]").value = "x" }`)
	page.Click("Salvar alterações")
	page.WaitForText("[role=alert]", "Outra pessoa mudou este pedido")
}
