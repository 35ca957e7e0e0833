package orders_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A person reads the chosen service, or the name of the carrier, and never the key of a provider.
func TestFreight_NamedForPeople(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	priscila := app.As(t, dbtest.Priscila)
	const option = `{"option_key": "carrier_b:1-17", "provider": "carrier_b", "service_label": "Correios Mini Envios", "price": 9, "eta_days": 6}`
	for _, stored := range []struct{ carrier, option, name string }{
		{"'carrier_b'", "'" + option + "'", "Correios Mini Envios"}, {"'carrier_b'", "null", "Melhor Envio"}, {"'carrier_a'", "null", "Loggi"},
		{"null", "'" + option + "'", "Correios Mini Envios"}, {"'Motoboy'", "'" + option + "'", "Motoboy"},
	} {
		app.Exec(t, "update orders set status = 'Em separação', freight_carrier = "+stored.carrier+", freight_option = "+stored.option+" where id in (1, 2)")
		for _, page := range []string{anasOrder, anasOrder + "?drawer=1", anasOrder + "/enviar", "/painel/pedidos/enviar?ids=1&ids=2"} {
			answer := priscila.GET(page).Want(200)
			if strings.Contains(answer.Words(), "carrier_") || strings.Contains(answer.Fields().Get("freight_carrier"), "carrier_") {
				t.Errorf("%s of %s shows the key of a provider: %s", page, stored.name, answer.Words())
			}
		}
		if words := priscila.GET(anasOrder).Words(); !strings.Contains(words, "Frete "+stored.name) {
			t.Errorf("the page does not name %s: %s", stored.name, words)
		}
		if typed := priscila.FormAt(anasOrder + "/enviar").Get("freight_carrier"); typed != stored.name {
			t.Errorf("sending begins with %q instead of %q", typed, stored.name)
		}
	}
}

// Sending with the offered name keeps the provider's key for scripts; another name replaces it.
func TestSend_KeepsTheProvider(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	priscila := app.As(t, dbtest.Priscila)
	app.Exec(t, "update orders set status = 'Em separação', freight_carrier = 'carrier_b' where id in (1, 2)")
	for page, want := range map[string]string{anasOrder: "carrier_b", joaosOrder: "Motoboy"} {
		form := priscila.FormAt(page + "/enviar")
		form.Set("tracking_code", "QC123456785BR")
		if want == "Motoboy" {
			form.Set("freight_carrier", want)
		}
		priscila.Form(page+"/enviar", form).Want(303)
		if app.Count(t, "orders", "status = 'Enviado' and id = "+page[len(page)-1:]+" and freight_carrier = '"+want+"'") != 1 {
			t.Errorf("the carrier of %s is not %s", page, want)
		}
	}
}
