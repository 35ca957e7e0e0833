// Package words puts reads of people's data into words, for the pages of administrators, of records and of associates.
package words

import (
	"strings"

	"acolhe/models/reads"
	"acolhe/models/reads/reasons"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
)

// other names what has no better name.
const other = "Dados"

var records = map[string]string{
	"users": "Cadastro", "codes": "Cadastro", "orders": "Pedido", "services": "Atendimento", "reception": "Contato na recepção",
	"contracts": "Termo",
	"files":     "Arquivo", "users_files": "Documento", "orders_files": "Arquivo do pedido", "services_files": "Arquivo do atendimento",
	"own":       "Área do associado",
	"documents": "Documento", "prescriptions": "Receita", "releases": "Liberação de pedido", "adverse_events": "Efeito relatado",
}

var lists = map[string]string{
	"users": "Lista de associados", "orders": "Lista de pedidos", "services": "Agenda", "reception": "Recepção", "contracts": "Assinaturas",
	"files":   "Arquivos",
	"reports": "Relatório de serviços", "analytics": "Análises", "search": "Busca", "day": "Página do dia", "texts": "Textos prontos",
	"tasks":    "Tarefa",
	"webhooks": "Entregas de webhooks", "mails": "Correio", "security": "Segurança", "reads": "Quem viu",
	"documents": "Documentos a conferir", "prescriptions": "Receitas", "lots": "Pessoas de um lote", "adverse_events": "Efeitos relatados",
}

var parts = map[string]string{
	"cadastro": "Cadastro", "pacientes": "Pacientes", "documentos": "Documentos", "pedidos": "Pedidos", "atendimentos": "Atendimentos",
	"historico": "Histórico",
	"receita":   "Receita", "efeitos": "Efeitos relatados", "carteirinha": "Carteirinha", "foto": "Foto", "endereco": "Endereço", "folha": "Folha do pedido", "termo": "Termo",
	"comprovante": "Comprovante da assinatura",
	"miniatura":   "Miniatura do arquivo", "inicio": "Página inicial", "leituras": "Quem viu meus dados", "recibo": "Recibo", "copia": "Cópia dos dados",
	"mostrar-cpf": "CPF mostrado na lista", "mostrar-endereco": "Endereço mostrado na lista", "mostrar-saude": "Diagnóstico mostrado na lista",
}

// What names what was seen: "Cadastro, receita".
func What(entry reads.Entry) string {
	if list, isList := strings.CutPrefix(entry.Subject, "lists."); isList {
		if name := lists[list]; name != "" {
			return name
		}
		return other
	}
	name := records[entry.Subject]
	if name == "" {
		name = other
	}
	if entry.Subject == "orders" {
		name += " nº " + entry.SubjectKey
	}
	part := parts[entry.Part]
	switch {
	case part == "" || part == name:
		return name
	case entry.Subject == "own":
		return part
	}
	return name + ", " + lower(part)
}

// lower returns a name in the middle of a sentence; an abbreviation stays as it is.
func lower(name string) string {
	if name[:2] == strings.ToUpper(name[:2]) {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// Way names how it was seen.
func Way(entry reads.Entry) string {
	switch entry.Channel {
	case "api":
		return "API"
	case "file":
		return "arquivo"
	case "export":
		return "planilha"
	}
	if entry.ViewerKind == auth.Associate {
		return "área do associado"
	}
	return "página"
}

// reasonWords name why a record was seen.
var reasonWords = map[string]string{
	reasons.Contacted: "A pessoa ligou ou escreveu agora", reasons.OrderMatter: "Pedido, entrega ou pagamento",
	reasons.Correction: "Corrigir o cadastro",
	reasons.Covering:   "Cobrir um colega", reasons.Other: "Outro motivo", reasons.OpenContact: "Atendimento aberto",
	reasons.OpenOrder:       "Pedido aberto",
	reasons.OpenAppointment: "Consulta aberta", reasons.OwnRegistration: "Cadastro feito por quem viu",
}

// Reason says why a record was seen: "Cobrir um colega: “férias da Ana”". What a script sent is in quotation marks.
func Reason(kept string) string {
	word, detail, hasDetail := strings.Cut(kept, ": ")
	name := reasonWords[word]
	switch {
	case name == "":
		return "“" + kept + "”"
	case !hasDetail:
		return name
	case word == reasons.Other:
		return "“" + detail + "”"
	}
	return name + ": “" + detail + "”"
}

// Icon returns the icon of what was seen.
func Icon(entry reads.Entry) string {
	switch entry.Channel {
	case "api":
		return "braces"
	case "file":
		return "file-text"
	case "export":
		return "download"
	}
	if entry.Subject == "orders" {
		return "package"
	}
	return "user"
}

// Who names who saw it: "Camila Torres", "Token “Loja”".
func Who(entry reads.Entry) string {
	if entry.ViewerKind == auth.Token {
		return "Token “" + entry.ViewerName + "”"
	}
	if entry.ViewerName == "" {
		return "Associado apagado"
	}
	return entry.ViewerName
}

// Role names the role of who saw it.
func Role(entry reads.Entry) string {
	switch {
	case entry.IsOwn():
		return "a própria pessoa"
	case entry.ViewerKind == auth.Associate:
		return "associado"
	}
	return entry.ViewerRole
}

// Seen names whose data were seen: a person, or the number of people on a list.
func Seen(entry reads.Entry) string {
	switch {
	case entry.IsOwn():
		return "a própria pessoa"
	case entry.PersonName != "":
		return entry.PersonName
	case entry.PersonID != nil:
		return "Pessoa apagada"
	case entry.People > 0:
		return fmtbr.Plural(entry.People, "pessoa", "pessoas")
	}
	return "–"
}

// roleNames name a role after the first name of an operator.
var roleNames = map[string]string{
	string(auth.Administrador): ", da administração", string(auth.Acolhimento): ", do acolhimento", string(auth.Producao): ", da produção",
	string(auth.Financeiro): ", do financeiro", string(auth.Profissional): "",
}

// ForAssociate names who saw it for the associate: the first name and the role of an operator, a token by its name.
func ForAssociate(entry reads.Entry) string {
	switch entry.ViewerKind {
	case auth.Associate:
		return "Você"
	case auth.Token:
		return "O programa “" + entry.ViewerName + "”"
	}
	first, _, _ := strings.Cut(entry.ViewerName, " ")
	return first + roleNames[entry.ViewerRole]
}

// Sentence says to the associate what was seen, of themselves or of a patient: "viu o cadastro de Theo".
func Sentence(entry reads.Entry, own int64) string {
	what := What(entry)
	if entry.Subject != "orders" {
		what = lower(what)
	}
	verb := "viu: "
	switch entry.Channel {
	case "file":
		verb = "abriu o arquivo: "
	case "export":
		verb = "baixou a planilha: "
	}
	text := verb + what
	if entry.PersonID != nil && *entry.PersonID != own {
		text += " de " + entry.PersonName
	}
	if entry.Reason != "" {
		text += ". Motivo: " + Reason(entry.Reason)
	}
	return text
}
