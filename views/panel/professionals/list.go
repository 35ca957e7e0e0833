// Package professionals shows the pages of the professionals, and professionals as options in forms of other areas.
package professionals

import (
	"net/url"
	"time"

	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/painel/profissionais"

// Values of the filters and the tabs.
const (
	active   = "ativos"
	inactive = "inativos"
	yes      = "sim"
	no       = "nao"
)

type professional = professionals.Professional

// List returns the list of professionals. The filter of the type offers these types.
func List(types []catalog.Type) list.Definition[professional, professionals.ListInput] {
	return list.Definition[professional, professionals.ListInput]{
		About: list.About{
			Name: "profissionais", Title: "Profissionais", Path: Path, Collection: "professionals", Search: "Nome, e-mail, conselho ou telefone",
			Order:    "nome",
			HasViews: true,
			Rows:     list.Noun{One: "profissional", Many: "profissionais", None: "Nenhum profissional"},
			New:      list.New{Label: "Novo profissional", Slug: "novo"},
			NothingYet: list.Sentence{Title: "Nenhum profissional ainda",
				Text: "Cadastre quem atende os associados para agendar serviços e registrar receitas."},
			NothingFound: list.Sentence{Title: "Nenhum profissional com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[professionals.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *professionals.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab,
				Set:     list.ToBool(active, func(in *professionals.ListInput) **bool { return &in.Active }),
				Options: []control.Option{{Value: active, Label: "Ativos"}, {Value: inactive, Label: "Inativos"}}},
			{Name: "tipo", Label: "Tipo", All: "todos", Options: TypeOptions(types), IsOpen: true,
				Set: list.To(func(in *professionals.ListInput) *string { return &in.Type })},
			{Name: "prescreve", Label: "Prescreve", All: "todos", Options: []control.Option{{Value: yes, Label: "Prescritores"}},
				Set: list.ToBool(yes, func(in *professionals.ListInput) **bool { return &in.IsPrescriber })},
			{Name: "colabora", Label: "Colabora", All: "todos",
				Options: []control.Option{{Value: yes, Label: "Colaboradores"}, {Value: no, Label: "Outros"}},
				Set:     list.ToBool(yes, func(in *professionals.ListInput) **bool { return &in.IsCollaborator })},
		},
		Tabs: []list.Tab{
			{Label: "Todos"},
			{Label: "Ativos", Filters: url.Values{"situacao": {active}}},
			{Label: "Inativos", Filters: url.Values{"situacao": {inactive}}},
		},
		Lead: list.Lead[professional]{Label: "Nome", Name: "nome", Sort: "name", HasInitials: true, Href: href,
			Text: func(p *professional) string { return p.Name }},
		Columns: []list.Column[professional]{
			{Name: "tipo", Label: "Tipo", Place: table.Below, Text: func(p *professional) string { return TypeName(p.Type) }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: badge},
			{Name: "conselho", Label: "Conselho", Text: council},
			{Name: "email", Label: "E-mail", Optional: true, Text: func(p *professional) string { return texts.Of(p.Email) }},
			{Name: "telefone", Label: "Telefone", Text: func(p *professional) string { return fmtbr.Phone(texts.Of(p.Phone)) }},
			{Name: "prescreve", Label: "Prescreve", Text: func(p *professional) string { return yesOrNo(p.IsPrescriber) }},
			{Name: "colabora", Label: "Colabora", Optional: true, Text: func(p *professional) string { return yesOrNo(p.IsCollaborator) }},
			{Name: "preco", Label: "Consulta", Sort: "price", Place: table.End, Text: consultation},
			{Name: "saldo", Label: "Saldo de doações", Sort: "balance", Amount: func(p *professional) money.Amount { return p.DonationBalance }},
			{Name: "atualizado", Label: "Atualizado", Sort: "updated", Optional: true,
				Time: func(p *professional) time.Time { return p.DateUpdated }},
		},
		Read: func(query list.Query[professionals.ListInput]) professionals.ListInput {
			query.Input.Window, query.Input.Sort = query.Window, professionals.Sort(query.Sort)
			return query.Input
		},
	}
}

// Href returns the address of a professional's page.
func Href(id int64) string { return ui.RowHref(Path, id) }

func href(p *professional) string { return Href(p.ID) }

// badge shows whether a professional is offered in bookings and prescriptions.
func badge(p *professional) ui.Badge {
	if p.Active {
		return ui.Badge{Tone: ui.Good, Text: "Ativo"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Inativo"}
}

// council returns the registration, "CRM 123456 SC"; empty without a number.
func council(p *professional) string {
	if p.CouncilNumber == nil {
		return ""
	}
	return fmtbr.Join(" ", texts.Of(p.Council), texts.Of(p.CouncilNumber), texts.Of(p.CouncilState))
}

func yesOrNo(value bool) string {
	if value {
		return "Sim"
	}
	return "Não"
}

// typeNames are the names of the types that ship.
var typeNames = map[string]string{"medic": "Medicina", "dentist": "Odontologia", "psychologist": "Psicologia",
	"veterinarian": "Veterinária",
	"therapist":    "Terapia", "lawyer": "Advocacia"}

// TypeName returns the name of a type for pages; a type added by the association has its own name.
func TypeName(kind string) string {
	if name, ships := typeNames[kind]; ships {
		return name
	}
	return kind
}

// VisitName names an appointment with a professional of a type: `Consulta médica`.
func VisitName(kind string) string {
	names := map[string]string{"medic": "Consulta médica", "dentist": "Consulta com dentista", "psychologist": "Consulta com psicologia",
		"veterinarian": "Consulta veterinária", "therapist": "Terapia", "lawyer": "Atendimento jurídico"}
	if name, ships := names[kind]; ships {
		return name
	}
	return "Consulta: " + kind
}

// TypeOptions are the types as options of a control.
func TypeOptions(types []catalog.Type) []control.Option {
	options := make([]control.Option, len(types))
	for i, kind := range types {
		options[i] = control.Option{Value: kind.ID, Label: TypeName(kind.ID)}
	}
	return options
}
