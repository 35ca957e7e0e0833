package handlertest

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// notPages are the routes that answer with something other than a page.
var notPages = []string{
	"/manifesto.webmanifest",
	"/sw.js",
	"/admin/correio/:id/html",
	"/admin/mensagens/:kind/previa",
	"/admin/mensagens/:kind/sistema", // its tests have changed words
	"/admin/modelos/:kind/logotipo.png",
	"/admin/modelos/:kind/previa.pdf",
	"/admin/modelos/:kind/versoes/:version/modelo.pdf",
	"/admin/modelos/selo.pem",
	"/admin/pecas/busca",
	"/admin/profissionais",
	"/admin/quem-viu/conferir", // its tests have unusual reads
	"/admin/servicos",
	"/agenda/:token",
	"/agendamento/:token/remarcar", "/agendamento/:token/cancelar", "/agendamento/:token/consulta.ics", // its tests have an appointment
	"/api/v1/modules/calendar/oauth/authorize",
	"/api/v1/modules/calendar/oauth/callback", // its tests have a state
	"/api/v1/modules/carrier_b/oauth/authorize",
	"/api/v1/modules/carrier_b/oauth/callback",
	"/api/v1/openapi.json",
	"/assinar/:token/assinado.pdf",
	"/assinar/:token/auditoria.pdf",
	"/assinar/:token/confirmar", // its tests have the question
	"/assinar/:token/concluir",  // its tests have a signature
	"/assinar/:token/pronto",
	"/assinar/:token/termo.pdf",
	"/cadastro/codigo",
	"/cadastro/confirmar",
	"/cadastro/email/codigo",
	"/cadastro/entrar/codigo",
	"/cadastro/senha",
	"/desfazer-email",
	"/conta/chaves/:id/nome", "/conta/chaves/:id/remover", "/conta/segunda-etapa/chave", // their tests have a passkey and an address for it
	"/conta/sessao",
	"/healthz",
	"/metrics",
	"/nao-fui-eu", // its tests have a letter
	"/painel/agenda/:id/avisar",
	"/painel/agenda/:id/recibo.pdf",
	"/painel/avisos/:id", // its tests have a notice
	"/painel/avisos/ao-vivo",
	"/painel/avisos/quantos",
	"/admin/privacidade/eliminacoes/:id", // their tests have an erasure
	"/admin/privacidade/eliminacoes/:id/certidao.pdf",
	"/admin/privacidade/eliminacoes/:id/desistir",
	"/admin/privacidade/eliminacoes/:id/guardado/:guardado",
	"/admin/privacidade/pedidos/:id", // their tests have a request
	"/admin/privacidade/pedidos/:id/conferir",
	"/admin/privacidade/pedidos/:id/recusar",
	"/admin/privacidade/pedidos/:id/responder",
	"/admin/privacidade/registro.pdf",
	"/admin/copias/lugares/:id/tirar", // its tests have a place and a copy
	"/admin/copias/restaurar",
	"/admin/importar/:id", // its tests have an import
	"/admin/importar/:id/apagar",
	"/admin/importar/:id/arquivo",
	"/admin/importar/:id/colunas",
	"/admin/importar/:id/conferir",
	"/admin/importar/:id/conferir/duplicados",
	"/admin/importar/:id/conferir/fora",
	"/admin/importar/:id/conferir/linhas",
	"/admin/importar/:id/conferir/prontas",
	"/admin/importar/:id/conferir/problemas.xlsx",
	"/admin/importar/:id/desfazer",
	"/admin/importar/:id/importar",
	"/admin/importar/:id/parar",
	"/admin/importar/:id/resultado",
	"/admin/importar/:id/resultado.csv",
	"/admin/importar/:id/resultado.xlsx",
	"/admin/importar/modelos/:arquivo",
	"/admin/webhooks/ao-vivo",
	"/painel/agenda/ao-vivo",
	"/painel/agenda/bloqueios/:id", // its tests have a block
	"/painel/ao-vivo",
	"/painel/agenda/dia.pdf",
	"/painel/agenda/novo/associados",
	"/painel/recepcao/:id/anotacao/:noteId", // its tests have a note
	"/painel/recepcao/ao-vivo",
	"/painel/analises",
	"/painel/documentos/:id", // its tests have a document
	"/painel/analises/relatorio-da-diretoria.pdf",
	"/painel/arquivos/:id", // its view has a file of the test
	"/painel/arquivos/:id/anexar",
	"/painel/arquivos/:id/conteudo",
	"/painel/arquivos/:id/miniatura",
	"/painel/arquivos/registros/:em",
	"/painel/assinaturas/:id/assinado.pdf",
	"/painel/assinaturas/:id/assinatura.png",
	"/painel/assinaturas/:id/comprovante.pdf",
	"/painel/assinaturas/:id/link",
	"/painel/assinaturas/:id/termo.pdf",
	"/painel/assinaturas/:id/whatsapp",
	"/painel/assinaturas/novo/associados",
	"/painel/associados/:id/campos/:campo",
	"/painel/associados/prescritores",
	"/painel/busca",
	"/painel/cep/:cep",
	"/painel/pedidos/:id/etiqueta.pdf",
	"/painel/pedidos/:id/folha.pdf",
	"/painel/pedidos/:id/recibo.pdf",
	"/painel/associados/:id/carteirinha.pdf",
	"/cadastro/carteirinha.pdf",
	"/cadastro/pedidos/:id/recibo.pdf",
	"/carteirinha/:code", // its tests have a card
	"/painel/pedidos/etiquetas-de-envio/:id/etiquetas.pdf",
	"/painel/pedidos/etiquetas/ao-vivo",
	"/painel/pedidos/lista-de-envios.pdf",
	"/painel/pedidos/novo/associados",
	"/painel/pedidos/novo/prescritores",
	"/painel/pedidos/novo/produtos",
	"/painel/pedidos/soma",
	"/painel/estoque", // the stock is switched off; its tests switch it on
	"/painel/motivo",  // its tests have a person
	"/painel/estoque/contagem",
	"/painel/estoque/:id",
	"/painel/estoque/:id/entrada",
	"/painel/estoque/lotes/:id",
	"/painel/estoque/lotes/:id/pessoas.csv",
	"/painel/estoque/lotes/:id/recolher",
	"/painel/pedidos/:id/separar",
	"/painel/conciliacao/:id", // its tests have a statement
	"/painel/conciliacao/:id/desfazer",
	"/painel/receitas/:id", // its tests have a prescription
	"/painel/receitas/:id/editar",
	"/painel/receitas/:id/recusar",
	"/painel/relatorios/extratos/:id", // its tests close a month
	"/painel/relatorios/extratos/:id/extrato.pdf",
	"/painel/relatorios/extratos/:id/extrato.xlsx",
	"/painel/relatorios/extratos/:id/reabrir",
	"/painel/relatorios/repasses/arquivo.csv",
	"/painel/resultado/arquivo.csv",
	"/painel/relatorios/repasses/pagar",
	"/painel/tarefas/:id/arquivo",
	"/painel/tarefas/:id/erros",
	"/painel/tarefas/novidades",
	"/painel/visoes/contagens",
	"/portal/extratos/:id/extrato.pdf",
	"/portal/ano/extrato.pdf",
	"/portal/ano/extrato.csv",
	"/readyz",
}

