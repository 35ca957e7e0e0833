package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// notPages are the lines of the table that answer a browser with something that is no page.
var notPages = []string{
	"/",
	"/admin",
	"/admin/correio/:id/html",
	"/admin/pecas/busca",
	"/admin/profissionais",
	"/api/v1/openapi.json",
	"/healthz",
	"/metrics",
	"/painel/associados/:id/campos/:campo",
	"/painel/associados/prescritores",
	"/painel/busca",
	"/painel/cep/:cep",
	"/painel/pedidos/:id/folha.pdf",
	"/painel/pedidos/novo/associados",
	"/painel/pedidos/novo/prescritores",
	"/painel/pedidos/novo/produtos",
	"/painel/pedidos/soma",
	"/painel/tarefas/:id/arquivo",
	"/painel/tarefas/:id/erros",
	"/painel/tarefas/novidades",
	"/painel/visoes/contagens",
	"/readyz",
}

// samplePaths fill in the parameters of the lines of the table; a new line with one needs its sample here.
var samplePaths = map[string]string{
	"/admin/correio/:id":                                 sentMail,
	"/admin/operadores/:id":                              "/admin/operadores/2",
	"/admin/tokens/:id":                                  "/admin/tokens/1",
	"/painel/associados/:id":                             anaPage,
	"/painel/associados/:id/editar":                      anaPage + "/editar",
	"/painel/associados/:id/pacientes/:patientId/editar": anaPage + "/pacientes/2/editar",
	"/painel/associados/:id/pacientes/novo":              anaPage + "/pacientes/novo",
	"/painel/etiquetas/:id":                              "/painel/etiquetas/1",
	"/painel/pedidos/:id":                                "/painel/pedidos/1",
	"/painel/pedidos/:id/editar":                         "/painel/pedidos/1/editar",
	"/painel/produtos/:id":                               "/painel/produtos/1",
	"/painel/produtos/:id/editar":                        "/painel/produtos/1/editar",
	"/painel/tarefas/:id":                                "/painel/tarefas/1",
	"/painel/visoes/:id":                                 "/painel/visoes/1",
}

// view is a page as somebody sees it.
type view struct {
	name string
	path string
	by   dbtest.Operator
	// reach goes on from the path, for what only shows after some doing.
	reach func(*browsertest.Page)
	// unsaved tells that the page asks before it is left.
	unsaved bool
	// refusal is the status that the page answers, unless it is 200.
	refusal int
}

var newOrderForAna = "/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode

