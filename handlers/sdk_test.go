package handlers_test

import (
	"os"
	"os/exec"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The public client of the query dialect reads, filters with every operator, aggregates, creates, updates in
// batches and deletes products, services and attachments; the script compares each answer with its own
// evaluation.
func TestTool_PublicClient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var issued struct{ Token string }
	app.As(t, dbtest.Camila).POST("/api/v1/auth/tokens", map[string]any{"name": "planilha", "scopes": []string{
		"items:products:*", "items:users:read", "items:services:*", "items:services_files:*", "items:files:read",
	}}).
		Want(201).Data(&issued)
	if _, err := app.Pool.Exec(t.Context(), `insert into files (file_name, content_type, size, sha256, storage_key)
		values ('pix.pdf', 'application/pdf', 10, repeat('0', 64), 'pix')`); err != nil {
		t.Fatal(err)
	}
	node := exec.CommandContext(t.Context(), "node", "testdata/sdk/client.mjs")
	node.Env = append(os.Environ(), "ACOLHE_URL="+app.URL, "ACOLHE_TOKEN="+issued.Token)
	output, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	t.Logf("%s", output)
}
