package panel_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// A page that reads itself again in the background leaves the toast to the page that the person opens next.
func TestNotice_BackgroundReading(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno).WithCookie(web.NoticeCookie, "text=Pedido+salvo.")
	read := bruno.With("X-Background", "true").GET("/painel").Want(200)
	if strings.Contains(read.Words(), "Pedido salvo.") ||
		strings.Contains(strings.Join(read.Header.Values("Set-Cookie"), ";"), web.NoticeCookie) {
		t.Errorf("a background reading takes the toast: %v", read.Header)
	}
	opened := bruno.GET("/painel").Want(200)
	if !strings.Contains(opened.Words(), "Pedido salvo.") ||
		!strings.Contains(strings.Join(opened.Header.Values("Set-Cookie"), ";"), web.NoticeCookie) {
		t.Errorf("the opened page has no toast: %v", opened.Header)
	}
}
