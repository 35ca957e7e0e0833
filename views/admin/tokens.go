package admin

import (
	"context"
	"io"
	"net/url"
	"strconv"
	"time"

	"acolhe/models/professionals"
	"acolhe/models/tokens"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// TokenListFragment is the part of the token list that a tab replaces.
const TokenListFragment = "lista-tokens"

// TokenList is the list of API tokens.
type TokenList struct {
	Status tokens.Status
	Page   web.PageQuery
	Found  page.Of[tokens.Token]
	Counts map[tokens.Status]int
	// Now carries the association's time zone.
	Now time.Time
}

// TokenSheet is one token. Partner is whom it is bound to, when there is still such a one.
type TokenSheet struct {
	Token   tokens.Token
	Partner *professionals.Professional
	// Now carries the association's time zone.
	Now time.Time
}

// revoking is the form around a button that revokes; it leads back to the tab of the status.
type revoking struct {
	token  tokens.Token
	status tokens.Status
}

// Render writes the form around its button.
func (r revoking) Render(ctx context.Context, w io.Writer) error { return r.html().Render(ctx, w) }

// badges is how many a row has room for; the rest is counted.
const badges = 2

// named are the scopes that a row names. A partner takes the place of one.
func named(token tokens.Token) []string {
	room := badges
	if token.InternalCode != nil {
		room--
	}
	return token.Scopes[:min(room, len(token.Scopes))]
}

// TokensHref is the address of the list with the tokens of a status; empty means all.
func TokensHref(status tokens.Status) string {
	if status == "" {
		return "/admin/tokens"
	}
	return "/admin/tokens?situacao=" + url.QueryEscape(string(status))
}

// TokenHref is the address of one token.
func TokenHref(id int64) string { return "/admin/tokens/" + strconv.FormatInt(id, 10) }

func (l TokenList) here() ui.Here {
	here := ui.Here(TokensHref(l.Status))
	if l.Page.Size != page.DefaultPageSize {
		here = ui.Here(here.With("por", strconv.Itoa(l.Page.Size)))
	}
	return here
}

func (l TokenList) tabs() ui.Tabs {
	all := 0
	var tabs []ui.Tab
	for _, status := range tokens.Statuses() {
		count := l.Counts[status]
		all += count
		tabs = append(tabs, ui.Tab{Label: statusTabs[status], Href: TokensHref(status), Count: &count, Current: l.Status == status})
	}
	first := ui.Tab{Label: "Todos", Href: TokensHref(""), Count: &all, Current: l.Status == ""}
	return ui.Tabs{Label: "Situação dos tokens", Tabs: append([]ui.Tab{first}, tabs...)}
}

func (l TokenList) pager() ui.Pager {
	total := l.Counts[l.Status]
	if l.Status == "" {
		for _, count := range l.Counts {
			total += count
		}
	}
	return ui.Pager{Here: l.here(), Page: l.Page.Number, Size: l.Page.Size, Total: total}
}

var statusTabs = map[tokens.Status]string{tokens.Active: "Ativos", tokens.Expired: "Vencidos", tokens.Revoked: "Revogados"}

func tokenBadge(status tokens.Status) ui.Badge {
	return map[tokens.Status]ui.Badge{
		tokens.Active:  {Tone: ui.Good, Text: "Ativo"},
		tokens.Expired: {Tone: ui.Warn, Text: "Vencido"},
		tokens.Revoked: {Tone: ui.Muted, Text: "Revogado"},
	}[status]
}

// tokenShape is how a token begins; the rest was shown once.
func tokenShape(token tokens.Token) string { return "ac_" + token.TokenPrefix + "_…" }

// expiry says until when a token serves.
func expiry(token tokens.Token, now time.Time) string {
	if token.ExpiresAt == nil {
		return "nunca vence"
	}
	return fmtbr.Date(*token.ExpiresAt, now.Location())
}

func moment(at, now time.Time) ui.When {
	return ui.When{Text: fmtbr.Ago(at, now, now.Location()), ISO: at.UTC().Format(time.RFC3339), Title: fmtbr.DateTime(at, now.Location())}
}

func (s TokenSheet) status() tokens.Status { return s.Token.StatusAt(s.Now) }

func (s TokenSheet) facts() ui.Facts {
	facts := []ui.Fact{
		{Label: "Situação", Content: tokenBadge(s.status())},
		{Label: "Começa com", Content: ui.Copy{Text: "ac_" + s.Token.TokenPrefix, What: "o começo do token"}},
		{Label: "Criado em", Value: fmtbr.DateTime(s.Token.DateCreated, s.Now.Location())},
		{Label: "Vence em", Value: expiry(s.Token, s.Now)},
		{Label: "Último uso", Value: "nunca foi usado"},
	}
	if s.Token.LastUsedAt != nil {
		facts[4] = ui.Fact{Label: "Último uso", Content: moment(*s.Token.LastUsedAt, s.Now)}
	}
	if s.Token.RevokedAt != nil {
		facts = append(facts, ui.Fact{Label: "Revogado em", Value: fmtbr.DateTime(*s.Token.RevokedAt, s.Now.Location())})
	}
	facts = append(facts, ui.Fact{Label: "Alcance", Value: s.reach()})
	return ui.Facts{Facts: facts}
}

// reach says whose data the token reaches.
func (s TokenSheet) reach() string {
	switch {
	case s.Token.InternalCode == nil:
		return "Dados de toda a associação, conforme as permissões"
	case s.Partner == nil:
		return "Profissional " + *s.Token.InternalCode + ", que não existe mais: não lê nada"
	}
	return "Serviços pagos e cadastro de " + s.Partner.Name + " (" + s.Partner.Code + ")"
}

// events is where the story of the token is told.
func (s TokenSheet) events() string {
	return "/admin/seguranca?q=" + url.QueryEscape(s.Token.TokenPrefix)
}
