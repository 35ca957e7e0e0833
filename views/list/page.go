package list

import (
	"context"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"acolhe/models/tags"
	"acolhe/models/types/page"
	"acolhe/views/ui"
)

// State holds the data of a list page beside its rows.
type State struct {
	Address Address
	// Counted is the number of rows that match the filters, TabCounts that of each tab, by its encoded filters.
	Counted   page.Counted
	TabCounts map[string]page.Counted
	Views     Views
	// Columns are the names of the chosen columns; none means the default ones.
	Columns []string
	// Tags are the options of a filter by tag, with the colours of tagged rows.
	Tags tags.Catalogue
	// CanCreate offers the form of a new row.
	CanCreate bool
	// Now is in the association's time zone.
	Now time.Time
	// Actions are the buttons beside the one of a new row. Bar holds the actions for selected rows.
	Actions, Bar ui.Content
	// Before is placed above the list, Foot between rows and pager, After below the list.
	Before, Foot, After ui.Content
}

// Page is a list ready to be rendered, without its row type.
type Page struct {
	About
	State

	heads                  []ui.Column
	rows                   []row
	content                ui.Content
	nothing                Sentence
	tabs                   []ui.Tab
	fields                 []field
	chips                  ui.Chips
	chooser                ui.ColumnChooser
	files                  ui.Menu
	hasFiles, isSelectable bool
}

// row is one rendered row.
type row struct {
	name, id string
	cells    []ui.Content
}

// field is a filter of the bar.
type field struct {
	kind                    FilterKind
	more                    bool
	name, label, all, value string
	options                 []ui.Option
}

// Page returns the page of the list with these rows.
func (d Definition[Row, Input]) Page(state State, rows []Row) Page {
	shown, here, filters := d.shown(state.Columns), state.Address.Here(), state.Address.Filters
	state.Views.about(d.About, filters.Encode(), d.IsTab(filters))
	page := Page{
		About: d.About, State: state, nothing: d.nothing(filters), heads: d.heads(shown), rows: d.rows(shown, rows, state), tabs: d.tabs(state),
		fields: d.fields(filters, state.Tags.Names()), chips: d.chips(filters, here, state.Address.firstPage()),
		chooser: d.chooser(shown, here), files: fileMenu(state.Address), hasFiles: d.Each != nil, isSelectable: d.Pick != nil && state.Bar != nil,
	}
	if d.Body != nil {
		page.content = d.Body(rows, state.Now)
	}
	return page
}

func (d Definition[Row, Input]) rows(shown []Column[Row], found []Row, state State) []row {
	rows := make([]row, len(found))
	for i := range found {
		cells := make([]ui.Content, 0, len(shown)+1)
		cells = append(cells, d.Lead.cell(&found[i]))
		for _, column := range shown {
			cells = append(cells, column.cell(&found[i], state))
		}
		rows[i] = row{name: d.Lead.Text(&found[i]), cells: cells}
		if d.Lead.ID != nil {
			rows[i].id = d.Lead.ID(&found[i])
		}
	}
	return rows
}

// IsTab reports whether filters are those of a predefined tab.
func (d Definition[Row, Input]) IsTab(filters url.Values) bool {
	encoded := filters.Encode()
	for _, tab := range d.Tabs {
		if tab.Filters.Encode() == encoded {
			return true
		}
	}
	return encoded == ""
}

// nothing returns the message of the current tab when it has no rows.
func (d Definition[Row, Input]) nothing(filters url.Values) Sentence {
	for _, tab := range d.Tabs {
		if tab.Filters.Encode() == filters.Encode() {
			return tab.Nothing
		}
	}
	return Sentence{}
}

func (d Definition[Row, Input]) tabs(state State) []ui.Tab {
	var tabs []ui.Tab
	for _, tab := range d.Tabs {
		shown := ui.Tab{Label: tab.Label, Href: d.tabHref(tab, state.Address), Current: state.Views.Current == nil && d.isCurrent(tab, state.Address.Filters)}
		if counted, known := state.TabCounts[tab.Filters.Encode()]; known {
			shown.Count, shown.More = &counted.Rows, counted.More
		}
		tabs = append(tabs, shown)
	}
	return tabs
}

