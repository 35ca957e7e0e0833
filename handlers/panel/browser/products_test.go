package browser_test

import (
	"net/url"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const oilInList = "tbody a[href='/painel/produtos/1']"

// takePix configures payment by Pix.
func takePix(t *testing.T, app *handlertest.App) {
	t.Helper()
	if _, err := app.Pool.Exec(t.Context(),
		`insert into system_configs (system, key, value) values ('store', 'pix_key', '"pix@flor.org.br"')`); err != nil {
		t.Fatal(err)
	}
}

func productWithProblems(page *browsertest.Page) {
	page.Fill("Código", dbtest.Oil.Code)
	page.Fill("Preço", "caro")
	page.Fill("Largura (cm)", "1,234")
	page.Click("Cadastrar")
	page.WaitFor("[role=alert]")
}

func tagWithProblems(page *browsertest.Page) {
	page.Click("Criar etiqueta")
	page.WaitFor("[role=alert]")
}

// tagStale renames the tag as the same operator in another tab before this one.
func tagStale(page *browsertest.Page) {
	version := page.Value("[name=version]")
	page.Script().Form("/painel/etiquetas/3", url.Values{"version": {version}, "name": {"Outro nome " + version}, "color": {"#0f766e"}})
	page.Fill("Nome", "Meu nome")
	page.Click("Salvar")
	page.WaitForText("[role=alert]", "Outra pessoa mudou esta etiqueta")
}

// productStale changes the product as the same operator in another tab before this one.
func productStale(page *browsertest.Page) {
	version := page.Value("[name=version]")
	page.Script().Form("/painel/produtos/1/editar",
		url.Values{"version": {version}, "price": {page.Value("[name=price]")}, "stock_note": {"Acabou " + version}, "active": {"true"}})
	page.Fill("Nome", "Outro nome")
	page.Click("Salvar")
	page.WaitForText("[role=alert]", "Outra pessoa mudou este produto")
}

// A product is created, changed, withdrawn and removed by keyboard alone.
func TestProduct_ByKeyboard(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/produtos")
	page.Press("n")
	page.WaitForPath("/painel/produtos/novo")
	page.WaitForFocus("Código")
	for _, typed := range []string{"GEL-1", "Gel frio", "1.234,5"} {
		page.Type(typed)
		page.Press("Tab")
	}
	page.Press("Enter")
	page.WaitForPath("/painel/produtos/1001")
	page.WaitForText("main", "R$ 1.234,50")
	page.Press("e")
	page.WaitForPath("/painel/produtos/1001/editar")
	page.Fill("Largura (cm)", "5,5")
	page.Press("Enter")
	page.WaitForPath("/painel/produtos/1001")
	page.WaitForText("main", "5,5 × – × – cm")
	page.Visit("/painel/produtos")
	page.Press("/")
	page.Type("gel")
	page.WaitForPath("/painel/produtos?q=gel")
	page.WaitGone(oilInList)
}

// The copied code is the one in the picture, and stays on the page.
func TestOrderPage_PixCopied(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	takePix(t, app)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos/2")
	page.WaitFor("svg.qr")
	code := page.Attribute("x-copiar", "data-text")
	if code == "" || page.Text(".snippet code") != code {
		t.Errorf("shown is %q, copied is %q", page.Text(".snippet code"), code)
	}
	page.Visit("/painel/pedidos/1")
	page.WaitGone("svg.qr")
}

// A file field speaks the language of the page, not of the browser, and names what was chosen.
func TestFileField_OwnWords(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/produtos/1")
	page.WaitForText("x-arquivo", "Escolher arquivo… Nenhum arquivo escolhido")
	if shown := browsertest.Read[string](page, `() => getComputedStyle(document.querySelector("x-arquivo input")).opacity`); shown != "0" {
		t.Errorf("the browser's own field is shown: %s", shown)
	}
	page.Choose("x-arquivo input", browsertest.File(t, "frasco.jpg", mediatest.JPEG(t, 64, 64)))
	page.WaitForText("x-arquivo", "frasco.jpg")
	page.CheckAccessibility()
	tabTo(page, "Escolher foto")
	page.CheckFocusIsSeen()
}