// samplePaths fill in the parameters and the queries of routes; a new page with either needs its sample here. The rows are those of
// the fixtures, of SeedTasks, SeedTerms, SeedMailbox and SeedWebhooks.
var samplePaths = map[string]string{
	"/admin/permissoes/:purpose":                         "/admin/permissoes/treatment",
	"/cadastro/permissoes/:purpose":                      "/cadastro/permissoes/image",
	"/cadastro/permissoes/:purpose/retirar":              "/cadastro/permissoes/treatment/retirar",
	"/admin/configuracoes/:system":                       "/admin/configuracoes/triage",
	"/admin/configuracoes/:system/:id/historico":         "/admin/configuracoes/store/1/historico",
	"/admin/configuracoes/:system/nova":                  "/admin/configuracoes/store/nova",
	"/admin/correio/:id":                                 "/admin/correio/1",
	"/admin/mensagens/:kind":                             "/admin/mensagens/order_sent",
	"/admin/modelos/:kind":                               "/admin/modelos/self",
	"/admin/modelos/:kind/apagar":                        "/admin/modelos/self/apagar",
	"/admin/modelos/:kind/mudancas":                      "/admin/modelos/self/mudancas",
	"/admin/modelos/:kind/publicar":                      "/admin/modelos/self/publicar",
	"/admin/privacidade/apagar/:id":                      "/admin/privacidade/apagar/3",
	"/admin/operadores/:id":                              "/admin/operadores/2",
	"/admin/erros/:grupo":                                "/admin/erros/" + ErrorGroup,
	"/admin/estrutura/:collection":                       "/admin/estrutura/orders",
	"/admin/webhooks/:id":                                "/admin/webhooks/1",
	"/admin/webhooks/:id/desligar":                       "/admin/webhooks/1/desligar",
	"/admin/webhooks/:id/editar":                         "/admin/webhooks/1/editar",
	"/admin/webhooks/:id/entregas/:entrega":              "/admin/webhooks/1/entregas/1",
	"/admin/webhooks/:id/reenviar":                       "/admin/webhooks/1/reenviar",
	"/admin/webhooks/:id/remover":                        "/admin/webhooks/1/remover",
	"/admin/webhooks/:id/segredo":                        "/admin/webhooks/1/segredo",
	"/admin/servicos/:servico":                           "/admin/servicos/carrier_b",
	"/admin/tokens/:id":                                  "/admin/tokens/1",
	"/admin/textos/:id":                                  "/admin/textos/1",
	"/admin/tipos/:id":                                   "/admin/tipos/1",
	"/agendamento/:token":                                "/agendamento/" + AppointmentLink,
	"/ajuda/:area":                                       "/ajuda/pedidos",
	"/assinar/:token":                                    "/assinar/" + PendingTerm,
	"/assinar/:token/assinar":                            "/assinar/" + PendingTerm + "/assinar",
	"/painel/agenda/:id":                                 "/painel/agenda/2",
	"/painel/agenda/:id/cancelar":                        "/painel/agenda/2/cancelar",
	"/painel/agenda/:id/editar":                          "/painel/agenda/2/editar",
	"/painel/agenda/:id/a-pagar":                         "/painel/agenda/1/a-pagar",
	"/painel/agenda/:id/pagar":                           "/painel/agenda/2/pagar",
	"/painel/agenda/:id/remarcar":                        "/painel/agenda/2/remarcar",
	"/painel/assinaturas/:id":                            "/painel/assinaturas/" + SignedTermID,
	"/painel/assinaturas/:id/anular":                     "/painel/assinaturas/" + PendingTermID + "/anular",
	"/painel/assinaturas/:id/trocar":                     "/painel/assinaturas/" + PendingTermID + "/trocar",
	"/painel/associados/:id":                             "/painel/associados/1",
	"/painel/associados/:id/editar":                      "/painel/associados/1/editar",
	"/painel/associados/:id/carteirinha":                 "/painel/associados/1/carteirinha",
	"/painel/duplicados/:id/:outro":                      "/painel/duplicados/1/3",
	"/painel/associados/:id/foto":                        "/painel/associados/1/foto",
	"/painel/associados/:id/cadastro-pelo-site":          "/painel/associados/1/cadastro-pelo-site",
	"/painel/associados/:id/pacientes/:patientId/editar": "/painel/associados/1/pacientes/2/editar",
	"/painel/associados/:id/pacientes/novo":              "/painel/associados/1/pacientes/novo",
	"/painel/associados/editar-selecionados":             "/painel/associados/editar-selecionados?ids=1&ids=3",
	"/painel/associados/escrever-selecionados":           "/painel/associados/escrever-selecionados?ids=1&ids=3",
	"/painel/associados/escrever-selecionados/whatsapp":  "/painel/associados/escrever-selecionados/whatsapp?ids=1&ids=3&texto=1",
	"/painel/associados/enviar-termo-selecionados":       "/painel/associados/enviar-termo-selecionados?ids=1&ids=3",
	"/painel/textos":                                     "/painel/textos?de=associado:1",
	"/painel/etiquetas/:id":                              "/painel/etiquetas/1",
	"/painel/arquivos/escolher":                          "/painel/arquivos/escolher?de=orders-1",
	"/painel/pedidos/:id":                                "/painel/pedidos/1",
	"/painel/pedidos/:id/cancelar":                       "/painel/pedidos/2/cancelar",
	"/painel/pedidos/:id/editar":                         "/painel/pedidos/1/editar",
	"/painel/pedidos/:id/enviar":                         "/painel/pedidos/1/enviar",
	"/painel/pedidos/:id/etiqueta":                       "/painel/pedidos/1/etiqueta",
	"/painel/pedidos/:id/etiqueta/cancelar":              "/painel/pedidos/1/etiqueta/cancelar",
	"/painel/pedidos/:id/excluir":                        "/painel/pedidos/2/excluir",
	"/painel/pedidos/:id/pagar":                          "/painel/pedidos/2/pagar",
	"/painel/pedidos/:id/voltar":                         "/painel/pedidos/1/voltar",
	"/painel/pedidos/cancelar":                           "/painel/pedidos/cancelar?ids=1&ids=2",
	"/painel/pedidos/etiquetas-de-envio":                 "/painel/pedidos/etiquetas-de-envio?ids=1&ids=2",
	"/painel/pedidos/etiquetas-de-envio/:id":             "/painel/pedidos/etiquetas-de-envio/16",
	"/painel/pedidos/enviar":                             "/painel/pedidos/enviar?ids=2&ids=3",
	"/painel/assinaturas/anular-selecionados":            "/painel/assinaturas/anular-selecionados?todos=1",
	"/painel/pedidos/pagar":                              "/painel/pedidos/pagar?ids=1&ids=2",
	"/painel/produtos/:id":                               "/painel/produtos/1",
	"/painel/produtos/:id/editar":                        "/painel/produtos/1/editar",
	"/painel/profissionais/:id":                          "/painel/profissionais/1",
	"/painel/profissionais/:id/agenda":                   "/painel/profissionais/1/agenda",
	"/painel/profissionais/:id/doacoes":                  "/painel/profissionais/1/doacoes",
	"/painel/profissionais/:id/editar":                   "/painel/profissionais/1/editar",
	"/painel/receitas/nova/:pessoa":                      "/painel/receitas/nova/1",
	"/painel/recepcao/:id":                               "/painel/recepcao/2",
	"/painel/recepcao/:id/atendente":                     "/painel/recepcao/2/atendente",
	"/painel/recepcao/:id/dados":                         "/painel/recepcao/2/dados",
	"/painel/recepcao/:id/concluir":                      "/painel/recepcao/2/concluir",
	"/painel/relatorios/contestar":                       "/painel/relatorios/contestar?ids=1",
	"/painel/relatorios/fechar":                          "/painel/relatorios/fechar?mes=2026-11&professional_id=1",
	"/portal/contestar/:id":                              "/portal/contestar/1",
	"/painel/tarefas/:id":                                "/painel/tarefas/1",
	"/painel/visoes/:id":                                 "/painel/visoes/1",
	"/verificar/:code":                                   "/verificar/" + SignedCode,

	"/painel/associados/:id/receita":                      "/painel/associados/1/receita",
	"/painel/associados/:id/pacientes/:patientId/receita": "/painel/associados/1/pacientes/2/receita",
}

