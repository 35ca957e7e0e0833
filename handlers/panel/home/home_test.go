package home_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestHome_Counts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.As(t, dbtest.Bruno).GET("/painel").Want(200).Words()
	for _, want := range []string{"Na recepção 2", "Pedidos a receber 1", "Tereza Quintana", "João da Conceição", "R$ 280,00"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	// Financeiro may not see reception.
	if page := app.As(t, dbtest.Fernando).GET("/painel").Want(200).Words(); strings.Contains(page, "Na recepção") || strings.Contains(page, "Tereza") {
		t.Error("Financeiro sees the reception")
	}
}
