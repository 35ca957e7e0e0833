package reasons_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// asking starts a server that asks for reasons. Nothing is open with anybody.
func asking(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('access', 'ask_reason', 'true')`)
	app.Exec(t, "update reception set attendant = null")
	app.Exec(t, "update orders set service_user = null")
	app.Exec(t, "update services set created_by_user_code = null")
	return app
}

// Before its reason nothing of a record is in any answer; after it the record opens for four hours, and the log has the reason.
func TestReason_Asked(t *testing.T) {
	t.Parallel()
	app := asking(t)
	bruno := app.As(t, dbtest.Bruno)
	sent := bruno.GET("/painel/associados/1").Want(303)
	if sent.Location() != "/painel/motivo?pessoa=1&volta=%2Fpainel%2Fassociados%2F1" || len(sent.Body) != 0 {
		t.Fatalf("leads to %s with %s", sent.Location(), sent.Body)
	}
	page := bruno.GET(sent.Location()).Want(200)
	if words := page.Words(); !strings.Contains(words, "não tem atendimento, pedido nem consulta aberta com você") ||
		strings.Contains(words, dbtest.Ana.Email) {
		t.Errorf("the page shows %s", words)
	}
	fields := page.Form("motivo")
	if fields.Get("reason") != "" {
		t.Error("a reason is chosen before the person chose it")
	}
	for name, c := range map[string]struct{ reason, detail, says string }{
		"none":              {"", "", "Motivo: escolha um motivo"},
		"unknown":           {"curiosity", "", "Motivo: escolha um motivo"},
		"another, no words": {"other", "  ", "Detalhe: escreva o motivo"},
		"long":              {"covering", strings.Repeat("x", 151), "Detalhe: escreva até"},
	} {
		fields.Set("reason", c.reason)
		fields.Set("detail", c.detail)
		if refused := bruno.Form("/painel/motivo", fields).Want(422); !strings.Contains(refused.Words(), c.says) {
			t.Errorf("%s: %s", name, refused.Words())
		}
	}
	bruno.GET("/painel/associados/1").Want(303)
	fields.Set("reason", "covering")
	fields.Set("detail", "férias da Paula")
	if done := bruno.Form("/painel/motivo", fields).Want(303); done.Location() != "/painel/associados/1" {
		t.Errorf("leads to %s", done.Location())
	}
	bruno.GET("/painel/associados/1").Want(200)
	app.FlushReads(t)
	if app.Count(t, "reads", "person_id = 1 and reason = 'covering: férias da Paula'") != 1 {
		t.Error("the log has no reason")
	}
	camila := app.As(t, dbtest.Camila)
	camila.GET("/painel/associados/1").Want(303) // a reason is of one person
	if words := camila.GET("/admin/quem-viu").Want(200).Words(); !strings.Contains(words, "Cobrir um colega: “férias da Paula”") {
		t.Errorf("the administration sees %s", words)
	}
	if words := app.AsAssociate(t, dbtest.Ana).GET("/cadastro/perfil/quem-viu").Want(200).
		Words(); !strings.Contains(words, "Cobrir um colega: “férias da Paula”") {
		t.Errorf("the associate sees %s", words)
	}
	app.Exec(t, "update read_reasons set expires_at = now() - interval '1 second'")
	bruno.GET("/painel/associados/1").Want(303)
}

// Every route that shows a record asks, whatever its address; the header of a script is its reason, and a token has a name instead.
func TestReason_EveryRoute(t *testing.T) {
	t.Parallel()
	app := asking(t)
	bruno := app.As(t, dbtest.Bruno)
	path := strings.NewReplacer(":userCode", dbtest.Ana.UserCode, ":collection", "users", ":patientId", "1", ":pessoa", "1", ":campo", "phone", ":dado", "cpf",
		":id", "1")
	asked := 0
	app.Exec(t, `insert into prescriptions (id, user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (1, 1, 'Dra. Lia', 'CRM', '1', 'SC', current_date, current_date + 90, '[]')`)
	kinds := []string{"users", "orders", "services", "prescriptions"}
	for _, route := range app.Routes {
		reading := route.Reading()
		if reading.Param == "" || reading.Own || !slices.Contains(kinds, reading.Of) && !reading.Collection ||
			strings.HasPrefix(route.Path, "/portal") {
			continue
		}
		asked++
		answer := bruno.GET(path.Replace(route.Path))
		if route.Method == http.MethodPost {
			answer = bruno.Form(path.Replace(route.Path), nil)
		}
		isAsked := answer.StatusCode == http.StatusSeeOther && strings.HasPrefix(answer.Location(), "/painel/motivo?") ||
			answer.StatusCode == http.StatusForbidden
		if !isAsked {
			t.Errorf("%s: %d", route.Path, answer.StatusCode)
		}
	}
	if asked < 30 {
		t.Errorf("%d routes ask", asked)
	}
	order := bruno.GET("/painel/pedidos/1").Want(303)
	if order.Location() != "/painel/motivo?de=orders&pessoa=1&volta=%2Fpainel%2Fpedidos%2F1" {
		t.Errorf("an order leads to %s", order.Location())
	}
	if words := bruno.GET(order.Location()).Want(200).Words(); !strings.Contains(words, "Abrir pedido") {
		t.Errorf("the question of an order is %s", words)
	}
	bruno.GET("/painel/motivo?de=orders&pessoa=x").Want(404)
	bruno.GET("/painel/motivo?de=tudo&pessoa=x").Want(404)
	bruno.GET("/painel/pedidos/999999").Want(404)
	bruno.GET("/api/v1/items/orders/1").WantCode(403, "READ_REASON_REQUIRED")
	bruno.With("X-Read-Reason", "conferência").GET("/api/v1/items/orders/1").Want(200)
	bruno.Form("/painel/associados/1/editar", url.Values{"name": {""}}).Want(303)
	bruno.GET("/api/v1/items/users/1").WantCode(403, "READ_REASON_REQUIRED")
	bruno.With("X-Read-Reason", "conferência mensal").GET("/api/v1/items/users/1").Want(200)
	app.WithToken(t, "items:users:read").GET("/api/v1/items/users/1").Want(200)
	bruno.GET("/painel/associados/999999").Want(404)
	bruno.GET("/painel/motivo?pessoa=999999").Want(404)
	app.Nobody(t).GET("/painel/motivo?pessoa=1").Want(303)
	app.As(t, dbtest.Renata).GET("/painel/motivo?pessoa=1").Want(403)
	app.As(t, dbtest.Renata).Form("/painel/motivo", url.Values{"pessoa": {"1"}, "reason": {"covering"}}).Want(403)
	app.FlushReads(t)
	if app.Count(t, "reads", "reason = 'conferência mensal'") != 1 {
		t.Error("the log has no reason of the script")
	}
}

// What is open with the caller is the reason by itself.
func TestReason_Open(t *testing.T) {
	t.Parallel()
	app := asking(t)
	bruno, priscila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Priscila)
	for reason, statement := range map[string]string{
		"open_contact": `insert into reception (name, status, attendant, associate_code) select 'Ana', 'new', $2::uuid, user_code from users where id = $1`,
		"open_appointment": `update services set consultation_date = now() + interval '1 day', created_by_user_code = $2::uuid where id =
			(select min(s.id) from services s join users u on u.user_code = s.associate_user_code where u.id = $1)`,
	} {
		if _, err := app.Pool.Exec(t.Context(), statement, dbtest.Ana.ID, dbtest.Bruno.UserCode); err != nil {
			t.Fatalf("%s: %v", reason, err)
		}
		bruno.GET("/painel/associados/1").Want(200)
		app.FlushReads(t)
		if app.Count(t, "reads", "reason = $1", reason) == 0 {
			t.Errorf("the log has no %s", reason)
		}
		app.Exec(t, "update reception set completed_at = now() where attendant is not null")
	}
	app.Exec(t, "update services set created_by_user_code = null")
	bruno.GET("/painel/associados/1").Want(303)
	app.Exec(t, "update orders set status = 'Entregue'")
	priscila.GET("/painel/associados/1").Want(303)
	app.Exec(t, "update orders set status = 'Pago'")
	if app.Count(t, "orders", "user_id = 1") > 0 {
		priscila.GET("/painel/associados/1").Want(200)
		bruno.GET("/painel/associados/1").Want(303)
	}
}
