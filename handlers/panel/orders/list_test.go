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

// The sum covers all rows of the filter, on each page of the list.
func TestOrderList_Sums(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	for query, want := range map[string]string{
		"":                     "R$ 710,90 frete R$ 23,90 · doações R$ 10,00",
		"situacao=Pago":        "R$ 430,90 frete R$ 23,90",
		"q=conceicao":          "R$ 280,00 doações R$ 10,00",
		"q=ninguem":            "R$ 0,00",
		"de=2026-11-20&uf=SC":  "R$ 280,00 doações R$ 10,00",
		"pagina=7&ordem=total": "R$ 710,90 frete R$ 23,90 · doações R$ 10,00",
	} {
		if sum := strings.TrimSpace(fernando.GET("/painel/pedidos/soma?" + query).Want(200).Words()); sum != want {
			t.Errorf("%q comes to %q, want %q", query, sum, want)
		}
	}
	filtered := fernando.GET("/painel/pedidos?situacao=Pago").Want(200)
	if !strings.Contains(filtered.Body, "/painel/pedidos/soma?situacao=Pago") || !strings.Contains(filtered.Body, `hx-trigger="load"`) ||
		strings.Contains(filtered.Words(), "1 pedido R$") {
		t.Error("a filtered list does not read its sum after the page")
	}
	// Without scripts the sums are part of the list.
	if with := fernando.GET("/painel/pedidos?situacao=Pago&soma=1").Want(200).Words(); !strings.Contains(with, "1 pedido R$ 430,90") {
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
	app.Exec(t, "update orders set service_user = '"+dbtest.Camila.UserCode+"' where id = 2")
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
		"?envio=sem-etiqueta":    {true, false},
		"?criado_por=acióli":     {true, false},
		"?criado_por=TORRES":     {false, true},
		"?criado_por=ninguem":    {false, false},
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
	for _, wrong := range []string{"situacao=Nada", "periodo=nada", "uf=XX", "q=%00", "etiqueta=%ff", "envio=nada"} {
		bruno.GET("/painel/pedidos?" + wrong).Want(400)
		bruno.GET("/painel/pedidos/soma?" + wrong).Want(400)
	}
	// Tabs count under the other filters, also in the part that a filter replaces.
	for query, want := range map[string]string{"": "Todos 2 Aguardando pagamento 1 Pago 1 ",
		"?q=ana": "Todos 1 Aguardando pagamento 0 Pago 1 ", "?q=ana&situacao=Pago": "Todos 1 Aguardando pagamento 0 Pago 1 "} {
		for _, asker := range []*handlertest.Client{bruno, bruno.With("HX-Request", "true").With("HX-Request-Type", "partial")} {
			if page := asker.GET("/painel/pedidos" + query).Want(200).Words(); !strings.Contains(page, want) {
				t.Errorf("%q counts %s", query, page)
			}
		}
	}
	part := bruno.With("HX-Request", "true").With("HX-Request-Type", "partial").GET("/painel/pedidos?q=ana").Want(200)
	if strings.Contains(part.Body, "<html") || !strings.Contains(part.Body, "Ana Beatriz") {
		t.Errorf("htmx got %s", part.Body)
	}
	if !strings.Contains(strings.Join(part.Header.Values("Vary"), ","), "HX-Request") {
		t.Error("the answer does not vary by HX-Request")
	}
}

// The days count only without a named period.
func TestOrderList_Periods(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set date_created = now() - interval '40 days' where id = 1")
	app.Exec(t, "update orders set date_created = now() where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string][2]bool{
		"periodo=hoje": {false, true}, "periodo=7-dias": {false, true}, "periodo=30-dias": {false, true}, "periodo=este-mes": {false, true},
		"periodo=hoje&de=2020-01-01&ate=2020-01-02": {false, true}, "periodo=datas&ate=2020-01-02": {false, false}, "periodo=datas": {true, true},
	} {
		page := bruno.GET("/painel/pedidos?" + query).Want(200).Body
		if got := [2]bool{strings.Contains(page, "/painel/pedidos/1\""), strings.Contains(page, "/painel/pedidos/2\"")}; got != want {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
}
