package admin_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

func TestSecurityList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if _, err := app.Pool.Exec(t.Context(), "delete from security_events"); err != nil {
		t.Fatal(err)
	}
	if body := camila.GET("/admin/seguranca").Want(200).Body; !strings.Contains(body, "Nenhum evento ainda") {
		t.Error("the empty list does not say so")
	}
	record := func(by auth.Caller, event security.Event, at time.Time) {
		t.Helper()
		by.Origin = auth.Origin{IP: "198.51.100.7", UserAgent: "curl/8"}
		if err := security.Record(t.Context(), app.DB, by.At(at), event); err != nil {
			t.Fatal(err)
		}
	}
	// 22:30 on the 19th in São Paulo.
	night := time.Date(2026, 11, 20, 1, 30, 0, 0, time.UTC)
	record(auth.Caller{}, security.Event{Kind: security.LoginFailed, Subject: "<b>x@y.z", Details: map[string]any{"reason": "unknown"}}, night)
	record(auth.Caller{Kind: auth.Operator, Code: dbtest.Camila.UserCode, Name: "Camila", LastName: "Torres"},
		security.Event{Kind: security.RolesChanged, Subject: dbtest.Paula.UserCode,
			Details: map[string]any{"from": []string{"Acolhimento"}, "to": []string{"Acolhimento", "Financeiro"}}}, dbtest.Today)

	const roles, login = "Papéis de Paula Peixoto: Acolhimento → Acolhimento, Financeiro", "Entrada recusada para &lt;b&gt;x@y.z"
	for query, want := range map[string]struct{ roles, login bool }{
		"":                                 {true, true},
		"?tipo=refusals":                   {false, true},
		"?tipo=tokens":                     {false, false},
		"?q=paula":                         {true, false},
		"?q=198.51":                        {true, true},
		"?de=2026-11-19&ate=2026-11-19":    {false, true},
		"?de=2026-11-20":                   {true, false},
		"?de=ontem&ate=2026":               {true, true},
		"?pagina=2":                        {false, false},
		"?q=%25&tipo=refusals&pagina=9999": {false, false},
	} {
		body := camila.GET("/admin/seguranca" + query).Want(200).Body
		if got := strings.Contains(body, roles); got != want.roles {
			t.Errorf("%s shows the roles: %v", query, got)
		}
		if got := strings.Contains(body, login); got != want.login {
			t.Errorf("%s shows the login: %v", query, got)
		}
		if !want.roles && !want.login && !strings.Contains(body, "Limpar filtros") && !strings.Contains(body, "Ir para a primeira página") {
			t.Errorf("%s offers no way out", query)
		}
	}
	body := camila.GET("/admin/seguranca").Body
	for _, want := range []string{"19 de novembro de 2026", "22:30", "Não há conta com este e-mail", "Camila Torres · 198.51.100.7 · curl",
		`data-tone="bad"`} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing", want)
		}
	}
	camila.GET("/admin/seguranca?tipo=all").Want(400)
	camila.GET("/admin/seguranca?q=%00").Want(400)
}

