package admin_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// Everything that leaves is counted as it leaves, by month and source, and the page opens each source; nobody but administrators sees it.
func TestSharing_Counted(t *testing.T) {
	t.Parallel()
	const page = "/admin/privacidade/compartilhamento"
	app := handlertest.New(t)
	app.As(t, dbtest.Bruno).GET(page).Want(403)
	camila, script := app.As(t, dbtest.Camila), app.WithToken(t, "items:users:read")
	script.GET("/api/v1/items/users/1").Want(200)
	app.FlushReads(t)
	camila.GET("/api/v1/items/orders?export=csv").Want(200)
	app.Exec(t, `insert into mails (kind, recipient, status, encryption_key_id, letter_sealed, letter_expires) values ('order_paid', 'a@exemplo.org.br', 'queued', '', 'x', now())`)
	app.Exec(t, "update mails set status = 'sent', letter_sealed = null, date_sent = now() where kind = 'order_paid'")
	app.Exec(t, "update services set event_id = 'evento-1' where id = 1")
	app.Exec(t, `insert into webhook_endpoints (id, name, url, secret_encrypted, encryption_key_id, tables, actions, without_health) values
		(901, 'Estoque', 'https://erp.exemplo.org.br', 'x', 'k', '["users"]', '["create"]', true)`)
	app.Exec(t, `with e as (insert into webhook_events (table_name, action, record_id) values ('users', 'create', '1') returning id)
		insert into webhook_deliveries (event_id, endpoint_id) select id, 901 from e`)
	app.Exec(t, "update webhook_deliveries set status = 'delivered', delivered_at = now() where endpoint_id = 901")
	for kind, source := range map[string]string{"export": "orders", "mail": "order_paid", "calendar": "google", "webhook": "901"} {
		if counted := app.Count(t, "sharing_months", "kind = $1 and source = $2 and count = 1", kind, source); counted != 1 {
			t.Errorf("what left by %s is not counted", kind)
		}
	}
	if counted := app.Count(t, "sharing_months", "kind = 'token' and count > 0"); counted != 1 {
		t.Error("what the token read is not counted")
	}
	shown := camila.GET(page).Want(200)
	for _, want := range []string{"Estoque", "sem saúde", "Pedidos", "Pedido pago", "Google Agenda", "Limitar colunas"} {
		if !strings.Contains(shown.Words(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, want := range []string{`href="/admin/webhooks/901"`, `href="/admin/tokens/`} {
		if !strings.Contains(shown.Body, want) {
			t.Errorf("the page does not link to %s", want)
		}
	}
}
