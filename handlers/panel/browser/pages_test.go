package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

var newOrderForAna = "/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode

// special are the views that the route table does not name.
var special = []looks.View{
	{Name: "orders filtered", Path: "/painel/pedidos?situacao=Pago&q=ana", By: dbtest.Bruno},
	{Name: "orders narrowed with their sum", Path: "/painel/pedidos?uf=SC&etiqueta=Urgente&de=2026-01-01&ordem=-total", By: dbtest.Bruno,
		Reach: func(page *browsertest.Page) {
			page.WaitForText(".chips", "4 pedidos")
			page.WaitFor(".list-sum")
		}},
	{Name: "orders more filters", IsWide: true, Path: "/painel/pedidos?prescritor=renata", By: dbtest.Bruno,
		Reach: looks.Opened("Mais filtros", "#mais-filtros")},
	{Name: "no orders found", Path: "/painel/pedidos?q=ninguem", By: dbtest.Bruno},
	{Name: "no associate found", Path: "/painel/pedidos/novo?associado_texto=ninguem", By: dbtest.Bruno},
	{Name: "order for Ana", Path: newOrderForAna, By: dbtest.Bruno},
	{Name: "cart with items and extra lines", Path: newOrderForAna, By: dbtest.Bruno, Reach: filledCart},
	{Name: "order refused", Path: newOrderForAna, By: dbtest.Bruno, Reach: orderWithProblems, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "order awaiting payment", Path: joaosPage, By: dbtest.Bruno},
	{Name: "order to be paid", Path: joaosPage, By: dbtest.Bruno, Reach: looks.Opened("Marcar como pago…", "#pergunta")},
	{Name: "order to be sent", Path: "/painel/pedidos/3/enviar", By: dbtest.Bruno},
	{Name: "order refused a move", Path: "/painel/pedidos/1", By: dbtest.Bruno, Reach: staleMove, Refusal: http.StatusUnprocessableEntity},
	{Name: "order being picked", Path: "/painel/pedidos/3", By: dbtest.Priscila},
	{Name: "order sent", Path: "/painel/pedidos/4", By: dbtest.Priscila},
	{Name: "order delivered", Path: "/painel/pedidos/5", By: dbtest.Bruno},
	{Name: "order cancelled", Path: "/painel/pedidos/6", By: dbtest.Fernando},
	{Name: "order to be changed by Produção", Path: joaosPage + "/editar", By: dbtest.Priscila},
	{Name: "order edited meanwhile", Path: joaosPage + "/editar", By: dbtest.Bruno, Reach: orderStale, Refusal: http.StatusUnprocessableEntity,
		Unsaved: true},
	{Name: "panel of Acolhimento", Path: "/painel", By: dbtest.Bruno},
	{Name: "panel of Produção", Path: "/painel?separacao=toda", By: dbtest.Priscila},
	{Name: "panel of Financeiro", Path: "/painel", By: dbtest.Fernando},
	{Name: "panel with a table", Path: "/painel?pedidos=tabela", By: dbtest.Fernando},
	{Name: "no access", Path: "/painel", By: dbtest.Renata, Refusal: http.StatusForbidden},
	{Name: "no such order", Path: "/painel/pedidos/999", By: dbtest.Bruno, Refusal: http.StatusNotFound},
	{Name: "palette", Path: "/painel", By: dbtest.Bruno, Reach: openPalette},
	{Name: "palette with results", Path: "/painel", By: dbtest.Bruno, Reach: func(page *browsertest.Page) {
		openPalette(page)
		page.Type("conceicao")
		page.WaitForText("#paleta [data-said]", "Resultados: 4")
	}},
	{Name: "saved view changed", Path: "/painel/pedidos?q=ana&visao=1", By: dbtest.Camila,
		Reach: looks.Opened("Ações da visão "+dbtest.CamilasView.Name, "#visao-acoes")},
	{Name: "view to be saved", Path: "/painel/pedidos?q=ana", By: dbtest.Camila, Reach: looks.Opened("Salvar visão", "#salvar-visao")},
	{Name: "columns", IsWide: true, Path: "/painel/pedidos", By: dbtest.Bruno, Reach: looks.Opened("Colunas", "#colunas-pedidos")},
	{Name: "associates filtered", Path: "/painel/associados?uf=SC&q=ana&de=2026-01-01&ordem=nome", By: dbtest.Bruno},
	{Name: "associates of Financeiro", Path: "/painel/associados?situacao=associado", By: dbtest.Fernando},
	{Name: "no associates found", Path: "/painel/associados?q=ninguem&fase=2", By: dbtest.Bruno},
	{Name: "associates more filters", IsWide: true, Path: "/painel/associados?cidade=flo", By: dbtest.Bruno,
		Reach: looks.Opened("Mais filtros", "#mais-filtros")},
	{Name: "associates chosen", Path: "/painel/associados", By: dbtest.Bruno, Reach: func(page *browsertest.Page) {
		page.Click("Selecionar " + dbtest.Carla.FullName())
		page.WaitForText("[data-bar]", "1 selecionado")
	}},
	{Name: "associates columns", IsWide: true, Path: "/painel/associados", By: dbtest.Bruno,
		Reach: looks.Opened("Colunas", "#colunas-associados")},
	{Name: "address by CEP", Path: newOrderForAna, By: dbtest.Bruno, Unsaved: true, Reach: func(page *browsertest.Page) {
		discardDraft(page)
		page.Click("Mudar endereço")
		page.Fill("CEP", "01001000")
		page.WaitForText("[data-said]", "Ficou como estava")
	}},
	{Name: "associate as Financeiro sees them", Path: anaPage, By: dbtest.Fernando},
	{Name: "associate with annotations", Path: anaPage, By: dbtest.Camila, Reach: annotated},
	{Name: "associate who may not go", IsWide: true, Path: anaPage, By: dbtest.Camila, Reach: removalRefused},
	{Name: "associate value changed in place", Path: anaPage + "?parte=cadastro", By: dbtest.Bruno, Unsaved: true,
		Reach: func(page *browsertest.Page) {
			page.Click("Mudar etiquetas")
			page.Click("Prioritário")
		}},
	{Name: "associate refused", Path: "/painel/associados/novo", By: dbtest.Bruno, Reach: associateWithProblems, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "associate edited meanwhile", Path: anaPage + "/editar", By: dbtest.Bruno, Reach: editedMeanwhile, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "patient refused", Path: anaPage + "/pacientes/novo", By: dbtest.Bruno, Reach: patientWithProblems, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "order to be paid by Pix", Path: "/painel/pedidos/2", By: dbtest.Bruno},
	{Name: "products filtered", Path: "/painel/produtos?q=oleo&situacao=ativos&ordem=-preco", By: dbtest.Camila},
	{Name: "no products found", Path: "/painel/produtos?q=ninguem", By: dbtest.Bruno},
	{Name: "products columns", IsWide: true, Path: "/painel/produtos", By: dbtest.Bruno,
		Reach: looks.Opened("Colunas", "#colunas-produtos")},
	{Name: "professionals filtered", Path: "/painel/profissionais?q=renata&situacao=ativos&ordem=-preco", By: dbtest.Bruno},
	{Name: "professional as Fernando sees it", Path: "/painel/profissionais/1", By: dbtest.Fernando},
	{Name: "donations to be moved", Path: "/painel/profissionais/1", By: dbtest.Bruno, Reach: looks.Opened("Movimentar", "#pergunta")},
	{Name: "product as Bruno sees it", Path: "/painel/produtos/3", By: dbtest.Bruno},
	{Name: "product to be removed", Path: "/painel/produtos/1", By: dbtest.Camila, Reach: looks.Opened("Excluir", "#excluir")},
	{Name: "product refused", Path: "/painel/produtos/novo", By: dbtest.Camila, Reach: productWithProblems, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "product edited meanwhile", Path: "/painel/produtos/1/editar", By: dbtest.Camila, Reach: productStale, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "no tags found", Path: "/painel/etiquetas?q=ninguem", By: dbtest.Bruno},
	{Name: "tags as Fernando sees them", Path: "/painel/etiquetas", By: dbtest.Fernando},
	{Name: "tag to be removed", Path: "/painel/etiquetas/1", By: dbtest.Bruno, Reach: looks.Opened("Excluir", "#excluir")},
	{Name: "tag edited meanwhile", Path: "/painel/etiquetas/3", By: dbtest.Bruno, Reach: tagStale, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "tag refused", Path: "/painel/etiquetas/nova", By: dbtest.Bruno, Reach: tagWithProblems, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "associates exported", IsWide: true, Path: "/painel/associados", By: dbtest.Bruno,
		Reach: looks.Opened("Exportar", "#exportar")},
	{Name: "task with refusals", Path: "/painel/tarefas/2", By: dbtest.Camila},
	{Name: "task cancelled", Path: "/painel/tarefas/3", By: dbtest.Camila},
	{Name: "task failed", Path: "/painel/tarefas/4", By: dbtest.Camila},
	{Name: "export that waits", Path: "/painel/tarefas/5", By: dbtest.Camila},
	{Name: "export", Path: "/painel/tarefas/6", By: dbtest.Camila},
	{Name: "export that is ready", Path: "/painel/tarefas/7", By: dbtest.Camila},
	{Name: "export of a colleague", Path: "/painel/tarefas/8", By: dbtest.Camila},
	{Name: "export to be removed", Path: "/painel/tarefas/7", By: dbtest.Camila, Reach: looks.Opened("Excluir", "#excluir-exportacao")},
	{Name: "export that stopped", Path: "/painel/tarefas/9", By: dbtest.Bruno},
	{Name: "export that was cancelled", Path: "/painel/tarefas/10", By: dbtest.Bruno},
	{Name: "export whose file is gone", Path: "/painel/tarefas/11", By: dbtest.Bruno},
	{Name: "one export too many", Path: "/painel/tarefas/15", By: dbtest.Priscila, Reach: oneExportTooMany,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "tasks as Bruno sees them", Path: "/painel/tarefas", By: dbtest.Bruno},
	{Name: "news of an export", Path: "/painel/pedidos", By: dbtest.Bruno},
	{Name: "no tasks", Path: "/painel/tarefas", By: dbtest.Fernando},
	{Name: "file", Path: "/painel/arquivos/1?de=users-1", By: dbtest.Bruno},
	{Name: "reception, one item", Path: "/painel/recepcao/1", By: dbtest.Bruno},
	{Name: "reception, nobody found", Path: "/painel/recepcao?q=ninguem", By: dbtest.Bruno},
	{Name: "key help", Path: "/painel", By: dbtest.Bruno, Reach: func(page *browsertest.Page) {
		page.Press("?")
		page.WaitFor("#teclas")
	}},
}

