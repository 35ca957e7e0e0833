package cart_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/simulators/control"
)

const newCart = "/painel/pedidos/novo"

// newOrder returns the cart of a new order for Ana with one oil, before its freight is quoted.
func newOrder(t *testing.T, client *handlertest.Client) url.Values {
	t.Helper()
	form := client.FormAt(newCart + "?associado=" + dbtest.Ana.UserCode)
	form.Set("add.code_texto", dbtest.Oil.Code)
	form.Set("acao", "adicionar")
	page := client.Form(newCart, form).Want(200)
	if page.HTML().Find(`[hx-post="`+newCart+`/frete"][hx-trigger=load]`).Length() != 1 || page.Fields().Get("total") != "290,00" {
		t.Fatalf("the cart is not quoted later: %s", page.Words())
	}
	return page.Fields()
}

// press sends the cart with a button, and returns its page.
func press(client *handlertest.Client, form url.Values, action string) *handlertest.Answer {
	form.Set("acao", action)
	return client.Form(newCart, form).Want(200)
}

// The options are read apart from the cart; the cheapest is chosen, and the price comes from the carrier's answer.
func TestCart_FreightChosen(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	form := newOrder(t, bruno)
	if trigger := bruno.Form(newCart+"/frete", form).Want(204).Header.Get("HX-Trigger"); trigger != "refazer" {
		t.Errorf("the quote triggers %q", trigger)
	}
	before := app.Loggi.Count("/quotations")
	page := press(bruno, form, "")
	words := page.Words()
	for _, want := range []string{"Mais barato", "Loggi Econômico", "Correios SEDEX", "Retirada na sede", "Outro valor", "cotado às"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is missing in %s", want, words)
		}
	}
	form = page.Fields()
	cheapest := form.Get("frete")
	if !strings.HasPrefix(cheapest, "carrier_b:") || form.Get("total") == "290,00" || app.Loggi.Count("/quotations") != before {
		t.Fatalf("the cart holds %s at %s, after %d further calls", cheapest, form.Get("total"), app.Loggi.Count("/quotations")-before)
	}
	form.Set("frete", "carrier_a:EXPRESS")
	form.Set("delivery_price", "0,01")
	form = press(bruno, form, "").Fields()
	form.Set("delivery_price", "0,01")
	form.Set("acao", "salvar")
	bruno.Form(newCart, form).Want(303)
	if app.Count(t, "orders", `freight_option->>'option_key' = 'carrier_a:EXPRESS' and freight_carrier = 'carrier_a'
		and (freight_option->>'price')::numeric = delivery_price and delivery_price > 10 and total = 290 + delivery_price`) != 1 {
		t.Error("the chosen option is not stored with the carrier's price")
	}
}

// A typed price and a pick-up have no option.
func TestCart_FreightTyped(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	form := press(bruno, newOrder(t, bruno), "cotar").Fields()
	form.Set("frete", "manual")
	page := press(bruno, form, "")
	if page.HTML().Find("[name=delivery_price]:not([type=hidden])").Length() != 1 {
		t.Error("there is no field for the price")
	}
	form = page.Fields()
	form.Set("delivery_price", "12,00")
	form = press(bruno, form, "").Fields()
	if form.Get("total") != "302,00" || form.Get("frete") != "manual" {
		t.Fatalf("the cart holds %v", form)
	}
	form.Set("acao", "salvar")
	to := bruno.Form(newCart, form).Want(303).Location()
	if app.Count(t, "orders", "delivery_price = 12 and freight_option is null and freight_carrier is null") != 1 {
		t.Error("a typed price keeps an option")
	}
	stored := bruno.FormAt(to + "/editar")
	if stored.Get("frete") != "manual" || stored.Get("delivery_price") != "12,00" {
		t.Errorf("the stored order opens with %v", stored)
	}
	stored.Set("frete", "retirada")
	stored.Set("acao", "")
	if stored = bruno.Form(to+"/editar", stored).Want(200).Fields(); stored.Get("total") != "290,00" {
		t.Errorf("picked up, the total is %s", stored.Get("total"))
	}
	stored.Set("acao", "salvar")
	bruno.Form(to+"/editar", stored).Want(303)
	if app.Count(t, "orders", "delivery_price = 0 and freight_option is null and total = 290") != 1 {
		t.Error("the pick-up is not stored")
	}
}

