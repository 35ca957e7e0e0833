package panel_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestOrdersAreSortedByMoneyAndTime(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	for order, anaFirst := range map[string]bool{"": false, "criado": true, "-criado": false, "total": false, "-total": true} {
		page := bruno.GET("/painel/pedidos?ordem=" + order).Want(200).Body
		page = page[strings.Index(page, "<tbody"):]
		if first := strings.Index(page, "/painel/pedidos/1\"") < strings.Index(page, "/painel/pedidos/2\""); first != anaFirst {
			t.Errorf("by %q Ana's order comes first: %v", order, first)
		}
	}
	if page := bruno.GET("/painel/pedidos?ordem=-total").Want(200).Body; !strings.Contains(page, `aria-sort="descending"`) {
		t.Error("the table does not say how it is sorted")
	}
}

// The sum is that of the filter, whatever page of the list is shown.
func TestOrdersAreSummed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	for query, want := range map[string]string{
		"":                     "Pedidos 2 Total R$ 710,90 Doações R$ 10,00 Frete R$ 23,90",
		"situacao=Pago":        "Pedidos 1 Total R$ 430,90 Doações R$ 0,00 Frete R$ 23,90",
		"q=conceicao":          "Pedidos 1 Total R$ 280,00 Doações R$ 10,00 Frete R$ 0,00",
		"q=ninguem":            "Pedidos 0 Total R$ 0,00 Doações R$ 0,00 Frete R$ 0,00",
		"de=2026-11-20&uf=SC":  "Pedidos 1 Total R$ 280,00 Doações R$ 10,00 Frete R$ 0,00",
		"pagina=7&ordem=total": "Pedidos 2 Total R$ 710,90 Doações R$ 10,00 Frete R$ 23,90",
	} {
		if sum := strings.TrimSpace(words(fernando.GET("/painel/pedidos/soma?" + query).Want(200).Body)); sum != want {
			t.Errorf("%q comes to %q, want %q", query, sum, want)
		}
	}
	list := fernando.GET("/painel/pedidos?situacao=Pago").Want(200).Body
	if !strings.Contains(list, "/painel/pedidos/soma?situacao=Pago") || !strings.Contains(list, `hx-trigger="load"`) || strings.Contains(words(list), "Total R$") {
		t.Error("a narrowed list does not ask for its sum after the page")
	}
	if whole := fernando.GET("/painel/pedidos").Want(200).Body; !strings.Contains(whole, `hx-trigger="click"`) {
		t.Error("all orders are added although nobody asked")
	}
	// Without scripts the list comes with it.
	if with := words(fernando.GET("/painel/pedidos?situacao=Pago&soma=1").Want(200).Body); !strings.Contains(with, "Total R$ 430,90") {
		t.Error("the list does not come with its sum")
	}
	app.As(t, dbtest.Renata).GET("/painel/pedidos/soma").Want(403)
}