// special are the views that the table of routes does not know of.
var special = []view{
	{name: "orders filtered", path: "/painel/pedidos?situacao=Pago&q=ana", by: dbtest.Bruno},
	{name: "orders narrowed with their sum", path: "/painel/pedidos?uf=SC&etiqueta=Urgente&de=2026-01-01&ordem=-total", by: dbtest.Bruno, reach: func(page *browsertest.Page) {
		page.WaitForText(".list-sums", "Pedidos 4")
	}},
	{name: "orders more filters", path: "/painel/pedidos?prescritor=renata", by: dbtest.Bruno, reach: opened("Mais filtros", "#mais-filtros")},
	{name: "no orders found", path: "/painel/pedidos?q=ninguem", by: dbtest.Bruno},
	{name: "no associate found", path: "/painel/pedidos/novo?associado_texto=ninguem", by: dbtest.Bruno},
	{name: "order for Ana", path: newOrderForAna, by: dbtest.Bruno},
	{name: "cart with items and extra lines", path: newOrderForAna, by: dbtest.Bruno, reach: filledCart, unsaved: true},
	{name: "order refused", path: newOrderForAna, by: dbtest.Bruno, reach: orderWithProblems, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "order awaiting payment", path: joaosPage, by: dbtest.Bruno},
	{name: "order to be cancelled", path: joaosPage, by: dbtest.Bruno, reach: opened("Cancelar pedido", "#cancelar")},
	{name: "order refused a move", path: joaosPage, by: dbtest.Bruno, reach: overtakenMove, refusal: http.StatusUnprocessableEntity},
	{name: "order being picked", path: "/painel/pedidos/3", by: dbtest.Priscila},
	{name: "order sent", path: "/painel/pedidos/4", by: dbtest.Priscila},
	{name: "order delivered", path: "/painel/pedidos/5", by: dbtest.Bruno},
	{name: "order cancelled", path: "/painel/pedidos/6", by: dbtest.Fernando},
	{name: "order to be changed by Produção", path: joaosPage + "/editar", by: dbtest.Priscila},
	{name: "order edited meanwhile", path: joaosPage + "/editar", by: dbtest.Bruno, reach: orderOvertaken, refusal: http.StatusUnprocessableEntity, unsaved: true},
	{name: "login refused", path: "/entrar", reach: loginRefused, refusal: http.StatusUnprocessableEntity},
	{name: "login limited", path: "/entrar", reach: loginLimited, refusal: http.StatusTooManyRequests},
	{name: "invite", path: "/convite?token=" + paulasInvite},
	{name: "invite refused", path: "/convite?token=" + paulasInvite, reach: inviteRefused, refusal: http.StatusUnprocessableEntity},
	{name: "dead invite", path: "/convite?token=x", refusal: http.StatusUnprocessableEntity},
	{name: "new password", path: "/nova-senha?token=" + brunosLink},
	{name: "dead link", path: "/nova-senha?token=x", refusal: http.StatusUnprocessableEntity},
	{name: "account refused", path: "/conta", by: dbtest.Fernando, reach: accountRefused, refusal: http.StatusUnprocessableEntity},
	{name: "account of a professional", path: "/conta", by: dbtest.Renata},
	{name: "panel of Financeiro", path: "/painel", by: dbtest.Fernando},
	{name: "no access", path: "/painel", by: dbtest.Renata, refusal: http.StatusForbidden},
	{name: "no such order", path: "/painel/pedidos/999", by: dbtest.Bruno, refusal: http.StatusNotFound},
	{name: "one part of the interface", path: "/api/v1/docs?parte=orders"},
	{name: "no such page", path: "/nada", refusal: http.StatusNotFound},
	{name: "no operators found", path: "/admin/operadores?q=ninguem", by: dbtest.Camila},
	{name: "operator of the portal", path: "/admin/operadores/5", by: dbtest.Camila},
	{name: "invited operator", path: "/admin/operadores/6", by: dbtest.Camila},
	{name: "own account as an administrator", path: "/admin/operadores/1", by: dbtest.Camila},
	{name: "inviting refused", path: "/admin/operadores/novo", by: dbtest.Camila, reach: invitingRefused, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "removal", path: "/admin/operadores/2", by: dbtest.Camila, reach: opened("Excluir", "#excluir")},
	{name: "last administrator", path: "/admin/operadores/1", by: dbtest.Camila, reach: lastAdministrator, refusal: http.StatusUnprocessableEntity},
	{name: "mails that failed", path: "/admin/correio?situacao=falhas", by: dbtest.Camila},
	{name: "no mails found", path: "/admin/correio?q=ninguem", by: dbtest.Camila},
	{name: "palette", path: "/painel", by: dbtest.Bruno, reach: openPalette},
	{name: "palette with results", path: "/painel", by: dbtest.Bruno, reach: func(page *browsertest.Page) {
		openPalette(page)
		page.Type("conceicao")
		page.WaitForText("#paleta [data-said]", "Resultados: 2")
	}},
	{name: "saved view changed", path: "/painel/pedidos?q=ana&visao=1", by: dbtest.Camila, reach: opened("Ações da visão "+dbtest.CamilasView.Name, "#visao-acoes")},
	{name: "view to be saved", path: "/painel/pedidos?q=ana", by: dbtest.Camila, reach: opened("Salvar visão", "#salvar-visao")},
	{name: "columns", path: "/painel/pedidos", by: dbtest.Bruno, reach: opened("Colunas", "#colunas-pedidos")},
	{name: "associates filtered", path: "/painel/associados?uf=SC&q=ana&de=2026-01-01&ordem=nome", by: dbtest.Bruno},
	{name: "associates of Financeiro", path: "/painel/associados?situacao=associado", by: dbtest.Fernando},
	{name: "no associates found", path: "/painel/associados?q=ninguem&fase=2", by: dbtest.Bruno},
	{name: "associates more filters", path: "/painel/associados?cidade=flo", by: dbtest.Bruno, reach: opened("Mais filtros", "#mais-filtros")},
	{name: "associates chosen", path: "/painel/associados", by: dbtest.Bruno, reach: func(page *browsertest.Page) {
		page.Click("Selecionar " + dbtest.Carla.FullName())
		page.WaitForText("[data-bar]", "1 selecionado")
	}},
	{name: "associates columns", path: "/painel/associados", by: dbtest.Bruno, reach: opened("Colunas", "#colunas-associados")},
	{name: "address by CEP", path: newOrderForAna, by: dbtest.Bruno, unsaved: true, reach: func(page *browsertest.Page) {
		page.Fill("CEP", "01001000")
		page.WaitForText("[data-said]", "Ficou como estava")
	}},
	{name: "associate as Financeiro sees them", path: anaPage, by: dbtest.Fernando},
	{name: "associate with annotations", path: anaPage, by: dbtest.Camila, reach: annotated},
	{name: "associate who may not go", path: anaPage, by: dbtest.Camila, reach: removalRefused, refusal: http.StatusUnprocessableEntity},
	{name: "associate value changed in place", path: anaPage, by: dbtest.Bruno, unsaved: true, reach: func(page *browsertest.Page) {
		page.Click("Mudar etiquetas")
		page.Click("Prioritário")
	}},
	{name: "associate refused", path: "/painel/associados/novo", by: dbtest.Bruno, reach: associateWithProblems, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "associate edited meanwhile", path: anaPage + "/editar", by: dbtest.Bruno, reach: editedMeanwhile, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "patient refused", path: anaPage + "/pacientes/novo", by: dbtest.Bruno, reach: patientWithProblems, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "order to be paid by Pix", path: "/painel/pedidos/2", by: dbtest.Bruno},
	{name: "products filtered", path: "/painel/produtos?q=oleo&situacao=ativos&ordem=-preco", by: dbtest.Camila},
	{name: "no products found", path: "/painel/produtos?q=ninguem", by: dbtest.Bruno},
	{name: "products columns", path: "/painel/produtos", by: dbtest.Bruno, reach: opened("Colunas", "#colunas-produtos")},
	{name: "product as Bruno sees it", path: "/painel/produtos/3", by: dbtest.Bruno},
	{name: "product to be removed", path: "/painel/produtos/1", by: dbtest.Camila, reach: opened("Excluir", "#excluir")},
	{name: "product refused", path: "/painel/produtos/novo", by: dbtest.Camila, reach: productWithProblems, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "product edited meanwhile", path: "/painel/produtos/1/editar", by: dbtest.Camila, reach: productOvertaken, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "no tags found", path: "/painel/etiquetas?q=ninguem", by: dbtest.Bruno},
	{name: "tags as Fernando sees them", path: "/painel/etiquetas", by: dbtest.Fernando},
	{name: "tag to be removed", path: "/painel/etiquetas/1", by: dbtest.Bruno, reach: opened("Excluir", "#excluir")},
	{name: "tag edited meanwhile", path: "/painel/etiquetas/3", by: dbtest.Bruno, reach: tagOvertaken, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "tag refused", path: "/painel/etiquetas/nova", by: dbtest.Bruno, reach: tagWithProblems, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "associates exported", path: "/painel/associados", by: dbtest.Bruno, reach: opened("Exportar", "#exportar")},
	{name: "all of the filter", path: "/admin/pecas", by: dbtest.Camila, reach: func(page *browsertest.Page) {
		browsertest.Read[any](page, `() => { document.querySelector("[data-pick-all]").click() }`)
		page.Click("Selecionar todos os 1.284 do filtro")
		page.WaitForText("[data-count]", "1.284 selecionados")
	}},
	{name: "task with refusals", path: "/painel/tarefas/2", by: dbtest.Camila},
	{name: "task cancelled", path: "/painel/tarefas/3", by: dbtest.Camila},
	{name: "task failed", path: "/painel/tarefas/4", by: dbtest.Camila},
	{name: "export that waits", path: "/painel/tarefas/5", by: dbtest.Camila},
	{name: "export", path: "/painel/tarefas/6", by: dbtest.Camila},
	{name: "export that is ready", path: "/painel/tarefas/7", by: dbtest.Camila},
	{name: "export of a colleague", path: "/painel/tarefas/8", by: dbtest.Camila},
	{name: "export to be removed", path: "/painel/tarefas/7", by: dbtest.Camila, reach: opened("Excluir", "#excluir-exportacao")},
	{name: "export that stopped", path: "/painel/tarefas/9", by: dbtest.Bruno},
	{name: "export that was cancelled", path: "/painel/tarefas/10", by: dbtest.Bruno},
	{name: "export whose file is gone", path: "/painel/tarefas/11", by: dbtest.Bruno},
	{name: "one export too many", path: "/painel/tarefas/15", by: dbtest.Priscila, reach: oneExportTooMany, refusal: http.StatusUnprocessableEntity},
	{name: "tasks as Bruno sees them", path: "/painel/tarefas", by: dbtest.Bruno},
	{name: "news of an export", path: "/painel/pedidos", by: dbtest.Bruno},
	{name: "no tasks", path: "/painel/tarefas", by: dbtest.Fernando},
	{name: "key help", path: "/painel", by: dbtest.Bruno, reach: func(page *browsertest.Page) {
		page.Press("?")
		page.WaitFor("#teclas")
	}},
	{name: "expired tokens", path: "/admin/tokens?situacao=expired", by: dbtest.Camila},
	{name: "token of a partner", path: "/admin/tokens/2", by: dbtest.Camila},
	{name: "token for a partner", path: newPartnerToken, by: dbtest.Camila},
	{name: "token refused", path: newPartnerToken, by: dbtest.Camila, reach: tokenWithProblems, unsaved: true, refusal: http.StatusUnprocessableEntity},
	{name: "token issued", path: newPartnerToken, by: dbtest.Camila, reach: issueForPartner},
	{name: "no partner found", path: "/admin/tokens/novo?profissional_texto=ninguem", by: dbtest.Camila},
	{name: "no events found", path: "/admin/seguranca?tipo=refusals&q=ninguem&de=2026-01-01", by: dbtest.Camila},
	{name: "dialog", path: "/admin/pecas", by: dbtest.Camila, reach: opened("Abrir diálogo", "#peca-dialogo")},
	{name: "drawer", path: "/admin/pecas", by: dbtest.Camila, reach: opened("Abrir gaveta", "#peca-gaveta")},
	{name: "menu", path: "/admin/pecas", by: dbtest.Camila, reach: opened("Mover para…", "#peca-menu")},
}