func (d Definition[Row, Input]) isCurrent(tab Tab, filters url.Values) bool {
	if d.TabFilter != "" {
		return filters.Get(d.TabFilter) == tab.Filters.Get(d.TabFilter)
	}
	return tab.Filters.Encode() == filters.Encode()
}

func (d Definition[Row, Input]) tabHref(tab Tab, address Address) string {
	if d.TabFilter != "" {
		return address.Here().With(d.TabFilter, tab.Filters.Get(d.TabFilter), "visao", "")
	}
	pairs := []string{"por", address.size()}
	for name := range tab.Filters {
		pairs = append(pairs, name, tab.Filters.Get(name))
	}
	return ui.Here(d.Path).With(pairs...)
}

func (p Page) isFiltered() bool { return len(p.Address.Filters) > 0 }

func (p Page) pager() ui.Pager {
	return ui.Pager{Here: p.Address.Here(), Page: p.Address.Page.Number, Size: p.Address.Page.Size,
		Total: p.Counted.Rows, More: p.Counted.More, Shown: len(p.rows)}
}

// beyond returns the number of matching rows if the page does not show them all, else 0.
func (p Page) beyond() int {
	if p.Counted.More || p.Counted.Rows > len(p.rows) {
		return p.Counted.Rows
	}
	return 0
}

// moreOn counts the active filters behind "Mais filtros".
func (p Page) moreOn() int {
	count := 0
	for _, field := range p.fields {
		if field.more && field.value != "" {
			count++
		}
	}
	return count
}

func (p Page) hasMore() bool {
	for _, field := range p.fields {
		if field.more {
			return true
		}
	}
	return false
}

// filters returns the form of the bar. Parameters without a field stay in the address.
func (p Page) filters() ui.Filters {
	hidden := p.Address.besideFilters()
	for _, name := range slices.Sorted(maps.Keys(p.Address.Filters)) {
		if name != "q" && !p.hasField(name) {
			hidden = append(hidden, ui.Option{Value: name, Label: p.Address.Filters.Get(name)})
		}
	}
	if first := p.Address.firstPage(); first != "" {
		hidden = append(hidden, ui.Option{Value: "pagina", Label: first})
	}
	return ui.Filters{Action: p.Path, Target: p.Fragment(), Label: "Filtrar " + p.Name, Q: p.Address.Filters.Get("q"), Placeholder: p.Search, Hidden: hidden}
}

func (p Page) hasField(name string) bool {
	for _, field := range p.fields {
		if field.name == name {
			return true
		}
	}
	return false
}

// Render writes the filter.
func (f field) Render(ctx context.Context, w io.Writer) error { return f.html().Render(ctx, w) }

// pick returns the value that a selection sends for a row.
func (p Page) pick(i int) string {
	if !p.isSelectable {
		return ""
	}
	return p.rows[i].id
}

func (p Page) newHref() string { return p.Path + "/" + p.New.Slug }

func (p Page) newIcon() string {
	if p.New.Icon == "" {
		return "plus"
	}
	return p.New.Icon
}

// TabCounts returns the counts of tabs that set one filter, from the counts of its values; the tab without it
// counts all.
func TabCounts[Value ~string](tabs []Tab, filter string, counts map[Value]int) map[string]page.Counted {
	total := 0
	for _, count := range counts {
		total += count
	}
	counted := map[string]page.Counted{}
	for _, tab := range tabs {
		counted[tab.Filters.Encode()] = page.Counted{Rows: total}
		if value := tab.Filters.Get(filter); value != "" {
			counted[tab.Filters.Encode()] = page.Counted{Rows: counts[Value(value)]}
		}
	}
	return counted
}

func (p Page) searched() string { return strings.TrimSpace(p.Address.Filters.Get("q")) }

// namedHref returns the form of a new row with the searched text as its name, or empty.
func (p Page) namedHref() string {
	if !p.CanCreate || p.New.Named == nil || p.searched() == "" {
		return ""
	}
	return p.New.Named(p.searched())
}
