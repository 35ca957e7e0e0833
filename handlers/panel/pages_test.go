package panel_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestLoginPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	if page := nobody.GET("/entrar?volta=/painel/pedidos").Want(200); !strings.Contains(page.Body, `value="/painel/pedidos"`) {
		t.Error("the way back is not in the form")
	}
	refused := nobody.Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {"errada"}}).Want(422)
	if !strings.Contains(refused.Body, `value="`+dbtest.Bruno.Email+`"`) || !strings.Contains(refused.Body, "não conferem") || strings.Contains(refused.Body, "errada") {
		t.Errorf("redrawn as %s", refused.Body)
	}
	for back, want := range map[string]string{
		"/painel/pedidos?q=x": "/painel/pedidos?q=x", "": "/painel", "https://evil.example": "/painel", "//evil.example": "/painel", "///evil.example": "/painel",
		`/\evil.example`: "/painel", "javascript:alert(1)": "/painel", "painel": "/painel",
	} {
		answer := nobody.Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {dbtest.Password}, "volta": {back}}).Want(303)
		if answer.Location() != want || answer.Header.Get("Set-Cookie") == "" {
			t.Errorf("%q leads to %q, want %q", back, answer.Location(), want)
		}
	}
	app.As(t, dbtest.Bruno).GET("/entrar").Want(303)
}

func TestTodaysPageCountsWhatTheDatabaseHolds(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := words(app.As(t, dbtest.Bruno).GET("/painel").Want(200).Body)
	for _, want := range []string{"Na recepção 2", "Pedidos a receber 1", "Tereza Quintana", "João da Conceição", "R$ 280,00"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	// Financeiro has no reception in the matrix.
	if page := words(app.As(t, dbtest.Fernando).GET("/painel").Want(200).Body); strings.Contains(page, "Na recepção") || strings.Contains(page, "Tereza") {
		t.Error("Financeiro sees the reception")
	}
}

func TestOrderPageShowsHowTheTotalCameToBe(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := words(app.As(t, dbtest.Fernando).GET("/painel/pedidos/1").Want(200).Body)
	for _, want := range []string{"Produtos R$ 427,00", "Frete R$ 23,90", "Descontos −R$ 20,00", "Total R$ 430,90", "Pedido registrado", "Bruno Acioli"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	for _, path := range []string{"/painel/pedidos/999", "/painel/pedidos/abc", "/painel/pedidos/-1", "/painel/pedidos/99999999999999999999"} {
		app.As(t, dbtest.Bruno).GET(path).Want(404)
	}
}

func TestTakingAnOrderWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if page := bruno.GET("/painel/pedidos/novo?associado_texto=ana+beatriz").Want(200).Body; !strings.Contains(page, "associado="+dbtest.Ana.UserCode) {
		t.Fatal("Ana is not offered")
	}
	if page := bruno.GET("/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode).Want(200).Body; !strings.Contains(page, "Rua das Acácias") {
		t.Fatal("the form does not start with Ana's address")
	}
	form := url.Values{"user_code": {dbtest.Ana.UserCode}}
	// By its code, in any case, and by a part of its name.
	for _, typed := range []string{"oleo-30", "creme"} {
		form.Set("add.code_texto", typed)
		form.Set("acao", "adicionar")
		form = fields(bruno.Form("/painel/pedidos/novo", form).Want(200).Body)
	}
	if form.Get("items[0].code") != "OLEO-30" || form.Get("items[1].amount") != "68,50" || form.Get("total") != "358,50" {
		t.Fatalf("the cart is %v", form)
	}
	form.Set("items[1].quantity", "2")
	form.Set("discount", "7,00")
	form.Set("acao", "calcular")
	form = fields(bruno.Form("/painel/pedidos/novo", form).Want(200).Body)
	if form.Get("total") != "420,00" {
		t.Fatalf("the total is %s", form.Get("total"))
	}
	// Enter in a field of the cart presses the first button, which adds; nothing is named, so nothing is wrong.
	form.Set("items[0].quantity", "1")
	form.Set("acao", "adicionar")
	form = fields(bruno.Form("/painel/pedidos/novo", form).Want(200).Body)
	if form.Get("total") != "420,00" || form.Get("items[2].code") != "" {
		t.Fatalf("Enter made the cart %v", form)
	}
	form.Set("acao", "remover:items:0")
	form = fields(bruno.Form("/painel/pedidos/novo", form).Want(200).Body)
	if form.Get("items[0].code") != "CREME-60" || form.Get("items[0].quantity") != "2" || form.Get("items[1].code") != "" || form.Get("total") != "130,00" {
		t.Fatalf("after removing the oil the cart is %v", form)
	}
	form.Set("acao", "salvar")
	saved := bruno.Form("/painel/pedidos/novo", form).Want(303)
	page := words(bruno.GET(saved.Location()).Want(200).Body)
	if !strings.Contains(page, "Total R$ 130,00") {
		t.Errorf("saved as %s", page)
	}
}

// An associate who is gone meanwhile is asked for again; the part of the page is not left empty.
func TestACartWithoutItsAssociateAsksForOne(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	part := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial").
		Form("/painel/pedidos/novo", url.Values{"user_code": {"0a000000-0000-4000-8000-00000000ffff"}}).Want(200)
	if !strings.Contains(part.Body, "Para quem é o pedido?") || strings.Contains(part.Body, "<html") {
		t.Errorf("htmx got %q", part.Body)
	}
}

func TestTheFormIsRedrawnWithWhatWasTyped(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "orders", "true")
	form := url.Values{"user_code": {dbtest.Ana.UserCode}, "items[0].code": {"OLEO-30"}, "items[0].amount": {"abc"}, "items[0].quantity": {"1"},
		"address.cep": {"88"}, "info": {"Deixar na <portaria>"}, "total": {"290,00"}, "acao": {"salvar"}}
	page := bruno.Form("/painel/pedidos/novo", form).Want(422).Body
	redrawn := fields(page)
	if redrawn.Get("items[0].amount") != "abc" || redrawn.Get("address.cep") != "88" || !strings.Contains(page, "Deixar na &lt;portaria&gt;") {
		t.Errorf("redrawn as %v", redrawn)
	}
	if !strings.Contains(page, "Item 1, preço: deve ser um valor em reais") || !strings.Contains(page, "<title>Erro: ") {
		t.Error("what is wrong is not said")
	}
	// A total that no longer fits is told, and the new one is in the form to be confirmed.
	form.Set("items[0].amount", "300,00")
	form.Set("address.cep", "")
	page = bruno.Form("/painel/pedidos/novo", form).Want(422).Body
	if !strings.Contains(page, "O total mudou para R$\u00a0300,00. Confira e salve de novo.") || fields(page).Get("total") != "300,00" {
		t.Error("the new total is not offered")
	}
	if after := app.Count(t, "orders", "true"); after != before {
		t.Errorf("%d orders were stored", after-before)
	}
	bruno.Form("/painel/pedidos/novo", url.Values{"user_code": {dbtest.Ana.UserCode}, "add.code_texto": {"nada"}, "acao": {"adicionar"}}).Want(422)
}