func opened(button, layer string) func(*browsertest.Page) {
	return func(page *browsertest.Page) {
		page.Click(button)
		page.WaitFor(layer)
	}
}

func oneExportTooMany(page *browsertest.Page) {
	page.Click("Exportar de novo")
	page.WaitFor("[role=alert]")
}

func orderWithProblems(page *browsertest.Page) {
	page.Fill("Produto", "oleo-30")
	page.Click("Adicionar")
	page.WaitFor(".cart li")
	page.Fill("Preço", "abc")
	page.Fill("CEP", "88")
	page.Click("Salvar pedido")
	page.WaitFor("[role=alert]")
}

func filledCart(page *browsertest.Page) {
	for _, product := range []dbtest.Product{dbtest.Oil, dbtest.Cream} {
		page.Fill("Produto", product.Code)
		page.Click("Adicionar")
		page.WaitForText(".cart", product.Name)
	}
	page.Click("Adicionar linha")
	page.WaitForFocus("Descrição")
	page.Type("Desconto social")
	page.Fill("custom_payment[0].value", "40")
	page.Fill("Frete", "23,90")
	page.WaitForText(".cart-total", "Total R$ 342,40")
}

func loginRefused(page *browsertest.Page) {
	page.Fill("E-mail", dbtest.Bruno.Email)
	page.Fill("Senha", "errada")
	page.Click("Entrar")
	page.WaitFor("[role=alert]")
}

