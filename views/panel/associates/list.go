// Package associates shows the list and the forms of associates and their patients, and has what all of their pages say: addresses,
// names of fields, statuses and phases.
package associates

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// List returns the list of associates.
func List() list.Definition[associates.Listed, associates.ListInput] {
	return list.Definition[associates.Listed, associates.ListInput]{
		About: list.About{
			Name: "associados", Title: "Associados", Path: Path, Collection: "users", Search: "Nome, CPF, e-mail ou telefone", HasViews: true,
			Order:        "-criado",
			New:          list.New{Label: "Novo associado", Slug: "novo", Named: NewHref},
			NothingYet:   list.Sentence{Title: "Nenhum associado ainda", Text: "Quem se cadastra pelo site aparece aqui. Você também pode cadastrar alguém."},
			Rows:         list.Noun{One: "associado", Many: "associados", None: "Nenhum associado"},
			NothingFound: list.Sentence{Title: "Nenhum associado encontrado", Text: "Remova um filtro ou cadastre."},
		},
		Filters: []list.Filter[associates.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *associates.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", All: "todas", Options: membershipOptions(), Set: setMembershipStatus},
			{Name: NotEnrolledFilter, Label: "Cadastro", Kind: list.ByLink, Show: func(string) string { return "ainda em andamento" }, Set: setNotEnrolled},
			{Name: "fase", Label: "Fase", All: "todas", Options: phaseOptions(), Show: phaseName, Set: list.To(func(in *associates.ListInput) *associates.Phase { return &in.Phase })},
			{Name: "uf", Label: "UF", All: "todas", Options: control.OptionsOf(brdoc.States()), Set: list.To(func(in *associates.ListInput) *string { return &in.State })},
			{Name: "cidade", Label: "Cidade", Kind: list.Text, More: true, Set: list.To(func(in *associates.ListInput) *string { return &in.City })},
			{Name: "prescritor", Label: "Prescritor", Kind: list.Text, More: true, Set: list.To(func(in *associates.ListInput) *string { return &in.Prescriber })},
			{Name: "etiqueta", Label: "Etiqueta", Kind: list.Tags, All: "todas", More: true, Set: list.To(func(in *associates.ListInput) *string { return &in.Tag })},
			{Name: "pacientes", Label: "Pacientes", All: "com ou sem", More: true, Options: patientOptions(), Set: list.ToBool(withPatients, func(in *associates.ListInput) **bool { return &in.HasPatients })},
			{Name: "sem_pedido", Label: "Sem pedido há", All: "qualquer tempo", More: true, Options: dayOptions(), IsOpen: true, Show: func(days string) string { return days + " dias" }, Set: list.ToDays(maxDays, func(in *associates.ListInput) *int { return &in.DaysWithoutOrders })},
			{Name: "parado", Label: "Cadastro parado há", All: "qualquer tempo", More: true, Options: stalledOptions(), Set: list.ToDays(maxDays, func(in *associates.ListInput) *int { return &in.DaysStalled })},
			{Name: "de", Label: "Criado desde", Kind: list.Day, More: true, Set: list.To(func(in *associates.ListInput) *string { return &in.From })},
			{Name: "ate", Label: "Criado até", Kind: list.Day, More: true, Set: list.To(func(in *associates.ListInput) *string { return &in.To })},
		},
		Tabs: []list.Tab{
			{Label: "Todos"},
			membershipTab(associates.Joining), membershipTab(associates.AwaitingSignature), membershipTab(associates.InvalidDocuments),
			{Label: "Sem pedido há 90 dias", Filters: lapsedTab()},
		},
		Reads: []string{"associate_name", "name", "last_name", "email_account", "email"},
		Lead: list.Lead[associates.Listed]{Label: "Nome", Name: "nome", Sort: "name", HasInitials: true,
			Text: func(a *associates.Listed) string { return a.FullName() },
			ID:   func(a *associates.Listed) string { return strconv.FormatInt(a.ID, 10) },
			Href: func(a *associates.Listed) string { return Href(a.ID) }},
		Columns: []list.Column[associates.Listed]{
			{Name: "email", Label: "E-mail", Optional: true, Text: func(a *associates.Listed) string { return a.ContactEmail() }},
			{Name: "cpf", Label: "CPF", Reads: []string{"associate_cpf"}, Strong: true, Private: auth.CPF, Reveal: reveal(auth.CPF), Text: func(a *associates.Listed) string { return fmtbr.CPF(texts.Of(a.AssociateCPF)) }},
			{Name: "telefone", Label: "Telefone", Reads: []string{"phone"}, Field: "phone", Strong: true, Place: table.Below, Text: func(a *associates.Listed) string { return fmtbr.Phone(texts.Of(a.Phone)) }},
			{Name: "cidade", Label: "Cidade", Reads: []string{"city", "state"}, Sort: "city", Strong: true, Place: table.End, Text: func(a *associates.Listed) string { return strings.Trim(texts.Of(a.City)+"/"+texts.Of(a.State), "/") }},
			{Name: "endereco", Label: "Endereço", Reads: []string{"street", "number", "complement", "neighborhood", "cep", "city", "state"}, Optional: true,
				Private: auth.Address, Reveal: reveal(auth.Address), Text: address},
			{Name: "saude", Label: "Diagnóstico", Reads: []string{"health_condition"}, Optional: true, Private: auth.Health, Reveal: reveal(auth.Health),
				Text: func(a *associates.Listed) string { return texts.Of(a.HealthCondition) }},
			{Name: "fase", Label: "Fase", Reads: []string{"adhesion_term"}, HidesBelow: table.Medium, Sort: "phase", Text: phaseOf},
			{Name: "situacao", Label: "Situação", Sort: "membership_status", Place: table.Side, Badge: func(a *associates.Listed) ui.Badge { return MembershipBadge(a.MembershipStatus()) }},
			{Name: "pacientes", Label: "Pacientes", Reads: []string{"patients"}, Optional: true, Right: true, Kind: kind.Integer, Text: patients,
				Value: func(a *associates.Listed, _ *time.Location) string { return strconv.Itoa(a.Patients) }},
			{Name: "tratamento", Label: "Tratamento para", Reads: []string{"responsible_type"}, Optional: true, Text: treatment},
			{Name: "prescritor", Label: "Prescritor", Reads: []string{"prescriber"}, Optional: true, Text: func(a *associates.Listed) string { return texts.Of(a.Prescriber) }},
			{Name: "nascimento", Label: "Nascimento", Reads: []string{"birth_date"}, Optional: true, Kind: kind.Date, Text: birthDate, Value: birthDay},
			{Name: "etiquetas", Label: "Etiquetas", Reads: []string{"tags"}, Field: "tags", Optional: true, Tags: func(a *associates.Listed) []string { return a.Tags }},
			{Name: "pedido", Label: "Último pedido", HidesBelow: table.Medium, Sort: "last_order", Kind: kind.Date, Cell: lastOrder, Value: lastOrderDay},
			{Name: "criado", Label: "Criado", HidesBelow: table.Wide, Sort: "created", Time: func(a *associates.Listed) time.Time { return a.DateCreated },
				Cell: func(a *associates.Listed, now time.Time) ui.Content { return ui.DayOf(a.DateCreated, now) }},
			{Name: "atualizado", Label: "Atualizado", Sort: "updated", Optional: true, Time: func(a *associates.Listed) time.Time { return a.DateUpdated },
				Cell: func(a *associates.Listed, now time.Time) ui.Content { return ui.DayOf(a.DateUpdated, now) }},
		},
		Read: func(query list.Query[associates.ListInput]) associates.ListInput {
			query.Input.Window, query.Input.Sort, query.Input.Columns = query.Window, associates.Sort(query.Sort), query.Reads
			return query.Input
		},
		CountLimit: countLimit,
		Pick:       list.Picked(list.Number, func(input *associates.ListInput, ids []int64) { *input = associates.ListInput{IDs: ids} }),
		Actions:    actions(),
	}
}

