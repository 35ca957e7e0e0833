// Package kit shows all parts of package ui, in every state, on one page for developers.
package kit

import (
	"strconv"
	"strings"

	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the page, SearchPath the address of its search.
const (
	Path       = "/admin/pecas"
	SearchPath = Path + "/busca"
)

// part is a section of the page of parts.
type part struct {
	id, title, text string
	body            ui.Content
}

func parts() []part {
	return []part{
		{"botoes", "Botões", "Uma ação principal por página; o verbo diz o que acontece.", buttonParts()},
		{"situacoes", "Situações e pessoas", "Sempre ponto e palavra: a cor não diz nada sozinha.", statusParts()},
		{"campos", "Campos", "Rótulo acima, ajuda antes, erro depois. Obrigatório é o normal; marca-se o opcional.", fieldParts()},
		{"escolhas", "Escolhas", "Poucas respostas à vista, muitas em busca.", choiceParts()},
		{"endereco", "Endereço", "O CEP preenche o que está vazio; o que a pessoa escreveu fica.", addressParts()},
		{"recusado", "Formulário recusado", "O resumo toma o foco e repete as palavras de cada campo; o que foi digitado fica.", refusedParts()},
		{"lista", "Lista", "O endereço guarda filtro, ordem e página.", listParts()},
		{"cartoes", "Cartões e números", "O número primeiro, o que ele quer dizer logo abaixo.", cardParts()},
		{"registro", "Registro", "Fatos, conta e história.", recordParts()},
		{"mensagens", "Avisos", "Ficam na página, ou passam no canto.", messageParts()},
		{"camadas", "Camadas", "Esc fecha e o foco volta para quem abriu.", overlayParts()},
		{"vazios", "Vazio e espera", "Três motivos para não haver nada.", emptyParts()},
		{"icones", "Ícones", "Da biblioteca Lucide; os que faltarem entram em static/src/icons.txt.", iconParts()},
	}
}

func count(n int) *int { return &n }

var states = []control.Option{{Value: "PR", Label: "PR"}, {Value: "SC", Label: "SC"}, {Value: "SP", Label: "SP"}}

var freights = []control.Option{
	{Value: "eco", Label: "Econômico", Detail: "até 9 dias úteis · mais barato", Note: "R$ 18,40"},
	{Value: "exp", Label: "Expresso", Detail: "até 3 dias úteis", Note: "R$ 32,90"},
	{Value: "ret", Label: "Retirada na sede", Detail: "combine o horário com a recepção", Note: "grátis"},
	{Value: "mot", Label: "Motoboy", Detail: "só em Florianópolis", Note: "R$ 15,00", Disabled: true},
}

var roleOptions = []control.Option{
	{Value: "aco", Label: "Acolhimento", Detail: "Cuida da recepção e dos pedidos."},
	{Value: "fin", Label: "Financeiro", Detail: "Acompanha pedidos e valida comissões."},
	{Value: "pro", Label: "Profissional", Detail: "Vê só os próprios serviços. Não se combina com outro."},
}

var policy = []control.Rule{
	{Text: "ao menos 8 caracteres", Pattern: `^.{8,}$`},
	{Text: "uma letra maiúscula e uma minúscula", Pattern: `(?=.*\p{Lu})(?=.*\p{Ll})`},
	{Text: "um número", Pattern: `\d`},
}

var problems = ui.Problems{
	{Field: "recusado_cpf", Message: "CPF: confira os dígitos, falta um número"},
	{Field: "recusado_total", Message: "Desconto: não pode passar do total do pedido"},
	{Field: "recusado_frete", Message: "Frete: escolha uma forma de entrega"},
}

type associate struct {
	name, initials, email, cpf, phone, city string
	phase, patients                         int
	tone                                    ui.Tone
	status                                  string
	selected                                bool
}

var associates = []associate{
	{"Ana Beatriz Carvalho", "AC", "ana.carvalho@exemplo.org.br", "100.200.310-10", "(41) 98000-1000", "Florianópolis/SC", 5, 1, ui.Good,
		"Associado", false},
	{"João Pedro Figueiredo", "JF", "joao.figueiredo@exemplo.org.br", "131.217.339-11", "(42) 98037-1211", "São Paulo/SP", 2, 2, ui.Info,
		"Em cadastro", true},
	{"Mariana Conceição Araújo", "MA", "mariana.araujo@exemplo.org.br", "162.234.368-12", "(43) 98074-1422", "Belo Horizonte/MG", 4, 0,
		ui.Warn,
		"Assinatura pendente", true},
	{"Luís Otávio Guimarães", "LG", "luis.guimaraes@exemplo.org.br", "193.251.397-13", "(44) 98111-1633", "Goiânia/GO", 3, 1, ui.Bad,
		"Documentos inválidos", false},
	{"Rafael Magalhães", "RM", "rafael.magalhaes@exemplo.org.br", "317.319.513-17", "(48) 98259-2477", "Niterói/RJ", 5, 0, ui.Muted, "Inativo",
		false},
}

var associateColumns = []table.Column{
	{Label: "Nome", Sort: "nome"}, {Label: "E-mail"}, {Label: "CPF"}, {Label: "Telefone"}, {Label: "Cidade", Sort: "cidade"},
	{Label: "Fase", Sort: "fase"}, {Label: "Situação"}, {Label: "Pac.", Right: true}, {Label: "Ações", Hidden: true},
}

func found(typed string) []control.Option {
	var options []control.Option
	for i, a := range associates {
		if strings.HasPrefix(strings.ToLower(a.name), strings.ToLower(typed)) {
			options = append(options, control.Option{Value: strconv.Itoa(i), Label: a.name, Detail: a.cpf})
		}
	}
	return options
}

var weekdays = []control.Option{
	{Value: "seg", Label: "Segunda-feira", Detail: "das 8 às 12 horas"}, {Value: "ter", Label: "Terça-feira", Detail: "das 13 às 18 horas"},
}

var accesses = []control.GridGroup{
	{Title: "Pessoas", Rows: []control.GridRow{
		{Label: "Associados", Detail: "users", Values: []string{"u:ler", "u:escrever", "u:tudo"}, Checked: []string{"u:tudo"}, All: true},
		{Label: "Operadores", Detail: "system_users", Values: []string{"o:ler", "", ""}},
	}},
	{Title: "Trabalho", Rows: []control.GridRow{{Label: "Pedidos", Values: []string{"p:ler", "p:escrever", "p:tudo"},
		Checked: []string{"p:ler"},
		All:     true}}},
}

var bulkActs = []ui.Content{
	table.Action{Label: "Enviar à recepção", One: "Enviar 1 à recepção", Many: "Enviar {n} à recepção", Icon: "concierge-bell",
		Href: "#lista"},
	table.ActionChoice{ID: "peca-etiquetar", Text: "Etiquetar", Icon: "tag", Name: "tag", Label: "Etiqueta", Prompt: "Escolha a etiqueta",
		Options: []control.Option{{Value: "Urgente", Label: "Urgente"}},
		Actions: []table.Action{{Label: "Etiquetar", One: "Etiquetar 1 com {x}", Many: "Etiquetar {n} com {x}", Href: "#lista"}}},
	table.ActionMenu{ID: "peca-exportar", Text: "Exportar", One: "Exportar 1", Many: "Exportar {n}", Icon: "download", Name: "formato",
		Href: "#lista", Items: []table.ActionItem{{Value: "csv", Label: "Em CSV"}}},
}