// An option whose quote is older than 15 minutes is quoted again; a changed price is shown before anything is stored.
func TestCart_FreightStale(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	form := press(bruno, newOrder(t, bruno), "cotar").Fields()
	seen := form.Get("frete_visto." + form.Get("frete"))
	app.Exec(t, "update freight_quotes set expires_at = now() - interval '1 minute'")
	form.Set("frete_visto."+form.Get("frete"), "1.00")
	form.Set("total", "291,00")
	form.Set("acao", "salvar")
	refused := bruno.Form(newCart, form).Want(422)
	if words := refused.Words(); !strings.Contains(words, "mudou de R$ 1,00 para R$ "+strings.Replace(seen, ".", ",", 1)) {
		t.Errorf("refused with %s", words)
	}
	again := refused.Fields()
	again.Set("acao", "salvar")
	bruno.Form(newCart, again).Want(303)
	if app.Count(t, "orders", "delivery_price = $1::numeric and freight_option is not null", seen) != 1 {
		t.Error("the second save does not store the order")
	}
}

// A stored option stays as agreed until the content changes.
func TestCart_FreightKept(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	form := press(bruno, newOrder(t, bruno), "cotar").Fields()
	form.Set("acao", "salvar")
	cart := bruno.Form(newCart, form).Want(303).Location() + "/editar"
	app.Exec(t, "delete from freight_quotes")
	calls := len(app.Loggi.Requests()) + len(app.MelhorEnvio.Requests())
	form = bruno.FormAt(cart)
	form.Set("info", "Frágil")
	form.Set("acao", "salvar")
	bruno.Form(cart, form).Want(303)
	if after := len(app.Loggi.Requests()) + len(app.MelhorEnvio.Requests()); after != calls ||
		app.Count(t, "orders", "info = 'Frágil' and freight_option is not null") != 1 {
		t.Errorf("%d further calls", after-calls)
	}
	form = bruno.FormAt(cart)
	form.Set("address.cep", "01001-000")
	form.Set("acao", "")
	if page := bruno.Form(cart, form).Want(200); page.HTML().Find(`[hx-post="`+newCart+`/frete"]`).Length() != 1 ||
		page.Fields().Get("frete") != form.Get("frete") {
		t.Error("another destination is not quoted")
	}
	form.Set("acao", "salvar")
	bruno.Form(cart, form).Want(303)
	if app.Loggi.Count("/quotations") < 2 || app.Count(t, "orders", "address->>'cep' = '01001000' and freight_option is not null") != 1 {
		t.Error("the new destination is not quoted before it is saved")
	}
}

// A carrier that fails is named beside the others; if all fail, the cart is saved with a typed price.
func TestCart_FreightFails(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Loggi.Fail("/quotations", control.Internal, 9)
	form := newOrder(t, bruno)
	page := press(bruno, form, "cotar")
	if words := page.Words(); !strings.Contains(words, "Loggi não respondeu.") || !strings.Contains(words, "Cotar de novo") ||
		!strings.Contains(words, "Correios PAC") {
		t.Errorf("without Loggi: %s", words)
	}
	app.MelhorEnvio.Fail("/calculate", control.Internal, 9)
	form.Set("address.cep", "01001-000")
	page = press(bruno, form, "cotar")
	if words := page.Words(); !strings.Contains(words, "Não foi possível cotar agora. Digite o valor ou tente de novo.") ||
		!strings.Contains(words, "Tentar de novo") {
		t.Errorf("without both: %s", words)
	}
	form = page.Fields()
	form.Set("delivery_price", "15,00")
	form.Set("total", "305,00")
	form.Set("acao", "salvar")
	bruno.Form(newCart, form).Want(303)
	if app.Count(t, "orders", "delivery_price = 15 and freight_option is null") != 1 {
		t.Error("the order is not stored")
	}
}

// Missing settings are named; only an administrator gets links.
func TestCart_FreightIncomplete(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	app.Exec(t, "delete from system_configs where key = 'ship_from'")
	for operator, links := range map[dbtest.Operator]int{dbtest.Camila: 1, dbtest.Bruno: 0} {
		client := app.As(t, operator)
		form := client.FormAt(newCart + "?associado=" + dbtest.Ana.UserCode)
		form.Set("add.code_texto", dbtest.Oil.Code)
		page := press(client, form, "adicionar")
		if words := page.Words(); !strings.Contains(words, "falta configurar store.ship_from") {
			t.Errorf("%s: %s", operator.Name, words)
		}
		if found := page.HTML().Find(`#frete a[href="/admin/configuracoes/store"]`).Length(); found != links {
			t.Errorf("%s: %d links", operator.Name, found)
		}
	}
}

