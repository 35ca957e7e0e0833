package handlers

import (
	"net/http"

	"acolhe/models/platform/db"
	"acolhe/models/reads/reasons"
	"acolhe/models/types/auth"
	"acolhe/web"
)

// Ways of declaring what a route shows.
func record(of, param string) web.Reading     { return web.Reading{Of: of, Param: param} }
func part(of, param, name string) web.Reading { return web.Reading{Of: of, Param: param, Part: name} }
func file(of, param, name string) web.Reading {
	return web.Reading{Of: of, Param: param, Part: name, Channel: "file"}
}
func rowsOf(collection string) web.Reading { return web.Reading{Of: "lists." + collection} }
func export(collection string) web.Reading {
	return web.Reading{Of: "lists." + collection, Channel: "export"}
}
func ownPart(name string) web.Reading        { return web.Reading{Of: "own", Part: name, Own: true} }
func ownRecord(of, param string) web.Reading { return web.Reading{Of: of, Param: param, Own: true} }

// readings declares for each route that shows data of people whose they are. A route that is not here shows none: the test of
// every page finds one that does.
var readings = map[string]web.Reading{
	"GET /api/v1/auth/associate/me":                              ownPart("cadastro"),
	"GET /api/v1/users/me/patients":                              ownPart("pacientes"),
	"GET /api/v1/users/me/documents/status":                      ownPart("documentos"),
	"GET /api/v1/users/:id/avatar":                               file("users", "id", "foto"),
	"GET /api/v1/users/code/:userCode":                           record("users", "userCode"),
	"GET /api/v1/users/search":                                   rowsOf("users"),
	"GET /api/v1/users/:id/history":                              part("users", "id", "historico"),
	"GET /api/v1/users/:id/patients":                             part("users", "id", "pacientes"),
	"GET /api/v1/reception/open-by-email":                        rowsOf("reception"),
	"GET /api/v1/orders":                                         rowsOf("orders"),
	"GET /api/v1/orders/by-user/:userCode":                       part("users", "userCode", "pedidos"),
	"GET /api/v1/services/reports":                               rowsOf("reports"),
	"GET /api/v1/services":                                       rowsOf("services"),
	"GET /api/v1/services/by-professional/:professional":         rowsOf("services"),
	"GET /api/v1/services/exists":                                rowsOf("services"),
	"GET /api/v1/analytics/orders":                               rowsOf("analytics"),
	"GET /api/v1/search":                                         rowsOf("search"),
	"GET /api/v1/files":                                          rowsOf("files"),
	"GET /api/v1/files/:id":                                      record("files", "id"),
	"GET /api/v1/files/:id/download":                             file("files", "id", ""),
	"GET /api/v1/doc-sign/contracts":                             rowsOf("contracts"),
	"GET /api/v1/doc-sign/contracts/me":                          ownPart("termo"),
	"GET /api/v1/doc-sign/contracts/by-user/:userCode":           part("users", "userCode", "termo"),
	"GET /api/v1/doc-sign/contracts/:id":                         record("contracts", "id"),
	"GET /api/v1/doc-sign/contracts/:id/verify":                  record("contracts", "id"),
	"GET /api/v1/doc-sign/contracts/:id/audit":                   part("contracts", "id", "comprovante"),
	"GET /api/v1/doc-sign/contracts/:id/pdf/:document":           file("contracts", "id", "termo"),
	"GET /api/v1/doc-sign/sign/:token":                           ownPart("termo"),
	"GET /api/v1/items/:collection":                              {Collection: true},
	"GET /api/v1/items/:collection/:id":                          {Collection: true, Param: "id"},
	"GET /api/v1/admin/webhooks/:id/deliveries":                  rowsOf("webhooks"),
	"GET /admin/importar/:id/conferir":                           rowsOf("users"),
	"POST /admin/importar/:id/conferir":                          rowsOf("users"),
	"POST /admin/importar/:id/conferir/linhas":                   rowsOf("users"),
	"GET /admin/importar/:id/ver/:linha":                         {Of: "users", Channel: "file"},
	"GET /admin/importar/:id/conferir/linhas":                    rowsOf("users"),
	"GET /admin/importar/:id/conferir/duplicados":                rowsOf("users"),
	"GET /admin/importar/:id/conferir/prontas":                   rowsOf("users"),
	"GET /admin/importar/:id/conferir/fora":                      rowsOf("users"),
	"GET /admin/importar/:id/conferir/problemas.xlsx":            export("users"),
	"GET /admin/importar/:id/resultado":                          rowsOf("users"),
	"GET /admin/importar/:id/resultado.csv":                      export("users"),
	"GET /admin/importar/:id/resultado.xlsx":                     export("users"),
	"GET /cadastro":                                              ownPart("inicio"),
	"GET /cadastro/respostas":                                    ownPart("cadastro"),
	"GET /cadastro/completo":                                     ownPart("cadastro"),
	"GET /cadastro/termo.pdf":                                    {Of: "own", Part: "termo", Own: true, Channel: "file"},
	"GET /cadastro/pedidos":                                      ownPart("pedidos"),
	"GET /cadastro/pedidos/:id":                                  ownRecord("orders", "id"),
	"GET /cadastro/consultas":                                    ownPart("atendimentos"),
	"GET /cadastro/consultas/:id":                                ownRecord("services", "id"),
	"GET /cadastro/meus-documentos":                              ownPart("documentos"),
	"GET /cadastro/perfil":                                       ownPart("cadastro"),
	"GET /assinar/:token":                                        ownPart("termo"),
	"GET /assinar/:token/termo.pdf":                              {Of: "own", Part: "termo", Own: true, Channel: "file"},
	"GET /assinar/:token/assinado.pdf":                           {Of: "own", Part: "termo", Own: true, Channel: "file"},
	"GET /assinar/:token/auditoria.pdf":                          {Of: "own", Part: "comprovante", Own: true, Channel: "file"},
	"GET /portal":                                                rowsOf("reports"),
	"GET /portal/contestar/:id":                                  record("services", "id"),
	"GET /portal/extratos/:id/extrato.pdf":                       export("reports"),
	"GET /portal/ano/extrato.pdf":                                export("reports"),
	"GET /portal/ano/extrato.csv":                                export("reports"),
	"GET /portal/semana":                                         rowsOf("services"),
	"GET /painel":                                                rowsOf("day"),
	"GET /painel/lembretes":                                      rowsOf("users"),
	"GET /painel/busca":                                          rowsOf("search"),
	"GET /painel/textos":                                         rowsOf("texts"),
	"GET /painel/associados":                                     rowsOf("users"),
	"GET /painel/associados/:id":                                 record("users", "id"),
	"GET /painel/associados/:id/editar":                          part("users", "id", "cadastro"),
	"GET /painel/associados/:id/receita":                         part("users", "id", "receita"),
	"GET /painel/associados/:id/cadastro-pelo-site":              part("users", "id", "cadastro"),
	"GET /painel/associados/:id/foto":                            part("users", "id", "foto"),
	"GET /painel/associados/:id/campos/:campo":                   part("users", "id", "cadastro"),
	"POST /painel/associados/:id/mostrar/:dado":                  {Of: "users", Param: "id", Part: "mostrar-", PartParam: "dado"},
	"GET /painel/associados/:id/pacientes/novo":                  part("users", "id", "pacientes"),
	"GET /painel/associados/:id/pacientes/:patientId/editar":     part("users", "patientId", "cadastro"),
	"GET /painel/associados/:id/pacientes/:patientId/receita":    part("users", "patientId", "receita"),
	"POST /painel/associados/exportar":                           export("users"),
	"POST /painel/associados/exportar/selecionados":              export("users"),
	"GET /painel/duplicados":                                     rowsOf("users"),
	"GET /painel/duplicados/:id/:outro":                          rowsOf("users"),
	"GET /painel/conciliacao/:id":                                rowsOf("orders"),
	"GET /painel/associados/editar-selecionados":                 rowsOf("users"),
	"GET /painel/associados/escrever-selecionados":               rowsOf("users"),
	"GET /painel/associados/escrever-selecionados/whatsapp":      rowsOf("users"),
	"GET /painel/associados/enviar-termo-selecionados":           rowsOf("users"),
	"GET /painel/receitas":                                       rowsOf("prescriptions"),
	"GET /painel/receitas/nova/:pessoa":                          part("users", "pessoa", "receita"),
	"GET /painel/receitas/:id":                                   record("prescriptions", "id"),
	"GET /painel/receitas/liberacoes/:id":                        record("releases", "id"),
	"GET /painel/receitas/:id/editar":                            record("prescriptions", "id"),
	"GET /painel/receitas/:id/recusar":                           record("prescriptions", "id"),
	"GET /painel/documentos":                                     rowsOf("documents"),
	"GET /painel/documentos/:id":                                 record("documents", "id"),
	"GET /painel/efeitos":                                        rowsOf("adverse_events"),
	"POST /painel/efeitos/exportar":                              export("adverse_events"),
	"GET /painel/efeitos/:id":                                    record("adverse_events", "id"),
	"GET /painel/efeitos/novo/:pessoa":                           part("users", "pessoa", "efeitos"),
	"GET /painel/estoque/lotes/:id":                              rowsOf("lots"),
	"GET /painel/estoque/lotes/:id/pessoas.csv":                  export("lots"),
	"GET /painel/pedidos/:id/separar":                            record("orders", "id"),
	"GET /painel/pedidos/:id/recibo.pdf":                         file("orders", "id", "recibo"),
	"GET /painel/agenda/:id/a-pagar":                             record("services", "id"),
	"GET /painel/agenda/:id/recibo.pdf":                          file("services", "id", "recibo"),
	"GET /painel/agenda/dia.pdf":                                 export("services"),
	"GET /cadastro/consultas/:id/cancelar":                       ownRecord("services", "id"),
	"GET /cadastro/pedidos/:id/comprovante":                      ownRecord("orders", "id"),
	"GET /painel/pedidos":                                        rowsOf("orders"),
	"GET /painel/pedidos/:id":                                    record("orders", "id"),
	"GET /painel/pedidos/:id/editar":                             record("orders", "id"),
	"GET /painel/pedidos/:id/pagar":                              record("orders", "id"),
	"GET /painel/pedidos/:id/enviar":                             record("orders", "id"),
	"GET /painel/pedidos/:id/voltar":                             record("orders", "id"),
	"GET /painel/pedidos/:id/cancelar":                           record("orders", "id"),
	"GET /painel/pedidos/:id/excluir":                            record("orders", "id"),
	"GET /painel/pedidos/:id/etiqueta":                           part("orders", "id", "endereco"),
	"GET /painel/pedidos/:id/etiqueta/cancelar":                  part("orders", "id", "endereco"),
	"GET /painel/pedidos/:id/etiquetas":                          part("orders", "id", "endereco"),
	"GET /painel/pedidos/:id/etiquetas/:file":                    file("orders", "id", "etiquetas"),
	"GET /painel/pedidos/:id/etiqueta.pdf":                       file("orders", "id", "endereco"),
	"GET /painel/pedidos/:id/folha.pdf":                          file("orders", "id", "folha"),
	"GET /painel/pedidos/pagar":                                  rowsOf("orders"),
	"GET /painel/pedidos/enviar":                                 rowsOf("orders"),
	"GET /painel/pedidos/cancelar":                               rowsOf("orders"),
	"GET /painel/pedidos/lista-de-envios.pdf":                    export("orders"),
	"GET /painel/pedidos/etiquetas-de-envio":                     rowsOf("orders"),
	"GET /painel/pedidos/etiquetas-de-envio/:id":                 rowsOf("orders"),
	"GET /painel/pedidos/etiquetas-de-envio/:id/etiquetas.pdf":   export("orders"),
	"GET /painel/pedidos/novo":                                   rowsOf("users"),
	"GET /painel/pedidos/novo/associados":                        rowsOf("users"),
	"POST /painel/pedidos/exportar":                              export("orders"),
	"POST /painel/pedidos/exportar/selecionados":                 export("orders"),
	"GET /painel/agenda":                                         rowsOf("services"),
	"GET /painel/agenda/lista":                                   rowsOf("services"),
	"GET /painel/agenda/novo":                                    rowsOf("users"),
	"GET /painel/agenda/novo/associados":                         rowsOf("users"),
	"GET /painel/agenda/:id":                                     record("services", "id"),
	"GET /painel/agenda/:id/avisar":                              record("services", "id"),
	"GET /painel/agenda/:id/editar":                              record("services", "id"),
	"GET /painel/agenda/:id/pagar":                               record("services", "id"),
	"GET /painel/agenda/:id/remarcar":                            record("services", "id"),
	"GET /painel/agenda/:id/cancelar":                            record("services", "id"),
	"POST /painel/agenda/lista/exportar":                         export("services"),
	"GET /painel/recepcao":                                       rowsOf("reception"),
	"GET /painel/recepcao/concluidos":                            rowsOf("reception"),
	"GET /painel/recepcao/:id":                                   record("reception", "id"),
	"GET /painel/recepcao/:id/atendente":                         record("reception", "id"),
	"GET /painel/recepcao/:id/dados":                             record("reception", "id"),
	"GET /painel/recepcao/:id/anotacao/:noteId":                  record("reception", "id"),
	"GET /painel/recepcao/:id/concluir":                          record("reception", "id"),
	"POST /painel/recepcao/concluidos/exportar":                  export("reception"),
	"POST /painel/recepcao/concluidos/exportar/selecionados":     export("reception"),
	"GET /painel/assinaturas":                                    rowsOf("contracts"),
	"GET /painel/assinaturas/anular-selecionados":                rowsOf("contracts"),
	"GET /painel/assinaturas/novo":                               rowsOf("users"),
	"GET /painel/assinaturas/novo/associados":                    rowsOf("users"),
	"GET /painel/assinaturas/:id":                                record("contracts", "id"),
	"GET /painel/assinaturas/:id/link":                           record("contracts", "id"),
	"GET /painel/assinaturas/:id/whatsapp":                       record("contracts", "id"),
	"GET /painel/assinaturas/:id/termo.pdf":                      file("contracts", "id", "termo"),
	"GET /painel/assinaturas/:id/assinado.pdf":                   file("contracts", "id", "termo"),
	"GET /painel/assinaturas/:id/comprovante.pdf":                file("contracts", "id", "comprovante"),
	"GET /painel/assinaturas/:id/assinatura.png":                 file("contracts", "id", "termo"),
	"GET /painel/assinaturas/:id/anular":                         record("contracts", "id"),
	"GET /painel/assinaturas/:id/trocar":                         record("contracts", "id"),
	"POST /painel/assinaturas/exportar":                          export("contracts"),
	"POST /painel/assinaturas/exportar/selecionados":             export("contracts"),
	"GET /painel/arquivos":                                       rowsOf("files"),
	"GET /painel/arquivos/escolher":                              rowsOf("files"),
	"GET /painel/arquivos/registros/:em":                         rowsOf("files"),
	"GET /painel/arquivos/:id/anexar":                            record("files", "id"),
	"GET /painel/arquivos/:id":                                   record("files", "id"),
	"GET /painel/arquivos/:id/conteudo":                          file("files", "id", ""),
	"GET /painel/arquivos/:id/miniatura":                         file("files", "id", "miniatura"),
	"POST /painel/arquivos/exportar":                             export("files"),
	"GET /painel/relatorios":                                     rowsOf("reports"),
	"GET /painel/relatorios/contestar":                           rowsOf("reports"),
	"GET /painel/relatorios/fechar":                              rowsOf("reports"),
	"GET /painel/relatorios/extratos/:id":                        rowsOf("reports"),
	"GET /painel/relatorios/extratos/:id/extrato.pdf":            export("reports"),
	"GET /painel/relatorios/extratos/:id/extrato.xlsx":           export("reports"),
	"POST /painel/relatorios/exportar":                           export("reports"),
	"GET /painel/profissionais/:id":                              rowsOf("services"),
	"GET /painel/tarefas/:id":                                    rowsOf("tasks"),
	"GET /painel/tarefas/:id/erros":                              export("tasks"),
	"GET /painel/tarefas/:id/resultado":                          export("tasks"),
	"GET /painel/tarefas/:id/arquivo":                            export("tasks"),
	"GET /admin/webhooks/:id":                                    rowsOf("webhooks"),
	"GET /admin/webhooks/:id/entregas/:entrega":                  rowsOf("webhooks"),
	"GET /admin/correio":                                         rowsOf("mails"),
	"GET /admin/correio/:id":                                     rowsOf("mails"),
	"GET /admin/correio/:id/html":                                rowsOf("mails"),
	"GET /painel/produtos/:id":                                   rowsOf("orders"),
	"GET /painel/analises/associados":                            rowsOf("analytics"),
	"GET /painel/analises/servicos":                              rowsOf("analytics"),
	"GET /painel/analises/pedidos":                               rowsOf("analytics"),
	"GET /painel/analises/recepcao":                              rowsOf("analytics"),
	"GET /api/v1/analytics/associates":                           rowsOf("analytics"),
	"GET /api/v1/analytics/services":                             rowsOf("analytics"),
	"GET /admin/modelos/:kind":                                   rowsOf("contracts"),
	"GET /admin/quem-viu":                                        rowsOf("reads"),
	"GET /cadastro/comprovante.pdf":                              {Of: "own", Part: "comprovante", Own: true, Channel: "file"},
	"GET /cadastro/pedidos/:id/recibo.pdf":                       ownRecord("orders", "id"),
	"GET /cadastro/carteirinha":                                  ownPart("carteirinha"),
	"GET /cadastro/carteirinha.pdf":                              {Of: "own", Part: "carteirinha", Own: true, Channel: "file"},
	"GET /painel/associados/:id/carteirinha":                     part("users", "id", "carteirinha"),
	"GET /painel/associados/:id/carteirinha.pdf":                 file("users", "id", "carteirinha"),
	"GET /cadastro/perfil/quem-viu":                              ownPart("leituras"),
	"GET /admin/seguranca":                                       rowsOf("security"),
	"GET /cadastro/perfil/meus-dados/copia.zip":                  {Of: "own", Part: "copia", Own: true, Channel: "file"},
	"GET /cadastro/perfil/meus-dados":                            ownPart("pedidos"),
	"GET /admin/privacidade":                                     rowsOf("users"),
	"GET /admin/privacidade/incidentes/:id":                      rowsOf("users"),
	"GET /admin/privacidade/incidentes/:id/relatorio.pdf":        rowsOf("users"),
	"GET /admin/privacidade/retencao":                            rowsOf("users"),
	"GET /admin/privacidade/retencao/prazos/:tipo/quem":          rowsOf("users"),
	"GET /admin/privacidade/retencao/segurar":                    rowsOf("users"),
	"GET /admin/privacidade/incidentes/:id/incluir":              rowsOf("users"),
	"GET /admin/privacidade/retencao/segurados/:id/soltar":       rowsOf("users"),
	"GET /admin/privacidade/pedidos/:id":                         rowsOf("users"),
	"GET /admin/privacidade/pedidos/novo":                        rowsOf("users"),
	"GET /admin/privacidade/pedidos/:id/pedido.pdf":              rowsOf("users"),
	"GET /admin/privacidade/pedidos/:id/provas/:prova":           rowsOf("users"),
	"GET /admin/privacidade/maioridade":                          rowsOf("users"),
	"GET /admin/privacidade/maioridade/:id":                      part("users", "id", "privacidade"),
	"GET /admin/privacidade/falecimento/:id":                     part("users", "id", "privacidade"),
	"GET /admin/privacidade/pedidos/:id/perguntar":               rowsOf("users"),
	"GET /admin/privacidade/pedidos/:id/informacao":              rowsOf("users"),
	"GET /admin/privacidade/pedidos/:id/recusar":                 rowsOf("users"),
	"GET /admin/privacidade/pedidos/:id/responder":               rowsOf("users"),
	"GET /admin/privacidade/copias/:id":                          {Of: "users", Param: "id", Part: "copia", Channel: "file"},
	"GET /admin/privacidade/apagar/:id":                          part("users", "id", "privacidade"),
	"GET /admin/privacidade/apagar/:id/previa.pdf":               part("users", "id", "privacidade"),
	"GET /admin/privacidade/eliminacoes/:id/certidao.pdf":        rowsOf("users"),
	"POST /admin/privacidade/eliminacoes/:id/guardado/:guardado": rowsOf("users"),
}

