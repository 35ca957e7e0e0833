package panel_test

import (
	"net/url"
	"reflect"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// cardTitles returns the headings of the cards of the day page.
func cardTitles(client *handlertest.Client) (titles []string) {
	for _, title := range client.GET("/painel").Want(200).HTML().Find(".card-row[data-shape=grid] .box-card h2").EachIter() {
		titles = append(titles, title.Text())
	}
	return titles
}

// The order is the person's own; cards of others' roles are not on it, whatever is sent, and the strip of numbers stays.
func TestHome_Arrange(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if got := cardTitles(bruno); got != nil {
		t.Errorf("before it is arranged the page has %q in a grid", got)
	}
	bruno.Form("/painel/organizar", url.Values{"cartao": {"agenda:whole", "sistema:whole", "receber:half", "fila:third", "assinar:third:off",
		"documentos:big", "agenda:half", "nada:half"}, "acao": {"concluir"}}).Want(303)
	if got, want := cardTitles(bruno), []string{"Agenda de hoje", "Fila da recepção", "Documentos inválidos",
		"Cadastros parados"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the cards are %q, want %q", got, want)
	}
	page := bruno.GET("/painel").HTML()
	if width := page.Find("[data-width]").First().AttrOr("data-width", ""); width != "whole" {
		t.Errorf("the agenda is %s wide", width)
	}
	if page.Find(".counts > li").Length() < 4 {
		t.Error("the numbers are gone")
	}
	if got := cardTitles(app.As(t, dbtest.Camila)); got != nil {
		t.Errorf("a colleague's page has %q", got)
	}
	bruno.Form("/painel/organizar", url.Values{"acao": {"padrao"}}).Want(303)
	if got := cardTitles(bruno); got != nil {
		t.Errorf("back at the default the page has %q in a grid", got)
	}
	app.As(t, dbtest.Renata).GET("/painel/organizar").Want(403)
}

// Without scripts each button shows the cards as they would be, and keeps nothing.
func TestHome_ArrangeByButtons(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	cards := func(action string, sent url.Values) url.Values {
		sent.Set("acao", action)
		answer := bruno.Form("/painel/organizar", sent).Want(200).HTML()
		shown := url.Values{}
		for _, input := range answer.Find("[data-on] input[name=cartao]").EachIter() {
			shown.Add("cartao", input.AttrOr("value", ""))
		}
		return shown
	}
	moved := cards("cima:agenda", url.Values{})
	if got := moved["cartao"][0]; got != "agenda:half" {
		t.Errorf("the first card is %s", got)
	}
	hidden := cards("tirar:fila", moved)
	if got := hidden["cartao"]; got[0] != "agenda:half" || got[1] != "assinar:third" {
		t.Errorf("the cards are %q", got)
	}
	if got := cardTitles(bruno); got != nil {
		t.Errorf("something was kept: %q", got)
	}
}