func TestQuoteCart_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	form := newOrder(t, app.As(t, dbtest.Bruno))
	for name, c := range map[string]struct {
		client *handlertest.Client
		status int
	}{
		"colleague": {app.As(t, dbtest.Camila), 204}, "nobody": {app.Nobody(t), 303}, "associate": {app.AsAssociate(t, dbtest.Ana), 303},
		"Produção": {app.As(t, dbtest.Priscila), 403},
	} {
		if got := c.client.Form(newCart+"/frete", form).StatusCode; got != c.status {
			t.Errorf("%s: %d, want %d", name, got, c.status)
		}
	}
	app.As(t, dbtest.Bruno).Form(newCart+"/frete", url.Values{"items[0].quantity": {"x"}}).Want(204)
}

// The star beside an option makes it the favourite of all, which the next cart has chosen. The order keeps its choice.
func TestCart_FavouriteFreight(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	const express = "/frete-favorito?opcao=carrier_a%3AEXPRESS"
	page := press(bruno, press(bruno, newOrder(t, bruno), "cotar").Fields(), "")
	if stars := page.HTML().Find(`button[aria-pressed=false][formaction^="` + newCart + `/frete-favorito"]`).Length(); stars != page.HTML().
		Find("input[name=frete]").Length()-2 {
		t.Errorf("%d options have a star", stars)
	}
	form := page.Fields()
	chosen := form.Get("frete")
	starred := bruno.Form(newCart+express, form).Want(200)
	if words := starred.Words(); !strings.Contains(words, "Loggi Expresso é o frete favorito: já vem escolhido nos próximos pedidos.") ||
		!strings.Contains(words, "Favorito") {
		t.Errorf("the answer is %s", words)
	}
	if starred.Fields().Get("frete") != chosen || starred.HTML().Find("button[aria-pressed=true]").Length() != 1 {
		t.Error("the choice of this order changed, or no star is pressed")
	}
	another := bruno.FormAt(newCart + "?associado=" + dbtest.Joao.UserCode)
	another.Set("add.code_texto", dbtest.Oil.Code)
	if next := press(bruno, another, "adicionar").Fields().Get("frete"); next != "carrier_a:EXPRESS" {
		t.Errorf("the next cart has chosen %s", next)
	}
	if app.Count(t, "security_events", "kind = 'config.changed' and subject = 'store.freight.default_option'") != 1 {
		t.Error("no security event keeps the choice")
	}
	bruno.Form(newCart+"/frete-favorito?opcao=carrier_z%3A1", form).Want(400)
}

// Who creates orders chooses the favourite; who only changes them sees no star.
func TestCart_FavouriteFreightAccess(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	app.Exec(t, `update orders set freight_option = '{"option_key": "carrier_b:1-1", "provider": "carrier_b", "service_label": "Correios PAC",
		"price": 90, "eta_days": 6}', address = '{"street":"Rua das Acácias","number":"120","neighborhood":"Centro","city":"São Paulo","state":"SP",
		"cep":"01001000","complement":""}' where id = 1`)
	const anasCart, path = "/painel/pedidos/1/editar", "/frete-favorito?opcao=carrier_b%3A1-1"
	for _, staff := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno} {
		client := app.As(t, staff)
		cart := client.GET(anasCart).Want(200)
		if cart.HTML().Find(`button[formaction$="`+path+`"]`).Length() != 1 {
			t.Errorf("%s has no star", staff.Name)
		}
		client.Form(anasCart+path, cart.Fields()).Want(200)
	}
	for _, staff := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		client := app.As(t, staff)
		cart := client.GET(anasCart).Want(200)
		if cart.HTML().Find(`button[formaction*="frete-favorito"]`).Length() != 0 {
			t.Errorf("%s has a star", staff.Name)
		}
		client.Form(anasCart+path, cart.Fields()).Want(403)
	}
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form("/painel/pedidos/999/editar"+path, nil).Want(404)
	app.As(t, dbtest.Renata).Form(newCart+path, nil).Want(403)
}
