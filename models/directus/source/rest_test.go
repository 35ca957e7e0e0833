package source_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"acolhe/models/directus/source"
)

// A connection that keeps breaking is tried several times, and ends with what to do.
func TestREST_Broken(t *testing.T) {
	t.Parallel()
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls++
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"data":[`))
	}))
	defer server.Close()
	reader, err := source.NewREST(server.URL, "t")
	if err != nil {
		t.Fatal(err)
	}
	reader.WithoutPauses()
	_, err = reader.Page(t.Context(), source.Query{Collection: "users"})
	if err == nil || !strings.Contains(err.Error(), "a conexão caiu; o mesmo comando continua de onde parou") || calls < 3 {
		t.Errorf("it says %v after %d calls", err, calls)
	}
}