// withReadings declares on each route what it shows of people: those of associates show them themselves.
func withReadings(routes []web.Route) []web.Route {
	for i, route := range routes {
		reading, isDeclared := readings[route.Method+" "+route.Path]
		if !isDeclared && route.Method == http.MethodGet && route.Guard.String() == "associate" {
			reading = ownPart("cadastro")
		}
		routes[i] = route.Reads(reading).AsksReason(ofPeople(reading))
		if shown := readings[http.MethodGet+" "+route.Path]; !isDeclared && route.Method == http.MethodPost {
			// The form of a record is shown again with the record when it is refused.
			routes[i] = route.AsksReason(ofPeople(shown))
		}
	}
	return routes
}

// ofPeople keeps the records for which operators may have to say why they need them, and those of the generic routes.
func ofPeople(reading web.Reading) web.Reading {
	if reasons.AsksFor(reading.Of) || reading.Collection {
		return reading
	}
	return web.Reading{}
}

// reason asks operators why they need the record of an associate or patient, or one of their orders, documents or appointments, if
// the configuration does. A professional meets only their own.
func reason(tx *db.DB) func(*web.Request, string, string) (string, error) {
	return func(r *web.Request, of, key string) (string, error) {
		if !reasons.AsksFor(of) || r.By.Is(auth.Profissional) {
			return "", nil
		}
		return reasons.For(r.Context(), tx, r.By, of, key)
	}
}