func invitingRefused(page *browsertest.Page) {
	page.Fill("E-mail", dbtest.Ivo.Email)
	page.Click("Profissional")
	page.Click("Enviar convite")
	page.WaitFor("[role=alert]")
}

func lastAdministrator(page *browsertest.Page) {
	page.Click("Desativar")
	page.WaitFor("#desativar")
	page.Click("Desativar conta")
	page.WaitFor("[role=alert]")
}

// Every page of the table, and the views of them that a person meets, in both themes and at
// both sizes: no violation that axe finds, no sideways scroll, one h1, nothing in the console.
func TestEveryPageInEveryLook(t *testing.T) {
	app := handlertest.New(t)
	fillMailbox(t, app)
	plantLinks(t, app)
	plantTasks(t, app)
	plantOrders(t, app)
	takePix(t, app)
	views := append(pagesOf(t, app.Routes), special...)
	sessions := sessionsOf(t, app, views)
	tireOut(t, app, dbtest.Priscila)
	for name, look := range map[string]struct {
		theme         string
		screen, check func(*browsertest.Page)
	}{
		"claro desk":   {"claro", (*browsertest.Page).Desktop, (*browsertest.Page).CheckAccessibility},
		"escuro desk":  {"escuro", (*browsertest.Page).Desktop, (*browsertest.Page).CheckContrast},
		"claro phone":  {"claro", (*browsertest.Page).Phone, (*browsertest.Page).CheckAccessibility},
		"escuro phone": {"escuro", (*browsertest.Page).Phone, (*browsertest.Page).CheckContrast},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := browsertest.Open(t, app)
			look.screen(tab)
			tab.Theme(look.theme)
			for _, v := range views {
				t.Run(v.name, func(t *testing.T) {
					page := tab.For(t)
					page.Share(sessions[v.by])
					see(page, v)
					page.CheckLayout()
					look.check(page)
					page.Screenshot(t.Name())
					if v.unsaved {
						page.Leave("/painel")
					}
				})
			}
		})
	}
}

