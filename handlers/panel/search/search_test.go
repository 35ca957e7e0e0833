package search_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestPalette_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	found := bruno.GET("/painel/busca?q=conceicao").Want(200).Body
	if !strings.Contains(found, `href="/painel/associados/3"`) || !strings.Contains(found, `href="/painel/pedidos/2"`) || strings.Contains(found, "<html") {
		t.Errorf("found %s", found)
	}
	if none := strings.TrimSpace(bruno.GET("/painel/busca?q=x").Want(200).Body); none != "" {
		t.Errorf("one letter finds %s", none)
	}
	bruno.GET("/painel/busca?q=a%00").Want(400)
	bruno.Form("/painel/busca", url.Values{"collection": {"orders"}, "id": {"999"}}).Want(404)
	bruno.Form("/painel/busca", url.Values{"collection": {"orders"}, "id": {"x"}}).Want(400)
	bruno.Form("/painel/busca", url.Values{"collection": {"orders"}, "id": {"1"}}).Want(200)
	if recent := bruno.GET("/painel/busca").Want(200).Body; !strings.Contains(recent, "Abertos há pouco") || !strings.Contains(recent, "/painel/pedidos/1") {
		t.Errorf("recent is %s", recent)
	}
	app.As(t, dbtest.Renata).GET("/painel/busca?q=renata").Want(403)
	app.WithToken(t, "*").GET("/painel/busca?q=renata").Want(403)
}
