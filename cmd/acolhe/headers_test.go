package main

import (
	"net/http"
	"strings"
	"testing"
)

// The limit applies before the caller is known.
func TestServe_HeaderLimit(t *testing.T) {
	t.Parallel()
	_, database := emptyDatabase(t)
	p := serveOn(t, database, "DATA_DIR="+t.TempDir())
	for size, want := range map[int]int{60 << 10: http.StatusOK, 80 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.screenValue("Endereço")+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Long", strings.Repeat("x", size))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%d bytes: %d, want %d", size, response.StatusCode, want)
		}
	}
}
