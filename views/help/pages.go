// Package help shows the help of the staff: a short page for each area.
package help

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
	"acolhe/views/admin/configuration"
	"acolhe/views/admin/errors"
	"acolhe/views/admin/mail"
	"acolhe/views/admin/operators"
	"acolhe/views/admin/security"
	"acolhe/views/admin/templates"
	"acolhe/views/admin/tokens"
	"acolhe/views/admin/types"
	"acolhe/views/admin/vitals"
	"acolhe/views/admin/webhooks"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/analytics"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/labelpurchase"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/products"
	"acolhe/views/panel/professionals"
	"acolhe/views/panel/reports"
	"acolhe/views/panel/signatures"
	"acolhe/views/panel/tags"
	"acolhe/views/panel/tasks"
)

// Path is the address of the help.
const Path = "/ajuda"

// Page is the help of an area.
type Page struct {
	Slug, Title, Icon, Text string
	// Area is the first page of the area; the pages below it have the same help.
	Area string
	// Opens is the page to begin with, if it is not Area.
	Opens string
	// Collection is the collection that a caller must be allowed to read; without it the page is for all, or only for
	// administrators.
	Collection       string
	ForAdministrator bool
	Tasks            []Task
	Terms            []Term
}

// Task is a task of the area, step by step.
type Task struct {
	Title string
	Steps []string
}

// Term is a word of the area with its meaning.
type Term struct{ Word, Meaning string }

// Href returns the address of the page.
func (p Page) Href() string { return Path + "/" + p.Slug }

// first returns the address of the page to begin with.
func (p Page) first() string { return cmp.Or(p.Opens, p.Area) }

// picture returns the name of the picture of the area's first page, which the browser tests take.
func (p Page) picture() string { return "help-" + p.Slug + ".webp" }

// Offered returns the pages about areas that the caller may open.
func Offered(by auth.Caller) []Page {
	var pages []Page
	for _, page := range all() {
		if page.isFor(by) {
			pages = append(pages, page)
		}
	}
	return pages
}

// Matching returns the pages for the caller of which the title, the text or a task has the words, at most limit.
func Matching(by auth.Caller, words string, limit int) []Page {
	folded := texts.Fold(strings.TrimSpace(words))
	pages := slices.DeleteFunc(Offered(by), func(page Page) bool {
		return folded == "" || !strings.Contains(texts.Fold(page.words()), folded)
	})
	return pages[:min(limit, len(pages))]
}

func (p Page) words() string {
	words := p.Title + " " + p.Text
	for _, task := range p.Tasks {
		words += " " + task.Title
	}
	return words
}

// Find returns the page with this slug, if it is for the caller.
func Find(by auth.Caller, slug string) (Page, bool) {
	for _, page := range Offered(by) {
		if page.Slug == slug {
			return page, true
		}
	}
	return Page{}, false
}

// HrefFor returns the help of the area to which an address belongs, or the list of all.
func HrefFor(by auth.Caller, path string) string {
	href, longest := Path, 0
	for _, page := range Offered(by) {
		if within := path == page.Area || strings.HasPrefix(path, page.Area+"/"); within && len(page.Area) > longest {
			href, longest = page.Href(), len(page.Area)
		}
	}
	return href
}

func (p Page) isFor(by auth.Caller) bool {
	if p.ForAdministrator {
		return access.IsAdministrator(by)
	}
	return p.Collection == "" || access.CanOpen(by, p.Collection, access.Read)
}

// all returns every page, in the order of the menu.
var all = sync.OnceValue(written)

