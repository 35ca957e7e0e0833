package handlers_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The metrics count what waits, and the dashboard and the alerts name only metrics that exist.
func TestMetrics(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	app.Exec(t, "insert into webhook_outbox (table_name, action, record_id, record, occurred_at) values ('tags', 'create', 1, '{}', now() - interval '90 seconds')")
	app.Exec(t, "insert into river_job (kind, queue, state, args, max_attempts, scheduled_at) values ('x', 'webhooks', 'available', '{}', 3, now() - interval '60 seconds')")
	camila := app.As(t, dbtest.Camila)
	metrics := camila.GET("/metrics").Want(200).Body
	for _, line := range []string{`acolhe_database_up 1`, `acolhe_webhook_events_waiting 1`,
		`acolhe_webhook_deliveries_waiting{status="failed"} 1`, `acolhe_webhook_endpoints{state="failing"} 1`,
		`acolhe_system_errors_open 1`, `acolhe_jobs{queue="webhooks",state="available"} 1`, `acolhe_live_clients 0`,
		`acolhe_pool_connections{pool="access",state="most"} `,
		`acolhe_webhook_events_oldest_seconds 9`, `acolhe_jobs_oldest_seconds 6`, `route="/api/v1/auth/login",status="200"`} {
		if !strings.Contains(metrics, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
	known := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)`).FindAllStringSubmatch(metrics, -1) {
		known[match[1]] = true
		if match[2] == "histogram" {
			known[match[1]+"_count"], known[match[1]+"_bucket"], known[match[1]+"_sum"] = true, true, true
		}
	}
	named := regexp.MustCompile(`\b(?:acolhe|http|process|go)_[a-z_]+`)
	for _, path := range []string{"../docs/monitoring/grafana.json", "../docs/monitoring/alerts.yml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		names := named.FindAllString(string(text), -1)
		for _, name := range names {
			if !known[name] {
				t.Errorf("%s names %s, which is no metric", path, name)
			}
		}
		if len(names) < 8 {
			t.Errorf("%s names %d metrics", path, len(names))
		}
		if strings.HasSuffix(path, ".json") && !json.Valid(text) {
			t.Errorf("%s is no JSON", path)
		}
	}
}

// What /readyz names is missing, and only that.
func TestReady_SaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if body := app.Nobody(t).GET("/readyz").Want(200).Body; body != "ready\ndatabase: ok\nschema: ok\nfiles: ok\n" {
		t.Errorf("readyz answers %q", body)
	}
	app.Exec(t, "delete from goose_db_version where version_id = (select max(version_id) from goose_db_version)")
	body := app.Nobody(t).GET("/readyz").Want(503).Body
	if !strings.HasPrefix(body, "not ready\ndatabase: ok\nschema: missing, the schema is at ") || !strings.HasSuffix(body, "\nfiles: ok\n") {
		t.Errorf("readyz answers %q", body)
	}
}
