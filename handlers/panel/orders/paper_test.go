package orders_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/dbtest"
)

const anasPaper = "/painel/pedidos/1/folha.pdf"

func TestPaper_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, staff := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
		sheet := app.As(t, staff).GET(anasPaper).Want(200)
		if kind := sheet.Header.Get("Content-Type"); kind != "application/pdf" || !strings.HasPrefix(sheet.Body, "%PDF-") ||
			!strings.HasSuffix(strings.TrimSpace(sheet.Body), "%%EOF") {
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

// The head shows the configured data of the association; invalid values count as absent.
func TestPaper_AssociationSettings(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if err := configuration.Seed(t.Context(), app.DB, areas.Keys(), time.Now()); err != nil {
		t.Fatal(err)
	}
	before := len(app.As(t, dbtest.Bruno).GET(anasPaper).Want(200).Body)
	const dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
	admin := app.As(t, dbtest.Camila)
	for key, values := range map[string][2]string{
		"cnpj": {"11222333000181", "11222333000182"}, "address": {"Rua Um, 2", " Rua Um"}, "phone": {"4833330000", "33330000"},
		"logo": {dot, "data:image/png;base64,AAAA"},
	} {
		var id int64
		if err := app.Pool.QueryRow(t.Context(), `select id from system_configs where system = 'association' and key = $1`, key).
			Scan(&id); err != nil {
			t.Fatal(err)
		}
		address := fmt.Sprintf("/api/v1/config/%d", id)
		admin.JSON("PATCH", address, map[string]any{"value": values[1]}).Want(400)
		admin.JSON("PATCH", address, map[string]any{"value": values[0]}).Want(200)
	}
	sheet := app.As(t, dbtest.Bruno).GET(anasPaper).Want(200).Body
	if !strings.Contains(sheet, "/Subtype /Image") || len(sheet) <= before {
		t.Error("the sheet has no logo")
	}
}
