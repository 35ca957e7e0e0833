package admin_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const structurePage = "/admin/estrutura"

// The pages list the collections, and of one its columns, relations and permissions.
func TestStructurePages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if words := camila.GET(structurePage).Want(200).Words(); !strings.Contains(words, "Associados e pacientes") ||
		!strings.Contains(words, "services_files") {
		t.Errorf("the collections: %s", words)
	}
	words := camila.GET(structurePage + "/orders").Want(200).Words()
	for _, want := range []string{"custom_payment", "Objeto ou lista", "Acolhimento", "Ver, alterar", "Arquivos de pedidos order_id"} {
		if !strings.Contains(words, want) {
			t.Errorf("orders without %q: %s", want, words)
		}
	}
	camila.GET(structurePage + "/sessions").Want(404)
	app.As(t, dbtest.Bruno).GET(structurePage).Want(403)
	app.Nobody(t).GET(structurePage).Want(303)
}
