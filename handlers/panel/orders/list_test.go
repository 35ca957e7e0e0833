package orders_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestOrderList_Sorted(t *testing.T) {
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

// The sum covers the whole filter, whichever page of the list is shown.
func TestOrderList_Sums(t *testing.T) {
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
		if sum := strings.TrimSpace(fernando.GET("/painel/pedidos/soma?" + query).Want(200).Words()); sum != want {
			t.Errorf("%q comes to %q, want %q", query, sum, want)
		}
	}
	filtered := fernando.GET("/painel/pedidos?situacao=Pago").Want(200)
	if !strings.Contains(filtered.Body, "/painel/pedidos/soma?situacao=Pago") || !strings.Contains(filtered.Body, `hx-trigger="load"`) || strings.Contains(filtered.Words(), "Total R$") {
		t.Error("a filtered list does not read its sum after the page")
	}
	if whole := fernando.GET("/painel/pedidos").Want(200).Body; !strings.Contains(whole, `hx-trigger="click"`) {
		t.Error("all orders are added up without a request")
	}
	// Without scripts the sums are part of the list.
	if with := fernando.GET("/painel/pedidos?situacao=Pago&soma=1").Want(200).Words(); !strings.Contains(with, "Total R$ 430,90") {
		t.Error("the list does not come with its sum")
	}
	app.As(t, dbtest.Renata).GET("/painel/pedidos/soma").Want(403)
}

func TestOrderList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if _, err := app.Pool.Exec(t.Context(), `update orders set tags = '["Urgente"]', prescriber = 'Renata Ribeiro' where id = 1`); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][2]bool{
		"":                       {true, true},
		"?situacao=Pago":         {true, false},
		"?q=conceicao":           {false, true},
		"?q=ninguem":             {false, false},
		"?pagina=9":              {false, false},
		"?pagina=x&por=7":        {true, true},
		"?q=ana&situacao=Pago":   {true, false},
		"?q=ana&utm_source=mail": {true, false},
		"?uf=SC":                 {true, true},
		"?uf=SP":                 {false, false},
		"?etiqueta=Urgente":      {true, false},
		"?prescritor=RENÁTA":     {true, false},
		"?prescritor=ana":        {false, false},
		"?de=2026-11-20":         {false, true},
		"?ate=2026-11-19":        {true, false},
		"?de=2026-11-2":          {true, true},
		"?ordem=-total&por=25":   {true, true},
	} {
		page := bruno.GET("/painel/pedidos" + query).Want(200).Body
		got := [2]bool{strings.Contains(page, "/painel/pedidos/1\""), strings.Contains(page, "/painel/pedidos/2\"")}
		if got != want {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
	bruno.GET("/painel/pedidos?ordem=nome").Want(400)
	for _, wrong := range []string{"situacao=Nada", "uf=XX", "q=%00", "etiqueta=%ff"} {
		bruno.GET("/painel/pedidos?" + wrong).Want(400)
		bruno.GET("/painel/pedidos/soma?" + wrong).Want(400)
	}
	part := bruno.With("HX-Request", "true").With("HX-Request-Type", "partial").GET("/painel/pedidos?q=ana").Want(200)
	if strings.Contains(part.Body, "<html") || !strings.Contains(part.Body, "Ana Beatriz") {
		t.Errorf("htmx got %s", part.Body)
	}
	if !strings.Contains(strings.Join(part.Header.Values("Vary"), ","), "HX-Request") {
		t.Error("the answer does not vary by HX-Request")
	}
}