func written() []Page {
	return []Page{
		{Slug: "painel", Title: "Painel do dia", Icon: "layout-dashboard", Area: "/painel", Text: "Veja o que espera por você hoje.",
			Tasks: dayTasks()},
		{Slug: "associados", Title: "Associados", Icon: "users", Area: associates.Path, Collection: "users",
			Text:  "Encontre, cadastre e acompanhe associados e pacientes.",
			Tasks: associateTasks(), Terms: associateTerms()},
		{Slug: "pedidos", Title: "Pedidos", Icon: "shopping-cart", Area: orders.Path, Collection: "orders",
			Text:  "Monte, receba, separe e envie pedidos.",
			Tasks: orderTasks(), Terms: orderTerms()},
		{Slug: "envios", Title: "Envios", Icon: "truck", Area: labelpurchase.Path, Opens: orders.WithoutLabelHref(), Collection: "orders",
			Text:  "Escolha o frete, compre etiquetas e acompanhe pacotes.",
			Tasks: shippingTasks(), Terms: shippingTerms()},
		{Slug: "agenda", Title: "Agenda", Icon: "calendar-days", Area: agenda.Path, Collection: "services",
			Text:  "Agende, remarque e acompanhe os atendimentos.",
			Tasks: agendaTasks(), Terms: agendaTerms()},
		{Slug: "assinaturas", Title: "Assinaturas", Icon: "file-pen-line", Area: signatures.Path, Collection: access.DocSign,
			Text:  "Envie o termo, acompanhe e confira as assinaturas.",
			Tasks: signatureTasks(), Terms: signatureTerms()},
		{Slug: "produtos", Title: "Produtos", Icon: "package", Area: products.Path, Collection: "products",
			Text: "Mantenha o catálogo que os pedidos usam.", Tasks: productTasks()},
		{Slug: "profissionais", Title: "Profissionais", Icon: "stethoscope", Area: professionals.Path, Collection: "professionals",
			Text:  "Cadastre quem atende e acompanhe as doações de cada um.",
			Tasks: professionalTasks(), Terms: professionalTerms()},
		{Slug: "relatorios", Title: "Relatórios", Icon: "receipt-text", Area: reports.Path, Collection: "services",
			Text:  "Confira, feche e pague os serviços de cada mês.",
			Tasks: reportTasks(), Terms: reportTerms()},
		{Slug: "analises", Title: "Análises", Icon: "chart-column", Area: analytics.Path, Collection: "reports",
			Text:  "Acompanhe os números da associação em qualquer período.",
			Tasks: analyticsTasks(), Terms: analyticsTerms()},
		{Slug: "etiquetas", Title: "Etiquetas", Icon: "tag", Area: tags.Path, Collection: "tags",
			Text: "Marque cadastros, pedidos e produtos para encontrar depois.", Tasks: tagTasks()},
		{Slug: "tarefas", Title: "Tarefas", Icon: "clock", Area: tasks.Path, Text: "Acompanhe o que roda em segundo plano.", Tasks: taskTasks()},
		{Slug: "conta", Title: "Minha conta", Icon: "user", Area: "/conta", Text: "Troque a senha e veja em quais aparelhos você entrou.",
			Tasks: accountTasks()},
		{Slug: "administracao", Title: "Administração", Icon: "settings", Area: "/admin", ForAdministrator: true,
			Text: "Prepare o Acolhe para a sua associação.", Tasks: adminTasks()},
		{Slug: "operadores", Title: "Operadores", Icon: "users", Area: operators.Path, ForAdministrator: true,
			Text: "Convide a equipe e escolha o que cada pessoa pode fazer.", Tasks: operatorTasks()},
		{Slug: "tokens", Title: "Tokens de API", Icon: "key-round", Area: tokens.Path, ForAdministrator: true,
			Text: "Ligue outros programas ao Acolhe.", Tasks: tokenTasks()},
		{Slug: "seguranca", Title: "Segurança", Icon: "shield-check", Area: security.Path, ForAdministrator: true,
			Text: "Veja quem entrou, quem foi recusado e o que mudou.", Tasks: securityTasks()},
		{Slug: "tipos", Title: "Tipos de profissional", Icon: "stethoscope", Area: types.Path, ForAdministrator: true,
			Text: "Defina a taxa da associação e o preço de cada tipo.", Tasks: typeTasks()},
		{Slug: "configuracoes", Title: "Configurações", Icon: "sliders-horizontal", Area: configuration.Path, ForAdministrator: true,
			Text: "Ajuste o Acolhe à sua associação.", Tasks: settingTasks(), Terms: settingTerms()},
		{Slug: "modelos", Title: "Modelos de termo", Icon: "scroll-text", Area: templates.Path, ForAdministrator: true,
			Text: "Escreva e publique o termo que os associados assinam.", Tasks: templateTasks(), Terms: templateTerms()},
		{Slug: "webhooks", Title: "Webhooks", Icon: "webhook", Area: webhooks.Path, ForAdministrator: true,
			Text: "Avise outros sistemas sobre mudanças em tempo real.", Tasks: webhookTasks(), Terms: webhookTerms()},
		{Slug: "correio", Title: "Correio", Icon: "mail", Area: mail.Path, ForAdministrator: true,
			Text: "Confira os e-mails do sistema e a situação de cada um.", Tasks: mailTasks()},
		{Slug: "erros", Title: "Erros", Icon: "bug", Area: errors.Path, ForAdministrator: true,
			Text: "Veja o que falhou no Acolhe e nos navegadores da equipe.", Tasks: errorTasks()},
		{Slug: "desempenho", Title: "Desempenho", Icon: "activity", Area: vitals.Path, ForAdministrator: true,
			Text: "Acompanhe a velocidade das páginas.", Tasks: vitalTasks(), Terms: vitalTerms()},
	}
}
