package panel

import (
	"slices"

	"acolhe/models/frame"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/admin/templates"
	"acolhe/views/layouts"
	"acolhe/views/panel/adverseevents"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/analytics"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/cashbook"
	"acolhe/views/panel/documents"
	"acolhe/views/panel/files"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/prescriptions"
	"acolhe/views/panel/products"
	"acolhe/views/panel/professionals"
	"acolhe/views/panel/reception"
	"acolhe/views/panel/reports"
	"acolhe/views/panel/signatures"
	"acolhe/views/panel/statements"
	"acolhe/views/panel/stock"
	"acolhe/views/panel/tags"
	"acolhe/views/portal"
)

// Home is the first page of the panel.
const Home = "/painel"

// Navigation lists the pages of the panel that the caller may open.
func Navigation(by auth.Caller, awaiting frame.Waiting) []layouts.NavGroup {
	if by.Is(auth.Profissional) {
		return append(portal.Navigation(), layouts.NavGroup{Label: "Acesso",
			Items: []layouts.NavItem{{Label: "Minha conta", Href: "/conta", Icon: "user"}}})
	}
	toPay := layouts.NavItem{Label: "Pedidos", Href: orders.Path, Icon: "shopping-cart", Key: "P"}.
		WithCount(awaiting.Orders, frame.Most, "aguardando pagamento")
	toAttend := layouts.NavItem{Label: "Recepção", Href: reception.Path, Icon: "concierge-bell", Key: "R"}.
		WithCount(awaiting.Reception, frame.Most, "sem atendente")
	toSign := layouts.NavItem{Label: "Assinaturas", Href: signatures.Path, Icon: "file-pen-line", Key: "S"}.
		WithCount(awaiting.Signatures, frame.Most, "a assinar")
	toCheck := layouts.NavItem{Label: "Documentos", Href: documents.Path, Icon: "id-card", Key: "O"}.
		WithCount(awaiting.Documents, frame.Most, "a conferir")
	contested := layouts.NavItem{Label: "Relatórios", Href: reports.Path, Icon: "receipt-text", Key: "T"}.
		WithCount(awaiting.Contests, frame.Most, "contestados")
	groups := []layouts.NavGroup{
		{Label: "Atendimento", Items: slices.Concat(
			[]layouts.NavItem{{Label: "Painel", Href: Home, Icon: "layout-dashboard", Key: "I"}},
			readable(by, "reception", toAttend),
			changeable(by, "users_files", toCheck),
			readable(by, "users", layouts.NavItem{Label: "Associados", Href: associates.Path, Icon: "users", Key: "A"}),
			readable(by, "users", layouts.NavItem{Label: "Receitas", Href: prescriptions.EndingHref(), Icon: "file-text"}),
			readable(by, "users", layouts.NavItem{Label: "Efeitos", Href: adverseevents.Path, Icon: "activity"}),
			readable(by, "orders", toPay),
			readable(by, "services", layouts.NavItem{Label: "Agenda", Href: agenda.Path, Icon: "calendar-days", Key: "D"}),
			readable(by, access.DocSign, toSign),
		)},
		{Label: "Catálogo", Items: slices.Concat(
			readable(by, "products", layouts.NavItem{Label: "Produtos", Href: products.Path, Icon: "package", Key: "U"}),
			stocked(by, awaiting),
			readable(by, "tags", layouts.NavItem{Label: "Etiquetas", Href: tags.Path, Icon: "tag", Key: "E"}),
			readable(by, "files", layouts.NavItem{Label: "Arquivos", Href: files.Path, Icon: "paperclip"}),
		)},
	}
	management := readable(by, "professionals",
		layouts.NavItem{Label: "Profissionais", Href: professionals.Path, Icon: "stethoscope", Key: "F"})
	management = append(management, readable(by, "services", contested)...)
	management = append(management, readable(by, "reports",
		layouts.NavItem{Label: "Análises", Href: analytics.Path, Icon: "chart-column", Key: "L"})...)
	if access.CanSettle(by) {
		management = append(management, layouts.NavItem{Label: "Conciliação", Href: statements.Path, Icon: "banknote"})
		management = append(management, layouts.NavItem{Label: "Resultado do mês", Href: cashbook.Path, Icon: "wallet"})
	}
	if access.CanManageTerms(by) && !access.IsAdministrator(by) {
		management = append(management, layouts.NavItem{Label: auth.ManageTerms.Label(), Href: templates.Path, Icon: "scroll-text", Key: "M"})
	}
	if access.IsAdministrator(by) {
		management = append(management, layouts.NavItem{Label: "Administração", Href: "/admin", Icon: "settings", Key: "M"})
	}
	groups = append(groups, layouts.NavGroup{Label: "Gestão", Items: management})
	return slices.DeleteFunc(groups, func(group layouts.NavGroup) bool { return len(group.Items) == 0 })
}

// stocked returns the entry of the stock, once it is switched on.
func stocked(by auth.Caller, read frame.Waiting) []layouts.NavItem {
	if !read.HasStock {
		return nil
	}
	return readable(by, "products", layouts.NavItem{Label: "Estoque", Href: stock.Path, Icon: "layers"})
}

// changeable returns the entry if the caller may change the collection.
func changeable(by auth.Caller, collection string, item layouts.NavItem) []layouts.NavItem {
	if !access.Can(by, collection, access.Update) {
		return nil
	}
	return []layouts.NavItem{item}
}

// readable returns the entry if the caller may read the collection.
func readable(by auth.Caller, collection string, item layouts.NavItem) []layouts.NavItem {
	if !access.CanOpen(by, collection, access.Read) {
		return nil
	}
	return []layouts.NavItem{item}
}
