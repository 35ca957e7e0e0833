// Package errors shows the pages of administrators on the errors of the system: the groups, and one of them with its samples.
package errors

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/systemerrors"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/admin/erros"

// PathOf returns the address of a group.
func PathOf(hash string) string { return Path + "/" + url.PathEscape(hash) }

// Days is the number of days of the trends.
const Days = 14

// Row is a group with its events by day, which the page reads after the rows.
type Row struct {
	systemerrors.Group
	Trend []int64
}

// input is the input of the list's verbs.
type input = systemerrors.GroupsInput

// List returns the list of groups. Its time is in the association's time zone.
func List(now time.Time) list.Definition[Row, input] {
	return list.Definition[Row, input]{
		About: list.About{
			Name: "erros", Title: "Erros", Text: "Falhas do sistema e dos navegadores, agrupadas pela causa. CPF, e-mail, telefone e tokens são ocultados antes de guardar.", Path: Path,
			Collection: "users_api", Search: "Mensagem, página ou versão",
			Rows:         list.Noun{One: "grupo", Many: "grupos", None: "Nenhum erro"},
			NothingYet:   list.Sentence{Title: "Nenhum erro aberto", Text: "O que falhar no servidor ou no navegador de alguém aparece aqui."},
			NothingFound: list.Sentence{Title: "Nenhum erro com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: filters(),
		Tabs: []list.Tab{
			tab("Abertos", systemerrors.Open, "Nenhum erro aberto", "O que falhar aparece aqui."),
			tab("Resolvidos", systemerrors.Fixed, "Nenhum erro resolvido", "Um erro resolvido que voltar a acontecer reabre sozinho."),
			tab("Ignorados", systemerrors.Ignored, "Nenhum erro ignorado", "Erros ignorados continuam contados, sem avisar."),
		},
		Lead: list.Lead[Row]{Label: "Erro", Text: func(r *Row) string { return r.Message },
			Href: func(r *Row) string { return PathOf(r.ErrorHash) }},
		Columns: []list.Column[Row]{
			{Name: "onde", Label: "Onde", Place: table.Below, Text: func(r *Row) string { return where(r.Group) }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: func(r *Row) ui.Badge { return badge(r.Group, now) }},
			{Name: "dias", Label: strconv.Itoa(Days) + " dias", HidesBelow: table.Wide, Text: func(*Row) string { return "–" },
				Cell: func(r *Row, _ time.Time) ui.Content { return trend(r) }},
			{Name: "vezes", Label: "Vezes", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Count) }},
			{Name: "pessoas", Label: "Pessoas", Right: true, HidesBelow: table.Wide, Text: func(r *Row) string { return fmtbr.Integer(r.People) }},
			{Name: "ultimo", Label: "Último", Right: true, Place: table.End, Text: func(*Row) string { return "–" },
				Cell: func(r *Row, now time.Time) ui.Content { return ui.Moment(r.LastSeen, now) }},
			{Name: "acoes", Label: "Ações", Hidden: true, Right: true, Text: func(*Row) string { return "" },
				Cell: func(r *Row, _ time.Time) ui.Content { return rowMoves(r) }},
		},
		Read: list.Windowed(func(in *input) *page.Window { return &in.Window }),
	}
}

func filters() []list.Filter[input] {
	return []list.Filter[input]{
		{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *input) *string { return &in.Q })},
		{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: statuses(),
			Set: list.To(func(in *input) *systemerrors.Status { return &in.Status })},
		{Name: "origem", Label: "Origem", All: "todas",
			Options: []control.Option{{Value: string(systemerrors.Server), Label: "Servidor"},
				{Value: string(systemerrors.Browser), Label: "Navegador"}},
			Set: list.To(func(in *input) *systemerrors.Source { return &in.Source })},
		{Name: "dias", Label: "Vezes em", All: "14 dias",
			Options: []control.Option{{Value: "1", Label: "24 horas"}, {Value: "7", Label: "7 dias"}, {Value: "30", Label: "30 dias"},
				{Value: "90", Label: "90 dias"}},
			Set: list.ToDays(90, func(in *input) *int { return &in.Days })},
	}
}

func statuses() []control.Option {
	return []control.Option{{Value: string(systemerrors.Open), Label: "Abertos"}, {Value: string(systemerrors.Fixed), Label: "Resolvidos"},
		{Value: string(systemerrors.Ignored), Label: "Ignorados"}}
}

// tab is a tab of a status; the first one has no filter, so that the page opens with it.
func tab(label string, status systemerrors.Status, title, text string) list.Tab {
	tab := list.Tab{Label: label, Nothing: list.Sentence{Title: title, Text: text}}
	if status != systemerrors.Open {
		tab.Filters = url.Values{"situacao": {string(status)}}
	}
	return tab
}

// where says in which page, in which part and on which side an error happened.
func where(g systemerrors.Group) string {
	return fmtbr.Join(" · ", g.Path, g.Place, sourceName(g.Source))
}

func sourceName(source systemerrors.Source) string {
	if source == systemerrors.Browser {
		return "navegador"
	}
	return "servidor"
}

// fresh is the time for which a group is new.
const fresh = 24 * time.Hour

func badge(g systemerrors.Group, now time.Time) ui.Badge {
	switch {
	case g.Status == systemerrors.Fixed:
		return ui.Badge{Tone: ui.Good, Text: "Resolvido"}
	case g.Status == systemerrors.Ignored:
		return ui.Badge{Tone: ui.Muted, Text: "Ignorado"}
	case g.HasComeBack():
		return ui.Badge{Tone: ui.Bad, Text: "Reabriu"}
	case now.Sub(g.FirstSeen) < fresh:
		return ui.Badge{Tone: ui.Info, Text: "Novo"}
	}
	return ui.Badge{Tone: ui.Warn, Text: "Aberto"}
}
