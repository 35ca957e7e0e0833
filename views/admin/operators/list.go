// Package operators shows the pages of the accounts of the staff.
package operators

import (
	"net/url"
	"time"

	"acolhe/models/operators"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list, RolesPath the address of the role table.
const (
	Path      = "/admin/operadores"
	RolesPath = Path + "/papeis"
)

// List returns the list of operators. It marks the caller's own account.
func List(by auth.Caller) list.Definition[operators.Record, operators.ListInput] {
	return list.Definition[operators.Record, operators.ListInput]{
		About: list.About{
			Name: "operadores", Title: "Operadores", Text: "Pessoas com acesso ao sistema e o que cada uma pode fazer.", Path: Path,
			Collection: "system_users", Search: "Nome ou e-mail",
			New:          list.New{Label: "Convidar operador", Slug: "novo", Icon: "user-plus"},
			Rows:         list.Noun{One: "operador", Many: "operadores", None: "Nenhum operador"},
			NothingFound: list.Sentence{Title: "Nenhum operador com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[operators.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *operators.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: statuses,
				Set: list.To(func(in *operators.ListInput) *operators.Status { return &in.Status })},
		},
		Tabs: tabs(),
		Lead: list.Lead[operators.Record]{Label: "Nome", HasInitials: true,
			Href: func(r *operators.Record) string { return ui.RowHref(Path, r.ID) },
			Text: func(r *operators.Record) string { return r.FullName() }, Note: func(r *operators.Record) string { return note(by, r) }},
		Columns: []list.Column[operators.Record]{
			{Name: "email", Label: "E-mail", Place: table.Below, Text: func(r *operators.Record) string { return r.Email }},
			{Name: "papeis", Label: "Papéis", Place: table.End,
				Cell: func(r *operators.Record, _ time.Time) ui.Content { return roleBadges(r.Permissions) }},
			{Name: "situacao", Label: "Situação", Place: table.Side,
				Cell: func(r *operators.Record, now time.Time) ui.Content { return status(r, now) }},
			{Name: "acesso", Label: "Último acesso", Text: func(*operators.Record) string { return "nunca" }, Cell: lastLogin},
			{Name: "criado", Label: "Criado", Cell: func(r *operators.Record, now time.Time) ui.Content { return ui.DayOf(r.DateCreated, now) }},
		},
		Read: list.Windowed(func(in *operators.ListInput) *page.Window { return &in.Window }),
	}
}

// statuses are the tabs after "all".
var statuses = []control.Option{
	{Value: string(operators.Active), Label: "Ativos"}, {Value: string(operators.Pending), Label: "Convidados"},
	{Value: string(operators.Inactive), Label: "Inativos"},
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todos"}}
	for _, status := range statuses {
		tabs = append(tabs, list.Tab{Label: status.Label, Filters: url.Values{"situacao": {status.Value}}})
	}
	return tabs
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[operators.Status]int) map[string]page.Counted {
	return list.TabCounts(tabs(), "situacao", counts)
}

func note(by auth.Caller, r *operators.Record) string {
	if isOwn(by, r) {
		return " (você)"
	}
	return ""
}

// isOwn reports whether an account is the caller's own; a token has none.
func isOwn(by auth.Caller, r *operators.Record) bool {
	return by.Kind == auth.Operator && by.ID == r.ID
}

// status returns the badge of an account's status, and of an invite with its expiry.
func status(r *operators.Record, now time.Time) ui.Badge {
	switch {
	case r.Status == operators.Active:
		return ui.Badge{Tone: ui.Good, Text: "Ativo"}
	case r.Status == operators.Inactive:
		return ui.Badge{Tone: ui.Muted, Text: "Inativo"}
	case r.InviteExpires == nil:
		return ui.Badge{Tone: ui.Warn, Text: "Sem convite"}
	case r.InviteExpires.Before(now):
		return ui.Badge{Tone: ui.Warn, Text: "Convite vencido"}
	}
	return ui.Badge{Tone: ui.Info, Text: "Convite vence em\u00a0" + fmtbr.Date(*r.InviteExpires, now.Location())[:len("27/11")]}
}

func lastLogin(r *operators.Record, now time.Time) ui.Content {
	if r.LastLoginAt == nil {
		return nil
	}
	return ui.Moment(*r.LastLoginAt, now)
}

// maxRoleBadges is the number of roles that fit in a row of the list; the page of the account shows all.
const maxRoleBadges = 2

// roleBadges returns the first roles of an account and the number of further ones. Administrador is emphasised.
func roleBadges(roles []auth.Role) ui.Badges {
	more := max(0, len(roles)-maxRoleBadges)
	badges := ui.Badges{More: more, MoreLabel: fmtbr.Plural(more, "papel", "papéis")}
	for _, role := range roles[:min(len(roles), maxRoleBadges)] {
		tone := ui.Muted
		if role == auth.Administrador {
			tone = ui.Info
		}
		badges.Badges = append(badges.Badges, ui.Badge{Tone: tone, Text: role.Label()})
	}
	return badges
}
