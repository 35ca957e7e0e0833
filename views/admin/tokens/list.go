// Package tokens shows the pages of API tokens.
package tokens

import (
	"net/url"
	"time"

	"acolhe/models/tokens"
	"acolhe/models/types/access"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/admin/names"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list, NewPath the address of the form of a new token.
const (
	Path    = "/admin/tokens"
	NewPath = Path + "/novo"
)

// List returns the list of API tokens. Revoking a token leads back to the tab of the status.
func List(status tokens.Status) list.Definition[tokens.Token, tokens.ListInput] {
	return list.Definition[tokens.Token, tokens.ListInput]{
		About: list.About{
			Name: "tokens", Title: "Tokens de API", Text: "Chaves de acesso para programas, cada uma com suas permissões.",
			Path: Path, Collection: "users_api", New: list.New{Label: "Novo token", Slug: "novo"},
			NothingYet: list.Sentence{Title: "Nenhum token ainda",
				Text: "Com um token, um programa (a loja do site, uma planilha) acessa a API da associação sem usar a senha de ninguém."},
			Rows:         list.Noun{One: "token", Many: "tokens", None: "Nenhum token"},
			NothingFound: list.Sentence{Title: "Nenhum token aqui", Text: "Não há tokens nesta situação."},
		},
		Filters: []list.Filter[tokens.ListInput]{
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: statuses,
				Set: list.To(func(in *tokens.ListInput) *tokens.Status { return &in.Status })},
		},
		Tabs: tabs(),
		Lead: list.Lead[tokens.Token]{Label: "Nome", Text: func(t *tokens.Token) string { return t.Name },
			Href: func(t *tokens.Token) string { return ui.RowHref(Path, t.ID) }},
		Columns: []list.Column[tokens.Token]{
			{Name: "comeco", Label: "Começa com", Cell: func(t *tokens.Token, _ time.Time) ui.Content { return beginning(t) }},
			{Name: "permissoes", Label: "Permissões", Place: table.Below,
				Cell: func(t *tokens.Token, _ time.Time) ui.Content { return scopeBadges(t) }},
			{Name: "uso", Label: "Último uso", Text: func(*tokens.Token) string { return "nunca" }, Cell: lastUse},
			{Name: "vencimento", Label: "Vence em", Text: func(*tokens.Token) string { return "nunca vence" }, Cell: expiry},
			{Name: "situacao", Label: "Situação", Place: table.Side,
				Cell: func(t *tokens.Token, now time.Time) ui.Content { return badge(t.StatusAt(now)) }},
			{Name: "acoes", Label: "Ações", Hidden: true, Right: true, Place: table.End, Text: func(*tokens.Token) string { return "" },
				Cell: func(t *tokens.Token, now time.Time) ui.Content { return revocation(t, status, now) }},
		},
		Read: list.Windowed(func(in *tokens.ListInput) *page.Window { return &in.Window }),
	}
}

// statuses are the tabs after "all".
var statuses = []control.Option{
	{Value: string(tokens.Active), Label: "Ativos"}, {Value: string(tokens.Expired), Label: "Vencidos"}, {Value: string(tokens.Revoked),
		Label: "Revogados"},
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todos"}}
	for _, status := range statuses {
		tabs = append(tabs, list.Tab{Label: status.Label, Filters: url.Values{"situacao": {status.Value}}})
	}
	return tabs
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[tokens.Status]int) map[string]page.Counted {
	return list.TabCounts(tabs(), "situacao", counts)
}

func badge(status tokens.Status) ui.Badge {
	return map[tokens.Status]ui.Badge{
		tokens.Active:  {Tone: ui.Good, Text: "Ativo"},
		tokens.Expired: {Tone: ui.Warn, Text: "Vencido"},
		tokens.Revoked: {Tone: ui.Muted, Text: "Revogado"},
	}[status]
}

// maxBadges is the number of badges that fit in a row. A partner takes the place of a scope.
const maxBadges = 2

// scopeBadges returns the first scopes of a token and the number of further ones.
func scopeBadges(t *tokens.Token) ui.Badges {
	var badges ui.Badges
	if t.InternalCode != nil {
		badges.Badges = append(badges.Badges, ui.Badge{Tone: ui.Info, Text: "só " + *t.InternalCode})
	}
	shown := t.Scopes[:min(maxBadges-len(badges.Badges), len(t.Scopes))]
	for _, scope := range shown {
		tone := ui.Muted
		if scope == access.Everything {
			tone = ui.Warn
		}
		badges.Badges = append(badges.Badges, ui.Badge{Tone: tone, Text: names.Scope(scope)})
	}
	badges.More = len(t.Scopes) - len(shown)
	badges.MoreLabel = fmtbr.Plural(badges.More, "permissão", "permissões")
	return badges
}

func lastUse(t *tokens.Token, now time.Time) ui.Content {
	if t.LastUsedAt == nil {
		return nil
	}
	return ui.Moment(*t.LastUsedAt, now)
}

// expiry returns the expiry of the token, or nil without one.
func expiry(t *tokens.Token, now time.Time) ui.Content {
	if t.ExpiresAt == nil {
		return nil
	}
	at := ui.Moment(*t.ExpiresAt, now)
	at.Text = fmtbr.Date(*t.ExpiresAt, now.Location())
	return at
}

// revocation returns the button that revokes an active token.
func revocation(t *tokens.Token, tab tokens.Status, now time.Time) ui.Content {
	if t.StatusAt(now) != tokens.Active {
		return nil
	}
	return revokeForm(t, tab, ui.Button{Label: "Revogar", Variant: ui.Outline, Small: true, Submit: true,
		Attrs: map[string]any{"aria-label": "Revogar " + t.Name}})
}