func TestRefusalsForPeople(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if page := app.As(t, dbtest.Renata).GET("/painel").Want(403).Body; !strings.Contains(page, "Sem acesso") {
		t.Error("a professional gets no explanation")
	}
	if page := app.Nobody(t).GET("/nada").Want(404).Body; !strings.Contains(page, "Não encontrado") {
		t.Error("an unknown address gets no explanation")
	}
	app.As(t, dbtest.Fernando).GET("/painel/pedidos/novo").Want(403)
	part := app.As(t, dbtest.Bruno).With("HX-Request", "true").GET("/painel/pedidos/999").Want(404)
	if part.Header.Get("HX-Retarget") != "#avisos" || strings.Contains(part.Body, "<html") {
		t.Errorf("htmx got %v %s", part.Header, part.Body)
	}
}

var (
	input = regexp.MustCompile(`<input[^>]*>`)
	name  = regexp.MustCompile(`\bname="([^"]*)"`)
	value = regexp.MustCompile(`\bvalue="([^"]*)"`)
	tag   = regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]*>`)
	space = regexp.MustCompile(`[\s\x{a0}]+`)
)

// fields reads the inputs of a page, as a browser without scripts would post them.
func fields(page string) url.Values {
	values := url.Values{}
	for _, element := range input.FindAllString(page, -1) {
		if strings.Contains(element, `type="radio"`) && !strings.Contains(element, " checked") {
			continue
		}
		if found := name.FindStringSubmatch(element); found != nil {
			typed := ""
			if v := value.FindStringSubmatch(element); v != nil {
				typed = html.UnescapeString(v[1])
			}
			values.Set(html.UnescapeString(found[1]), typed)
		}
	}
	return values
}

// words is what a page says, without its markup.
func words(page string) string {
	return space.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(page, " ")), " ")
}
