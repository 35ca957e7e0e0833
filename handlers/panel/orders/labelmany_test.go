package orders_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"

	"acolhe/handlers/handlertest"
	"acolhe/models/parcels"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	"acolhe/simulators/control"
)

const (
	buying      = "/painel/pedidos/etiquetas-de-envio"
	firstBuying = buying + "/1"
)

// withManyLabels returns an app with orders 1 to count+1 of Ana's, in separation and with an option of Melhor Envio, except the
// last, which has none.
func withManyLabels(t *testing.T, count int) (handlertest.Carriers, url.Values) {
	t.Helper()
	app := withLabel(t)
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, email, status, items, total, address, freight_option, delivery_price)
		select 5000 + n, o.user_id, o.user_code, 'Pessoa ' || n, o.email, o.status, o.items, o.total, o.address, o.freight_option, o.delivery_price
		from orders o, generate_series(1, $1) n where o.id = 1`, count)
	app.Exec(t, "update orders set freight_option = null where id = $1", 5000+count)
	picked := url.Values{"ids": {"1"}}
	for n := range count {
		picked.Add("ids", fmt.Sprint(5001+n))
	}
	return app, picked
}

// accepted is the form that accepts the shown total for orders.
func accepted(client *handlertest.Client, picked url.Values) url.Values {
	form := client.FormAt(buying + "?" + picked.Encode())
	form["ids"] = picked["ids"]
	return form
}

// buyNext runs the job of a purchase until it is over.
func buyNext(t *testing.T, app handlertest.Carriers) {
	t.Helper()
	for hasMore := true; hasMore; {
		var err error
		if hasMore, err = (tasks.LabelWorker{Office: app.Parcels()}).BuyNext(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
}

// has checks that a page says some words.
func has(t *testing.T, page *handlertest.Answer, want ...string) {
	t.Helper()
	said := plain(page.Words())
	for _, words := range want {
		if !strings.Contains(said, words) {
			_, body, _ := strings.Cut(said, "emitido por")
			t.Errorf("%q is missing in %s", words, body[:min(len(body), 900)])
		}
	}
}

// plain replaces spaces that do not break.
func plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// The labels of the selected orders are bought at once, each once, after their total was shown; an order without freight stays
// out, with the reason.
func TestLabels_Bought(t *testing.T) {
	t.Parallel()
	app, picked := withManyLabels(t, 3)
	priscila := app.As(t, dbtest.Priscila)
	asked := priscila.GET(buying + "?" + picked.Encode()).Want(200)
	has(t, asked, "Comprar 3 etiquetas por R$ 270,00?", "O valor sai do saldo do Melhor Envio.", "1 pedido não entra na compra",
		"não tem frete de transportadora")
	form := asked.Fields()
	form["ids"] = picked["ids"]
	if at := priscila.Form(buying, form).Want(303).Location(); at != firstBuying {
		t.Fatalf("it leads to %s", at)
	}
	again := priscila.Form(buying, form).Want(422)
	has(t, again, "Nenhum destes pedidos pode receber etiqueta.", "Já está na fila de compra.")
	has(t, priscila.GET(firstBuying), "Na fila 3", "Sem frete", "Abrir pedido", "Falta: até R$ 270,00")
	buyNext(t, app)
	buyNext(t, app)
	page := priscila.GET(firstBuying).Want(200)
	has(t, page, "Compra terminada", "Compradas 3", "Precisam de você 1", "Imprimir 3 etiquetas", "Marcar 3 pedidos como enviados")
	if app.MelhorEnvio.Purchases() != 3 {
		t.Errorf("%d purchases", app.MelhorEnvio.Purchases())
	}
	for format, pages := range map[string]int{"a6": 3, "a4": 1} {
		file := priscila.GET(firstBuying + "/etiquetas.pdf?formato=" + format).Want(200)
		if got, err := api.PageCount(strings.NewReader(file.Body), nil); err != nil || got != pages {
			t.Errorf("%s has %d pages, want %d: %v", format, got, pages, err)
		}
	}
	if said := priscila.Form(firstBuying+"/enviar", nil).Want(303).Notice().Text; plain(said) != "3 pedidos marcados como enviados." {
		t.Errorf("sending says %q", said)
	}
	if app.Count(t, "orders o join parcels p on p.order_id = o.id", "o.status = 'Enviado' and o.tracking_code = p.tracking_code") != 3 {
		t.Error("not all orders are sent with their codes")
	}
	asked = priscila.GET(buying + "?" + picked.Encode()).Want(200)
	has(t, asked, "Nenhum dos pedidos selecionados pode receber etiqueta.")
}

// A refused label and one without an answer do not stop the others; nothing is bought twice, and the unknown one is asked about.
func TestLabels_RefusedAndUnknown(t *testing.T) {
	t.Parallel()
	app, picked := withManyLabels(t, 4)
	priscila := app.As(t, dbtest.Priscila)
	app.MelhorEnvio.Fail("POST /api/v2/me/cart", control.Unavailable, 1)
	app.MelhorEnvio.Fail("/checkout", control.Malformed, 1)
	app.MelhorEnvio.Fail("/orders/", control.Internal, 1)
	priscila.Form(buying, accepted(priscila, picked)).Want(303)
	buyNext(t, app)
	has(t, priscila.GET(firstBuying).Want(200), "Recusada", "Tentar de novo", "Sem resposta", "Conferir no Melhor Envio", "Compradas 2",
		"Precisam de você 3")
	priscila.Form("/painel/pedidos/5001/etiqueta/conferir", nil).Want(303)
	has(t, priscila.GET(firstBuying+"?parte=compradas").Want(200), "Compradas 3", "Pessoa 1")
	if app.MelhorEnvio.Purchases() != 3 {
		t.Errorf("%d purchases", app.MelhorEnvio.Purchases())
	}
	if at := priscila.GET("/painel/tarefas/1").Want(303).Location(); at != firstBuying {
		t.Errorf("the task leads to %s", at)
	}
}

// Between two labels the purchase can pause, and a total that changed is asked again.
func TestLabels_PausedAndChanged(t *testing.T) {
	t.Parallel()
	app, picked := withManyLabels(t, 2)
	priscila := app.As(t, dbtest.Priscila)
	form := accepted(priscila, picked)
	app.Exec(t, `update orders set freight_option = jsonb_set(freight_option, '{price}', '91') where id = 1`)
	has(t, priscila.Form(buying, form).Want(422), "Confira o novo total.", "Comprar 2 etiquetas por R$ 181,00?")
	priscila.Form(buying, accepted(priscila, picked)).Want(303)
	priscila.Form(firstBuying+"/pausar", nil).Want(303)
	buyNext(t, app)
	if app.MelhorEnvio.Purchases() != 0 {
		t.Error("a paused purchase goes on")
	}
	priscila.Form(firstBuying+"/continuar", nil).Want(303)
	buyNext(t, app)
	if app.MelhorEnvio.Purchases() != 2 {
		t.Errorf("%d purchases", app.MelhorEnvio.Purchases())
	}
}

// Who may change orders may buy; a colleague sees the purchase but does not pause it.
func TestLabels_Access(t *testing.T) {
	t.Parallel()
	app, picked := withManyLabels(t, 2)
	priscila, bruno, renata := app.As(t, dbtest.Priscila), app.As(t, dbtest.Bruno), app.As(t, dbtest.Renata)
	form := accepted(priscila, picked)
	renata.GET(buying + "?" + picked.Encode()).Want(403)
	renata.Form(buying, form).Want(403)
	app.Nobody(t).Form(buying, form).Want(303)
	app.AsAssociate(t, dbtest.Ana).Form(buying, form).Want(303)
	priscila.Form(buying, form).Want(303)
	renata.GET(firstBuying).Want(403)
	bruno.GET(firstBuying).Want(200)
	bruno.Form(firstBuying+"/pausar", nil).Want(404)
	renata.Form(firstBuying+"/enviar", nil).Want(403)
	priscila.GET(buying + "/99").Want(404)
	priscila.GET(buying).Want(400)
	if app.Count(t, "tasks", "true") != 1 || app.Count(t, "parcels", "state <> 'queued'") != 0 {
		t.Error("not one purchase is stored")
	}
}

// The shipping list has today's parcels by company; a posted one, and one whose order was sent before, are not on it.
func TestHandovers(t *testing.T) {
	t.Parallel()
	app, picked := withManyLabels(t, 3)
	priscila := app.As(t, dbtest.Priscila)
	empty := priscila.GET("/painel/pedidos/lista-de-envios.pdf").Want(200)
	if empty.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(empty.Body, "%PDF-") {
		t.Errorf("without parcels: %v", empty.Header)
	}
	app.Exec(t, `update orders set freight_option = '{"option_key": "carrier_a:ECONOMIC", "provider": "carrier_a", "service_label": "Loggi Econômico", "price": 90, "eta_days": 6}' where id = 5001`)
	priscila.Form(buying, accepted(priscila, picked)).Want(303)
	buyNext(t, app)
	priscila.Form(firstBuying+"/enviar", nil).Want(303)
	said := func() (lines []string) {
		t.Helper()
		groups, err := parcels.ReadHandovers(t.Context(), app.DB, dbtest.Priscila.Caller())
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range groups {
			for _, one := range group.Parcels {
				lines = append(lines, fmt.Sprintf("%s/%s %d %s", group.Company, group.Seller, one.Order.ID, one.Service()))
			}
		}
		return lines
	}
	want := []string{"Correios/Melhor Envio 1 PAC", "Correios/Melhor Envio 5002 PAC", "Loggi/ 5001 Econômico"}
	if got := said(); !slices.Equal(got, want) {
		t.Errorf("the list is %q, want %q", got, want)
	}
	app.Exec(t, "update parcels set stage = 'posted' where order_id = 1")
	app.Exec(t, "update order_changes set date_created = date_created - interval '60 days' where order_id = 5002")
	if got := said(); !slices.Equal(got, want[2:]) {
		t.Errorf("later the list is %q", got)
	}
	if _, err := parcels.ReadHandovers(t.Context(), app.DB, dbtest.Renata.Caller()); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("another role: %v", err)
	}
	app.As(t, dbtest.Renata).GET("/painel/pedidos/lista-de-envios.pdf").Want(403)
	app.Nobody(t).GET("/painel/pedidos/lista-de-envios.pdf").Want(303)
}
