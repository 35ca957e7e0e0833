// Package sitemap lists the pages of the route table with the address at which tests open each, so that every test of pages
// covers a new one.
package sitemap

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
	"/admin/quem-viu/conferir",  // its tests have unusual reads
	"/admin/quem-viu/perguntar", // as above
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
	"/cadastro/cep/:cep",
	"/cadastro/codigo",
	"/cadastro/comprovante.pdf",
	"/cadastro/consultas/:id/consulta.ics",
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
	"/admin/privacidade/apagar/:id/previa.pdf",
	"/admin/privacidade/eliminacoes/:id/certidao.pdf",
	"/admin/privacidade/eliminacoes/:id/desistir",
	"/admin/privacidade/eliminacoes/:id/guardado/:guardado",
	"/admin/privacidade/pedidos/:id",    // their tests have a request
	"/admin/privacidade/copias/:id",     // its tests have a copy
	"/admin/privacidade/maioridade/:id", // its tests have a patient of age
	"/admin/privacidade/pedidos/:id/conferir",
	"/admin/privacidade/pedidos/:id/informacao",
	"/admin/privacidade/pedidos/:id/perguntar",
	"/admin/privacidade/pedidos/:id/pedido.pdf",
	"/admin/privacidade/pedidos/:id/provas", "/admin/privacidade/pedidos/:id/provas/:prova",
	"/admin/privacidade/pedidos/:id/recusar",
	"/admin/privacidade/pedidos/:id/responder",
	"/admin/privacidade/registro.pdf",
	"/admin/privacidade/incidentes/:id", // their tests have an incident
	"/admin/privacidade/incidentes/:id/incluir",
	"/admin/privacidade/incidentes/:id/nao-e",
	"/admin/privacidade/incidentes/:id/relatorio.pdf",
	"/admin/privacidade/retencao/segurados/:id/soltar", // its tests have a hold
	"/admin/copias/lugares/:id/tirar",                  // its tests have a place and a copy
	"/admin/copias/restaurar",
	"/admin/saude/relatorio", // its tests have an examination
	"/admin/importar/:id",    // its tests have an import
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
	"/admin/importar/:id/ver/:linha",
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
	"/painel/pedidos/:id/etiquetas/:file",
	"/painel/pedidos/:id/folha.pdf",
	"/painel/pedidos/:id/recibo.pdf",
	"/painel/associados/:id/carteirinha.pdf",
	"/cadastro/carteirinha.pdf",
	"/cadastro/perfil/meus-dados/copia.zip", // its tests have a copy
	"/cadastro/pedidos/:id/recibo.pdf",
	"/cadastro/termo.pdf",
	"/carteirinha/:code", // its tests have a card
	"/painel/pedidos/etiquetas-de-envio/:id/etiquetas.pdf",
	"/painel/pedidos/etiquetas/ao-vivo",
	"/painel/pedidos/lista-de-envios.pdf",
	"/painel/pedidos/novo/associados",
	"/painel/pedidos/novo/prescritores",
	"/painel/pedidos/novo/produtos",
	"/painel/pedidos/soma",
	"/painel/analises/evidencias.pdf", "/painel/analises/evidencias.xlsx", "/painel/efeitos/:id", // its tests have an event
	"/painel/estoque", // the stock is switched off; its tests switch it on
	"/painel/motivo",  // its tests have a person
	"/painel/estoque/contagem", "/painel/estoque/contagem/terminar",
	"/painel/estoque/:id",
	"/painel/estoque/:id/entrada",
	"/painel/estoque/lotes/:id",
	"/painel/estoque/lotes/:id/pessoas.csv",
	"/painel/estoque/lotes/:id/recolher", "/painel/estoque/lotes/:id/avisar",
	"/recolhimento/:token",                                                                       // its tests have a recalled lot
	"/acompanhamento/:token", "/acompanhamento/:token/efeito", "/acompanhamento/:token/recebido", // its tests have a question
	"/painel/pedidos/:id/separar",
	"/painel/conciliacao/:id", // its tests have a statement
	"/painel/conciliacao/:id/desfazer",
	"/painel/receitas/:id", // its tests have a prescription
	"/painel/receitas/liberacoes/:id",
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
	"/painel/tarefas/:id/resultado",
	"/painel/tarefas/novidades",
	"/painel/visoes/contagens",
	"/portal/extratos/:id/extrato.pdf",
	"/portal/ano/extrato.pdf",
	"/portal/ano/extrato.csv",
	"/readyz",
}

// Page is a page of the route table with a path, and an operator who may see it, none if it is public or an associate's.
type Page struct {
	Route, Path string
	By          dbtest.Operator
	// OfAssociate is set for pages that only associates see.
	OfAssociate bool
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
	case "assinar", "verificar", "agendamento", "carteirinha", "recolhimento", "acompanhamento":
		return "sign"
	}
	return "entry"
}

// Pages returns the pages of the route table but those of associates.
func Pages(t testing.TB, routes []web.Route) []Page {
	t.Helper()
	return slices.DeleteFunc(all(t, routes), func(page Page) bool { return page.OfAssociate })
}

// Outside returns the pages outside the panel, the administration and the help of the staff: those of visitors, associates
// and professionals.
func Outside(t testing.TB, routes []web.Route) []Page {
	t.Helper()
	return slices.DeleteFunc(all(t, routes), func(page Page) bool {
		return page.Surface() == "panel" || page.Surface() == "admin" || page.By == dbtest.Camila
	})
}

func all(t testing.TB, routes []web.Route) []Page {
	t.Helper()
	var pages []Page
	for _, route := range routes {
		if route.Method != http.MethodGet || route.IsJSON() || slices.Contains(notPages, route.Path) {
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
		pages = append(pages, Page{Route: route.Path, Path: path, By: whoMay(route), OfAssociate: route.Guard.String() == "associate"})
	}
	return pages
}

func whoMay(route web.Route) dbtest.Operator {
	switch route.Guard.String() {
	case "public", "anyone", "anyone as associate", "anyone as person", "associate":
		return dbtest.Operator{}
	case "professional":
		return dbtest.Renata
	}
	return dbtest.Camila
}