// What needs attention stands above the list until an administrator presses its button; codes and agents are in the fold alone.
func TestSecurityList_Attention(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "delete from security_events")
	camila := app.As(t, dbtest.Camila)
	if err := security.Record(t.Context(), app.DB, auth.Caller{Origin: auth.Origin{IP: "198.51.100.7", UserAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"},
		Now: time.Now()}, security.Event{Kind: security.DeviceDenied, Subject: dbtest.Bruno.UserCode, Details: map[string]any{"name": "Bruno Acioli"}}); err != nil {
		t.Fatal(err)
	}
	page := camila.GET("/admin/seguranca").Want(200)
	card := page.HTML().Find(".box-card:has(h2:contains('Pedem atenção'))")
	if text := card.Text(); !strings.Contains(text, "Bruno Acioli disse que não entrou") || !strings.Contains(text, "Grave") {
		t.Fatalf("the card is %q", text)
	}
	if step := card.Find("a:contains('Abrir incidente')").AttrOr("href", ""); step != "/admin/privacidade/incidentes/novo" {
		t.Errorf("the next step leads to %q", step)
	}
	fold := page.HTML().Find("details:has(summary:contains('Detalhes técnicos'))")
	if !strings.Contains(fold.Text(), "login.denied") || !strings.Contains(fold.Text(), "Gecko/20100101") {
		t.Errorf("the fold is %q", fold.Text())
	}
	page.HTML().Find("details").Remove()
	action := card.Find("form").AttrOr("action", "")
	app.As(t, dbtest.Bruno).Form(action, nil).Want(403)
	app.Nobody(t).Form(action, nil).Want(303)
	camila.Form("/admin/seguranca/999999/conferido", nil).Want(404)
	camila.Form(action, nil).Want(303)
	camila.Form(action, nil).Want(303)
	if after := camila.GET("/admin/seguranca").Want(200); after.HTML().Find("h2:contains('Pedem atenção')").Length() != 0 ||
		!strings.Contains(after.Words(), "disse que não entrou") {
		t.Error("it still needs attention, or is listed no longer")
	}
	app.Exec(t, "delete from security_attention")
	app.Exec(t, "update security_events set date_created = now() - interval '31 days'")
	if camila.GET("/admin/seguranca").Want(200).HTML().Find("h2:contains('Pedem atenção')").Length() != 0 {
		t.Error("an event needs attention for ever")
	}
}

// The figures above the list are those of the last 24 hours, and each opens what it counts.
func TestSecurityList_Figures(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	app.Exec(t, "delete from security_events")
	for kind, subjects := range map[security.Kind][]string{security.LoginSucceeded: {"a", "a", "b"}, security.LoginFailed: {"a", "x"}, security.LoginLimited: {"x"}} {
		for _, subject := range subjects {
			if err := security.Record(t.Context(), app.DB, auth.Caller{Now: time.Now()}, security.Event{Kind: kind, Subject: subject}); err != nil {
				t.Fatal(err)
			}
		}
	}
	app.Exec(t, "update security_events set date_created = now() - interval '25 hours' where subject = 'b'")
	app.Exec(t, "update system_users set second_step_at = now() where id = $1", dbtest.Camila.ID)
	app.Exec(t, "update system_users set second_step_due = '2090-12-08 12:00-03' where id = $1", dbtest.Bruno.ID)
	app.Exec(t, "update log_checks set checked_at = now(), faults = '[]'")
	figures := func() string {
		return strings.Join(strings.Fields(camila.GET("/admin/seguranca").Want(200).HTML().Find(".counts").Text()), " ")
	}
	without := app.Count(t, "system_users", "status = 'active' and second_step_at is null")
	if got, want := figures(), fmt.Sprintf("Entradas em 24 h 2 de 1 pessoaRecusadas em 24 h 2 1 bloqueio por alguns minutosSem segunda etapa %d prazo em 08/12Registro de quem viu Íntegro conferido agora", without); got != want {
		t.Errorf("the figures are %q, want %q", got, want)
	}
	if err := security.Record(t.Context(), app.DB, auth.Caller{Now: time.Now()}, security.Event{Kind: security.NewDevice, Subject: "a"}); err != nil {
		t.Fatal(err)
	}
	if got := figures(); !strings.Contains(got, "24 h 2 1 aparelho novo") {
		t.Errorf("with a new device: %q", got)
	}
	app.Exec(t, `update log_checks set faults = '[{}]'`)
	if got := figures(); !strings.Contains(got, "Não confere") {
		t.Errorf("a log that differs: %q", got)
	}
	camila.GET("/admin/seguranca").Want(200).HTML().Find(".counts a").Each(func(_ int, link *goquery.Selection) {
		camila.GET(link.AttrOr("href", "")).Want(200)
	})
}