// The ends of the addresses that ask before something is done with many associates.
const SetFieldSlug, WriteSlug, SendTermSlug = "editar-selecionados", "escrever-selecionados", "enviar-termo-selecionados"

// actions are the actions on selected associates.
func actions() []list.Action {
	return []list.Action{
		{Name: "etiquetar", Label: "Etiquetar", One: "Etiquetar 1 com {x}", Many: "Etiquetar {n} com {x}", HasTag: true, Collection: "users", Action: access.Update},
		{Name: "desetiquetar", Label: "Tirar a etiqueta", One: "Tirar {x} de 1", Many: "Tirar {x} de {n}", HasTag: true, Collection: "users", Action: access.Update},
		{Name: SetFieldSlug, Label: "Editar um campo…", One: "Editar 1…", Many: "Editar {n}…", Icon: "pencil", Collection: "users", Action: access.Update, Asks: true},
		{Name: WriteSlug, Label: "Escrever…", One: "Escrever para 1…", Many: "Escrever para {n}…", Icon: "message-square", Collection: "users", Action: access.Update, Asks: true},
		{Name: SendTermSlug, Label: "Enviar o termo…", One: "Enviar o termo a 1…", Many: "Enviar o termo a {n}…", Icon: "file-pen-line", Collection: access.DocSign, Action: access.Create, Asks: true},
		{Name: "recepcao", Label: "Enviar para a recepção", One: "Enviar 1 para a recepção", Many: "Enviar {n} para a recepção", Icon: "concierge-bell", Collection: "reception", Action: access.Create},
	}
}

// maxDays is the maximum of the filters by days.
const maxDays = 3650

// NotEnrolledFilter is the filter that keeps those who are not members yet.
const NotEnrolledFilter = "cadastro"

func setNotEnrolled(in *associates.ListInput, value string) error {
	in.NotEnrolled = value != ""
	return nil
}

// setMembershipStatus ignores an unknown slug, which the options of the filter refuse.
func setMembershipStatus(in *associates.ListInput, slug string) error {
	for _, status := range associates.MembershipStatuses() {
		if MembershipSlug(status) == slug {
			in.MembershipStatus = status
		}
	}
	return nil
}

// countLimit returns the limit of a page's count. Associates without orders are many, and a tab shows their number on
// every page; counting 10,000 entries of the index would take longer than the rest of the page.
func countLimit(in associates.ListInput) int {
	if in.DaysWithoutOrders > 0 {
		return associates.MostLapsed
	}
	return page.CountLimit
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(groups associates.Groups) map[string]page.Counted {
	tabs := map[string]page.Counted{"": groups.Memberships[""], lapsedTab().Encode(): groups.Lapsed}
	for _, status := range associates.MembershipStatuses() {
		tabs[membershipTab(status).Filters.Encode()] = groups.Memberships[status]
	}
	return tabs
}

func lapsedTab() url.Values { return url.Values{"sem_pedido": {strconv.Itoa(associates.LapsedDays)}} }

func membershipTab(status associates.MembershipStatus) list.Tab {
	return list.Tab{Label: MembershipName(status), Filters: url.Values{"situacao": {MembershipSlug(status)}}}
}
