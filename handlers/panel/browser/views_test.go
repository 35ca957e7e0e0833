package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// currentTab waits until the tab with this name is the current one.
func currentTab(page *browsertest.Page, name string) {
	page.WaitForText(".views [aria-current=page]", name)
}

// A view is saved from filters, opened by its address, changed and removed.
func TestView_SavedChangedRemoved(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.WaitGone("[commandfor=salvar-visao]")
	page.Press("/")
	page.Type("ana")
	page.WaitForPath("/painel/pedidos?q=ana")
	page.Click("Salvar visão")
	page.WaitForFocus("Nome da visão")
	page.CheckAccessibility()
	page.Type("Da Ana")
	page.Press("Enter")
	page.WaitForText(".toast", "Visão “Da Ana” salva.")
	page.WaitForPath("/painel/pedidos?q=ana&visao=1001")
	currentTab(page, "Da Ana 1")
	page.WaitGone("[commandfor=salvar-visao]")

	// The address of the view leads to its filters; later typing is not part of the view.
	page.Visit("/painel/pedidos?visao=1001")
	page.WaitForPath("/painel/pedidos?q=ana&visao=1001")
	page.WaitFor(anasRow)
	page.WaitGone(joaosRow)
	page.Fill("q", "conceicao")
	page.WaitFor(joaosRow)
	page.WaitFor("[commandfor=salvar-visao]")
	currentTab(page, "Da Ana 1")
	page.Fill("q", "")
	page.WaitFor(anasRow)
	page.Reload()
	page.WaitFor(anasRow)
	page.WaitFor(joaosRow)

	page.Fill("q", "conceicao")
	page.WaitGone(anasRow)
	page.Click("Ações da visão Da Ana")
	page.CheckAccessibility()
	page.Click("Salvar os filtros atuais")
	page.WaitForPath("/painel/pedidos?q=conceicao&visao=1001")
	page.Click("Ações da visão Da Ana")
	page.Click("Renomear ou compartilhar")
	page.WaitForPath("/painel/visoes/1001")
	page.Fill("Nome da visão", "Do João")
	page.Click("Financeiro")
	page.Click("Salvar visão")
	currentTab(page, "Do João 1")
	page.Click("Ações da visão Do João")
	page.Click("Excluir visão")
	page.WaitForFocus("Cancelar")
	page.Click("Excluir visão")
	page.WaitForText(".toast", "Visão “Do João” excluída.")
	page.WaitForPath("/painel/pedidos")
	page.WaitGone(".views a[href*='visao=']")
}

// A duplicate name is an error, and the typed values stay.
func TestView_NameTaken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Expect(422)
	page.Visit("/painel/pedidos?q=joao")
	page.Click("Salvar visão")
	page.WaitForFocus("Nome da visão")
	page.Type(dbtest.CamilasView.Name)
	page.Click("Acolhimento")
	page.Press("Enter")
	page.WaitForSummary()
	page.Click("Você já tem uma visão com este nome nesta página.")
	page.WaitForFocus("Nome da visão")
	page.Fill("Nome da visão", dbtest.CamilasView.Name+" e outros")
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos?q=joao&visao=1002")
	if app.Count(t, "saved_views", `name = $1 and query = 'q=joao' and shared_with = '["Acolhimento"]'`,
		dbtest.CamilasView.Name+" e outros") != 1 {
		t.Error("the view is not stored as it was typed")
	}
	// Bruno sees it, and cannot change it.
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos?visao=1002")
	currentTab(page, dbtest.CamilasView.Name+" e outros")
	page.WaitGone("[popovertarget=visao-acoes]")
}

func TestViewsAndColumns_WithoutScripts(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.WithoutScripts()
	page.Visit("/painel/pedidos")
	page.Click(dbtest.CamilasView.Name)
	page.WaitForPath("/painel/pedidos?" + dbtest.CamilasView.Query + "&visao=1")
	page.Fill("q", "beatriz")
	page.Click("Filtrar")
	page.Click("Salvar visão")
	page.Fill("Nome da visão", "Beatriz")
	page.Press("Enter")
	currentTab(page, "Beatriz")
	page.Click("Colunas")
	page.Click("Cidade")
	page.Click("#colunas-pedidos [value=total]")
	page.Click("Mostrar")
	page.WaitForText("thead", "Cidade")
	page.WaitForText("tbody", "Florianópolis/SC")
	page.WaitForPath("/painel/pedidos?q=beatriz&situacao=Pago&visao=1001")
}

// The columns are stored for each operator.
func TestOrdersList_Columns(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Fill("q", "ana")
	page.WaitForPath("/painel/pedidos?q=ana")
	page.Click("Colunas")
	page.WaitFor("#colunas-pedidos")
	page.CheckAccessibility()
	page.Click("#colunas-pedidos [value=etiquetas]")
	page.Click("E-mail")
	page.Click("Mostrar")
	page.WaitForText("tbody", dbtest.Ana.Email)
	if head := page.Text("thead"); head != "Associado Nº Itens Situação E-mail Total Criado" {
		t.Errorf("the head is %q", head)
	}
	page.SignIn(dbtest.Fernando)
	page.Reload()
	page.WaitForText("thead", "Etiquetas")
	page.SignIn(dbtest.Bruno)
	page.Reload()
	page.WaitForText("thead", "E-mail")
	page.Click("Colunas")
	page.Click("Voltar ao padrão")
	page.WaitForText("thead", "Etiquetas")
}
