package handlers_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
)

// Every page of the administration shows the alarms until they are mended, to administrators alone.
func TestAlarms_EveryAdministrationPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	app.SeedSettings(t)
	app.SeedTasks(t)
	app.SeedTerms(t)
	app.Exec(t, `insert into backup_places (name, kind, label, address_encrypted, encryption_key_id, date_created) values ('disco', 'file', 'disco', '\x00', '', now() - interval '9 days')`)
	app.Exec(t, "insert into backups (state, date_started) values ('done', now() - interval '1 hour')")
	app.Exec(t, "insert into backup_drills (backup_id, state, date_started) select id, 'passed', now() - interval '9 days 1 hour' from backups")
	app.Exec(t, `update log_checks set checked_at = now(), faults = '[{"kind": "missing"}]'`)
	clients, visited := map[dbtest.Operator]*handlertest.Client{}, 0
	for _, page := range sitemap.Pages(t, app.Routes) {
		if page.Surface() != "admin" || page.By == (dbtest.Operator{}) { // the parts of pages in development are everybody's
			continue
		}
		if clients[page.By] == nil {
			clients[page.By] = app.As(t, page.By)
		}
		shown := clients[page.By].GET(page.Path).Want(200).HTML().Find(".alarm").Text()
		if !strings.Contains(shown, "O último ensaio de restauração bom tem 9\u00a0dias.") || !strings.Contains(shown, "O registro de quem viu não confere.") {
			t.Errorf("%s shows the alarms %q", page.Path, shown)
		}
		visited++
	}
	if visited < 80 {
		t.Errorf("only %d pages were visited", visited)
	}
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	if shown := camila.GET("/painel").Want(200).HTML().Find(".alarm").Length(); shown > 0 {
		t.Error("the panel shows alarms")
	}
	if shown := bruno.GET("/admin").Want(403).HTML().Find(".alarm").Length(); shown > 0 {
		t.Error("who is no administrator sees alarms")
	}
	app.Exec(t, "update backup_drills set date_started = now()")
	app.Exec(t, "update log_checks set faults = '[]'")
	if shown := camila.GET("/admin/operadores").Want(200).HTML().Find(".alarms").Length(); shown > 0 {
		t.Error("mended alarms are still shown")
	}
}