// Two addresses with the same title cannot be told apart in the tabs and the history of a browser.
func TestEveryPageHasATitleOfItsOwn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fillMailbox(t, app)
	plantTasks(t, app)
	page := browsertest.Open(t, app)
	paths := map[string]string{}
	views := pagesOf(t, app.Routes)
	sessions := sessionsOf(t, app, views)
	for _, v := range views {
		page.Share(sessions[v.by])
		see(page, v)
		title := page.Title()
		if other, taken := paths[title]; taken {
			t.Errorf("%s and %s are both called %q", v.path, other, title)
		}
		paths[title] = v.path
	}
}

// sessionsOf signs everybody in once: an operator has one session at a time. Views by nobody
// in particular get a client that holds none.
func sessionsOf(t *testing.T, app *handlertest.App, views []view) map[dbtest.Operator]*handlertest.Client {
	t.Helper()
	sessions := map[dbtest.Operator]*handlertest.Client{{}: app.Nobody(t)}
	for _, v := range views {
		if sessions[v.by] == nil {
			sessions[v.by] = app.As(t, v.by)
		}
	}
	return sessions
}

func see(page *browsertest.Page, v view) {
	if v.refusal != 0 {
		page.Expect(v.refusal)
	}
	page.Visit(v.path)
	if v.reach != nil {
		v.reach(page)
	}
}

// pagesOf derives the pages from the table, so that one added later is looked at too.
func pagesOf(t *testing.T, routes []web.Route) []view {
	t.Helper()
	var views []view
	for _, route := range routes {
		if route.Method != http.MethodGet || route.IsJSON() || slices.Contains(notPages, route.Path) {
			continue
		}
		path, parameters := samplePaths[route.Path], strings.Contains(route.Path, ":")
		if parameters && path == "" {
			t.Errorf("%s has no path in samplePaths: no browser would look at it", route.Path)
			continue
		}
		if !parameters {
			path = route.Path
		}
		views = append(views, view{name: route.Path, path: path, by: whoMay(route)})
	}
	return views
}

// whoMay picks somebody of the cast who may see a page; pages that all may see are seen by nobody in particular.
func whoMay(route web.Route) dbtest.Operator {
	switch route.Guard.String() {
	case "public", "anyone":
		return dbtest.Operator{}
	}
	return dbtest.Camila
}
