package admin

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/operators"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// OperatorListFragment is the part of the operators' page that a filter replaces.
const OperatorListFragment = "lista-operadores"

const operatorsPath = "/admin/operadores"

// OperatorQuery is the state of the list, all of it in the address.
type OperatorQuery struct {
	Words  string
	Status operators.Status
	Page   web.PageQuery
}

// OperatorList is the list of operators.
type OperatorList struct {
	Query  OperatorQuery
	Found  page.Of[operators.Record]
	Counts map[operators.Status]int
	// Now carries the association's time zone.
	Now time.Time
	// Me is who looks.
	Me auth.Caller
}

// here is the address of the list as it is shown.
func (l OperatorList) here() ui.Here {
	query := url.Values{}
	for name, value := range l.inAddress() {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return operatorsPath
	}
	return ui.Here(operatorsPath + "?" + query.Encode())
}

func (l OperatorList) inAddress() map[string]string {
	values := map[string]string{"q": l.Query.Words, "situacao": string(l.Query.Status)}
	if l.Query.Page.Size != page.DefaultPageSize {
		values["por"] = strconv.Itoa(l.Query.Page.Size)
	}
	return values
}

// tabs leads between the states, each with how many accounts are in it.
func (l OperatorList) tabs() ui.Tabs {
	all := 0
	var tabs []ui.Tab
	for _, tab := range []struct {
		status operators.Status
		label  string
	}{{operators.Active, "Ativos"}, {operators.Pending, "Convidados"}, {operators.Inactive, "Inativos"}} {
		count := l.Counts[tab.status]
		all += count
		tabs = append(tabs, ui.Tab{Label: tab.label, Href: l.here().With("situacao", string(tab.status)), Count: &count,
			Current: l.Query.Status == tab.status})
	}
	first := ui.Tab{Label: "Todos", Href: l.here().With("situacao", ""), Count: &all, Current: l.Query.Status == ""}
	return ui.Tabs{Label: "Situação dos operadores", Tabs: append([]ui.Tab{first}, tabs...)}
}

func (l OperatorList) filters() ui.Filters {
	filters := ui.Filters{Action: operatorsPath, Target: OperatorListFragment, Label: "Filtrar operadores",
		Q: l.Query.Words, Placeholder: "Nome ou e-mail"}
	for _, name := range []string{"situacao", "por"} {
		if value := l.inAddress()[name]; value != "" {
			filters.Hidden = append(filters.Hidden, ui.Option{Value: name, Label: value})
		}
	}
	return filters
}

func (l OperatorList) isFiltered() bool { return l.Query.Words != "" || l.Query.Status != "" }

func (l OperatorList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size, Total: *l.Found.Meta.FilterCount}
}

// nameOf marks the row of who looks.
func (l OperatorList) nameOf(record operators.Record) string {
	if isMe(l.Me, record) {
		return record.FullName() + " (você)"
	}
	return record.FullName()
}

// isMe tells one's own account; a token has none.
func isMe(by auth.Caller, record operators.Record) bool {
	return by.Kind == auth.Operator && by.ID == record.ID
}

func operatorHref(id int64) string { return operatorsPath + "/" + strconv.FormatInt(id, 10) }

func operatorColumns() []ui.Column {
	return []ui.Column{{Label: "Nome"}, {Label: "E-mail"}, {Label: "Papéis"}, {Label: "Situação"}, {Label: "Último acesso"}, {Label: "Criado"}}
}

// accountStatus says in a word how the account stands, and of an invite how long it serves.
func accountStatus(record operators.Record, now time.Time) ui.Badge {
	switch record.Status {
	case operators.Active:
		return ui.Badge{Tone: ui.Good, Text: "Ativo"}
	case operators.Inactive:
		return ui.Badge{Tone: ui.Muted, Text: "Inativo"}
	}
	switch {
	case record.InviteExpires == nil:
		return ui.Badge{Tone: ui.Warn, Text: "Sem convite"}
	case record.InviteExpires.Before(now):
		return ui.Badge{Tone: ui.Warn, Text: "Convite vencido"}
	}
	return ui.Badge{Tone: ui.Info, Text: "Convite vence em\u00a0" + fmtbr.Date(*record.InviteExpires, now.Location())[:len("27/11")]}
}

// maxRoleBadges is how many roles fit in a row of the list; the page of the account tells all.
const maxRoleBadges = 2

// roleBadges shows the first roles; who may do everything stands out.
func roleBadges(record operators.Record) []ui.Badge {
	badges := make([]ui.Badge, min(len(record.Permissions), maxRoleBadges))
	for i := range badges {
		role := record.Permissions[i]
		badges[i] = ui.Badge{Tone: ui.Muted, Text: string(role)}
		if role == auth.Administrador {
			badges[i].Tone = ui.Info
		}
	}
	return badges
}

// moreRoles counts those that roleBadges leaves out: "+1".
func moreRoles(record operators.Record) string {
	if more := len(record.Permissions) - maxRoleBadges; more > 0 {
		return "+" + strconv.Itoa(more)
	}
	return ""
}

// accountMoment shows when something was, short beside the full date.
func accountMoment(at, now time.Time) ui.When {
	return ui.When{Text: fmtbr.Ago(at, now, now.Location()), ISO: at.UTC().Format(time.RFC3339), Title: fmtbr.DateTime(at, now.Location())}
}