// Every page and special view of the surface: no axe violation, no sideways scroll, one h1, nothing in the
// console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTasks(t)
	app.SeedTerms(t)
	seedOrders(t, app)
	takePix(t, app)
	app.As(t, dbtest.Bruno).Upload("/painel/arquivos", "receita.jpg", mediatest.JPEG(t, 640, 480), map[string]string{"de": "users-1"}).
		Want(http.StatusSeeOther)
	looks.Check(t, app, append(looks.Views(t, app, "panel"), special...))
}

func oneExportTooMany(page *browsertest.Page) {
	page.Click("Exportar de novo")
	page.WaitFor("[role=alert]")
}

// discardDraft empties the cart of what was typed on an earlier page.
func discardDraft(page *browsertest.Page) {
	if browsertest.Read[bool](page, `() => document.querySelector("[value=descartar]") !== null`) {
		page.Click("Descartar")
		page.WaitFor(".cart-none")
	}
}

func orderWithProblems(page *browsertest.Page) {
	discardDraft(page)
	page.Fill("Produto", "oleo-30")
	page.Click("Adicionar")
	page.WaitFor(".cart li")
	page.Fill("Preço", "abc")
	page.Click("Mudar endereço")
	page.Fill("CEP", "88")
	page.Click("Salvar pedido")
	page.WaitFor("[role=alert]")
}

func filledCart(page *browsertest.Page) {
	discardDraft(page)
	for _, product := range []dbtest.Product{dbtest.Oil, dbtest.Cream} {
		page.Fill("Produto", product.Code)
		page.Click("Adicionar")
		page.WaitForText(".cart", product.Name)
	}
	page.WaitForText(".cart-total", "Total R$ 358,50")
	page.Click("Adicionar linha")
	page.WaitForFocus("Descrição")
	page.Type("Desconto social")
	page.Fill("custom_payment[0].value", "40")
	page.Fill("Frete", "23,90")
	page.WaitForText(".cart-total", "Total R$ 342,40")
}
