package orders_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/parcels"
	"acolhe/models/platform/dbtest"
)

const anasOrder = "/painel/pedidos/1"

// withLabel returns an app with Ana's order in separation, whose option is of Melhor Envio.
func withLabel(t *testing.T) handlertest.Carriers {
	t.Helper()
	app := handlertest.NewCarriers(t)
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('store', 'freight.content_declaration', 'text', '"Cosméticos"'),
		('store', 'package.weight_g', 'number', '300'), ('store', 'package.length_cm', 'number', '20'), ('store', 'package.width_cm', 'number', '15'),
		('store', 'package.height_cm', 'number', '10') on conflict do nothing`)
	app.Exec(t, `update orders set status = 'Em separação', freight_option = '{"option_key": "carrier_b:1-1", "provider": "carrier_b",
		"service_label": "Correios PAC", "price": 90, "eta_days": 6}', address = '{"street":"Rua das Acácias","number":"120","neighborhood":"Centro",
		"city":"São Paulo","state":"SP","cep":"01001000","complement":""}' where id = 1`)
	return app
}

// run makes the calls of the queued purchases, as their jobs do.
func run(t *testing.T, app handlertest.Carriers) {
	t.Helper()
	var ids []int64
	if err := app.DB.Model(&parcels.Parcel{}).Where("state = 'queued'").Pluck("id", &ids).Error; err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := app.Parcels().Advance(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
}

// The label of an order is bought at the price that was shown, printed, and its code sends the order.
func TestLabel_BoughtPrintedSent(t *testing.T) {
	t.Parallel()
	app := withLabel(t)
	priscila := app.As(t, dbtest.Priscila)
	if words := priscila.GET(anasOrder).Want(200).Words(); !strings.Contains(words, "Ainda sem etiqueta.") ||
		!strings.Contains(words, "Comprar etiqueta, R$ 90,00") {
		t.Fatalf("before: %s", words)
	}
	asked := priscila.GET(anasOrder + "/etiqueta").Want(200)
	if words := asked.Words(); !strings.Contains(words, "O valor sai do saldo do Melhor Envio.") ||
		!strings.Contains(words, "O frete mudou de R$ 90,00 para R$") {
		t.Errorf("asked: %s", words)
	}
	form := asked.Fields()
	priscila.Form(anasOrder+"/etiqueta", form).Want(303)
	if words := priscila.GET(anasOrder).Words(); !strings.Contains(words, "Na fila") {
		t.Errorf("in the queue: %s", words)
	}
	priscila.Form(anasOrder+"/etiqueta", form).Want(422)
	run(t, app)
	page := priscila.GET(anasOrder).Want(200)
	for _, want := range []string{"Comprada", "Correios PAC pelo Melhor Envio", "Cosméticos, R$", "Imprimir etiqueta", "Cancelar etiqueta…",
		"Marcar como enviado"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	if file := priscila.GET(anasOrder + "/etiqueta.pdf").Want(200); !strings.HasPrefix(file.Body, "%PDF-") ||
		file.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("printed %q", file.Body[:20])
	}
	priscila.Form(anasOrder+"/etiqueta/conferir", nil).Want(303)
	priscila.Form(anasOrder+"/etiqueta/enviar", nil).Want(303)
	if app.Count(t, "orders o join parcels p on p.order_id = o.id",
		"o.status = 'Enviado' and o.tracking_code = p.tracking_code and o.freight_carrier = 'carrier_b'") != 1 {
		t.Error("the order is not sent with the label's code")
	}
	if app.MelhorEnvio.Purchases() != 1 {
		t.Errorf("%d purchases", app.MelhorEnvio.Purchases())
	}
}

func TestLabel_Cancelled(t *testing.T) {
	t.Parallel()
	app := withLabel(t)
	priscila := app.As(t, dbtest.Priscila)
	priscila.Form(anasOrder+"/etiqueta", priscila.FormAt(anasOrder+"/etiqueta")).Want(303)
	run(t, app)
	if words := priscila.GET(anasOrder + "/etiqueta/cancelar").Want(200).
		Words(); !strings.Contains(words, "O valor volta ao saldo em até 12 horas.") {
		t.Errorf("asked: %s", words)
	}
	priscila.Form(anasOrder+"/etiqueta/cancelar", nil).Want(303)
	if words := priscila.GET(anasOrder).Words(); !strings.Contains(words, "Cancelada") ||
		!strings.Contains(words, "Comprar etiqueta, R$ 90,00") {
		t.Errorf("cancelled: %s", words)
	}
	priscila.Form(anasOrder+"/etiqueta/cancelar", nil).Want(422)
	priscila.GET(anasOrder + "/etiqueta.pdf").Want(409)
}

// Who may change orders may buy labels; others get the answers of their roles.
func TestLabel_Access(t *testing.T) {
	t.Parallel()
	app := withLabel(t)
	for name, c := range map[string]struct {
		client     *handlertest.Client
		asks, buys int
	}{
		"colleague": {app.As(t, dbtest.Bruno), 200, 303}, "Profissional": {app.As(t, dbtest.Renata), 403, 403},
		"nobody": {app.Nobody(t), 303, 303}, "associate": {app.AsAssociate(t, dbtest.Ana), 303, 303},
	} {
		if got := c.client.GET(anasOrder + "/etiqueta").StatusCode; got != c.asks {
			t.Errorf("%s asks: %d, want %d", name, got, c.asks)
		}
		if got := c.client.Form(anasOrder+"/etiqueta", url.Values{}).StatusCode; got != c.buys {
			t.Errorf("%s buys: %d, want %d", name, got, c.buys)
		}
		for _, path := range []string{"/etiqueta/conferir", "/etiqueta/cancelar", "/etiqueta/enviar"} {
			if got := c.client.Form("/painel/pedidos/2"+path, nil).StatusCode; got != map[bool]int{true: 404, false: c.buys}[c.buys == 303 &&
				c.asks == 200] {
				t.Errorf("%s posts %s: %d", name, path, got)
			}
		}
	}
	if app.Count(t, "parcels", "true") != 1 {
		t.Error("not one parcel is stored")
	}
	app.As(t, dbtest.Priscila).GET("/painel/pedidos/99999/etiqueta").Want(404)
}
