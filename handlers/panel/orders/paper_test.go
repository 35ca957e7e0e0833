package orders_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const anasPaper = "/painel/pedidos/1/folha.pdf"

func TestPaper_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, staff := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
		sheet := app.As(t, staff).GET(anasPaper).Want(200)
		if kind := sheet.Header.Get("Content-Type"); kind != "application/pdf" || !strings.HasPrefix(sheet.Body, "%PDF-") || !strings.HasSuffix(strings.TrimSpace(sheet.Body), "%%EOF") {
			t.Errorf("%s gets %s", staff.Name, kind)
		}
		if shown := sheet.Header.Get("Content-Disposition"); shown != "inline; filename=pedido-1.pdf" {
			t.Errorf("it is shown as %s", shown)
		}
		if kept := sheet.Header.Get("Cache-Control"); kept != "no-store" {
			t.Errorf("it is kept: %s", kept)
		}
	}
	app.As(t, dbtest.Renata).GET(anasPaper).Want(403)
	app.WithToken(t, "*").GET(anasPaper).Want(403)
	if at := app.Nobody(t).GET(anasPaper).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
		t.Errorf("nobody is sent to %s", at)
	}
	for _, unknown := range []string{"999", "abc", "0", "-1", "99999999999999999999"} {
		app.As(t, dbtest.Bruno).GET("/painel/pedidos/" + unknown + "/folha.pdf").Want(404)
	}
}
