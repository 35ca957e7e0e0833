package handlers_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A live page ends with its session: after signing out it sends nothing any more.
func TestEvents_EndWithSession(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	camila := app.As(t, dbtest.Camila)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, app.URL+"/painel/recepcao/ao-vivo", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.AddCookie(&http.Cookie{Name: "service_oss_session", Value: camila.Cookie("service_oss_session")})
	stream, err := http.DefaultTransport.RoundTrip(request)
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatal(stream, err)
	}
	defer stream.Body.Close()
	camila.POST("/api/v1/auth/logout", map[string]any{}).Want(http.StatusOK)
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, stream.Body) // it ends in any case
		close(ended)
	}()
	limit, changes := time.After(20*time.Second), time.NewTicker(100*time.Millisecond)
	defer changes.Stop()
	for {
		select {
		case <-ended:
			return
		case <-limit:
			t.Fatal("the page lives on without its session")
		case <-changes.C:
			app.Exec(t, "update reception set date_updated = now()")
		}
	}
}

// A page that follows changes without a session stops by an answer that is no error in its console.
func TestEvents_WithoutSession(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, path := range []string{"/painel/recepcao/ao-vivo", "/painel/avisos/ao-vivo"} {
		app.Nobody(t).With("Accept", "text/event-stream").GET(path).Want(http.StatusNoContent)
		app.Nobody(t).GET(path).Want(http.StatusSeeOther)
	}
}
