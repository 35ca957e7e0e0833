package panel_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// A compressed page of 60 rows stays within the budget of ui.md ("Budgets").
func TestLists_Bytes(t *testing.T) {
	t.Parallel()
	const budget = 11 << 10
	app := handlertest.New(t)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 80, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/painel/associados", "/painel/pedidos"} {
		if rows := strings.Count(bruno.GET(path).Want(200).Body, " data-row"); rows < 60 {
			t.Fatalf("%s has %d rows, want a page of 60", path, rows)
		}
		packed := bruno.With("Accept-Encoding", "br").GET(path).Want(200)
		if packed.Header.Get("Content-Encoding") != "br" || len(packed.Body) > budget {
			t.Errorf("%s takes %d bytes as %q, want brotli of at most %d", path, len(packed.Body), packed.Header.Get("Content-Encoding"), budget)
		}
	}
}