// Page is a page of the route table with a path, and an operator who may see it, none if it is public.
type Page struct {
	Route, Path string
	By          dbtest.Operator
}

// Surface returns the surface whose browser tests check the page. Pages outside the folders of the surfaces belong to
// entry.
func (p Page) Surface() string {
	switch first, _, _ := strings.Cut(strings.TrimPrefix(p.Route, "/"), "/"); first {
	case "painel":
		return "panel"
	case "admin":
		return "admin"
	case "portal":
		return "portal"
	case "cadastro", "atendimento":
		return "register"
	case "assinar", "verificar", "agendamento", "carteirinha":
		return "sign"
	}
	return "entry"
}

// Pages returns the pages of the route table, so that tests include new ones.
func (a *App) Pages(t testing.TB) []Page {
	t.Helper()
	var pages []Page
	for _, route := range a.Routes {
		if route.Method != http.MethodGet || route.IsJSON() || route.Guard.String() == "associate" || slices.Contains(notPages, route.Path) {
			continue
		}
		path, hasSample := samplePaths[route.Path]
		if !hasSample {
			path = route.Path
		}
		if strings.Contains(path, "/:") {
			t.Errorf("%s has no path in samplePaths: no test would look at it", route.Path)
			continue
		}
		pages = append(pages, Page{Route: route.Path, Path: path, By: whoMay(route)})
	}
	return pages
}

func whoMay(route web.Route) dbtest.Operator {
	switch route.Guard.String() {
	case "public", "anyone", "anyone as associate", "anyone as person":
		return dbtest.Operator{}
	case "professional":
		return dbtest.Renata
	}
	return dbtest.Camila
}
