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
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/list/saved"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/table"
)

// State holds the data of a list page besides its rows.
type State struct {
	Address Address
	// Counted is the number of rows that match the filters, TabCounts that of each tab, by its encoded filters.
	Counted   page.Counted
	TabCounts map[string]page.Counted
	Views     saved.Views
	// Columns are the names of the chosen columns; none means the default ones.
	Columns []string
	// Tags are the options of a filter by tag, with the colours of tagged rows.
	Tags tags.Catalogue
	// CanCreate offers the form of a new row, HasFiles the list as a file. By is the caller, who may act on selected rows.
	CanCreate, HasFiles bool
	By                  auth.Caller
	// Now is in the association's time zone.
	Now time.Time
	// Actions are the buttons beside that of a new row. Sum is shown after the number of rows.
	Actions, Sum ui.Content
	// Before is placed above the list, After below it.
	Before, After ui.Content
	// First is the action of an empty list in place of a new row, for one that needs something else before.
	First ui.Content
}

// Page is a list ready to be rendered, without its row type.
type Page struct {
	About
	State

	heads                  []table.Column
	rows                   []row
	content                ui.Content
	nothing                Sentence
	tabs                   []nav.Tab
	fields                 []field
	chips                  table.Chips
	chooser                table.ColumnChooser
	files                  ui.Menu
	selection              table.Selection
	hasFiles, isSelectable bool
	// icon is that of the list in the navigation.
	icon string
	// hides reports that the list hides data from the caller.
	hides bool
}

// row is one rendered row.
type row struct {
	name  string
	pick  table.Pick
	lead  table.LeadCell
	cells []table.Cell
}

// field is a filter of the bar.
type field struct {
	kind                    FilterKind
	more                    bool
	name, label, all, value string
	options                 []control.Option
	days                    []field
}

// Page returns the page of the list with these rows.
func (d Definition[Row, Input]) Page(state State, rows []Row) Page {
	shown, here, filters := d.shown(state.Columns), state.Address.Here(), state.Address.Filters
	state.Views.List = saved.List{Name: d.Name, Path: d.Path, Query: filters.Encode(), IsTab: d.IsTab(filters)}
	page := Page{
		About: d.About, State: state, nothing: d.nothing(filters), heads: d.heads(shown), rows: d.rows(shown, rows, state), tabs: d.tabs(state),
		fields: d.fields(filters, state.Tags.Names()), chips: d.chips(filters, here, state.Address.firstPage()),
		chooser: d.chooser(shown, here), files: fileMenu(state.Address), hasFiles: state.HasFiles, isSelectable: d.Pick != nil,
	}
	page.hides = slices.ContainsFunc(shown, func(column Column[Row]) bool { return state.By.Hides(column.Private) })
	page.chips.Count, page.chips.Sum, page.chips.Hidden = d.Rows.count(state.Counted), state.Sum, d.hidden(shown)
	if page.isSelectable {
		page.selection = d.selection(state, len(rows))
	}
	if d.Body != nil {
		page.content = d.Body(rows, state.Now)
	}
	return page
}

func (d Definition[Row, Input]) rows(shown []Column[Row], found []Row, state State) []row {
	rows := make([]row, len(found))
	for i := range found {
		cells, name := make([]table.Cell, len(shown)), d.Lead.Text(&found[i])
		for j := range shown {
			cells[j] = shown[j].cell(&found[i], name, &state)
		}
		rows[i] = row{name: name, lead: d.Lead.cell(&found[i]), cells: cells}
		if d.Pick != nil {
			rows[i].pick = d.Lead.pick(&found[i])
		}
	}
	return rows
}

// nothing returns the message of the current tab without rows.
func (d Definition[Row, Input]) nothing(filters url.Values) Sentence {
	for _, tab := range d.Tabs {
		if tab.Filters.Encode() == filters.Encode() {
			return tab.Nothing
		}
	}
	return Sentence{}
}

// with returns the page with its icon.
func (p Page) with(icon string) Page {
	p.icon = icon
	return p
}

func (p Page) isFiltered() bool { return len(p.Address.Filters) > 0 }

func (p Page) pager() table.Pager {
	return table.Pager{Here: p.Address.Here(), Page: p.Address.Page.Number, Size: p.Address.Page.Size,
		Total: p.Counted.Rows, More: p.Counted.More, Shown: len(p.rows)}
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
func (p Page) filters() table.Filters {
	hidden := p.Address.besideFilters()
	for _, name := range slices.Sorted(maps.Keys(p.Address.Filters)) {
		if name != "q" && !p.hasField(name) {
			hidden = append(hidden, control.Option{Value: name, Label: p.Address.Filters.Get(name)})
		}
	}
	if first := p.Address.firstPage(); first != "" {
		hidden = append(hidden, control.Option{Value: "pagina", Label: first})
	}
	bar := table.Filters{Action: p.Path, Target: p.Fragment(), Label: "Filtrar " + p.Name, Q: p.Address.Filters.Get("q"),
		Placeholder: p.Search,
		Hidden:      hidden}
	if len(p.fields) > 0 {
		bar.Sheet, bar.Clear, bar.On, bar.Show = p.sheetID(), p.Path, p.filtersOn(), p.filtersShow()
	}
	return bar
}

func (p Page) hasField(name string) bool {
	for _, shown := range p.fields {
		if shown.name == name || slices.ContainsFunc(shown.days, func(day field) bool { return day.name == name }) {
			return true
		}
	}
	return false
}

func (p Page) sheetID() string { return "filtros-" + p.Name }

// filtersOn returns the number of active filters that have a field.
func (p Page) filtersOn() table.FiltersOn {
	return table.FiltersOn{ID: OnFragment, Count: len(p.chips.Chips)}
}

// filtersShow returns the button that leads from the filters to the results.
func (p Page) filtersShow() table.FiltersShow {
	text := p.Rows.None
	if p.Counted.Rows > 0 {
		text = "Ver " + p.Rows.count(p.Counted)
	}
	return table.FiltersShow{ID: ShowFragment, Sheet: p.sheetID(), Text: text}
}

// Render writes the filter.
func (f field) Render(ctx context.Context, w io.Writer) error { return f.html().Render(ctx, w) }

func (p Page) newHref() string { return p.Path + "/" + p.New.Slug }

func (p Page) newIcon() string {
	if p.New.Icon == "" {
		return "plus"
	}
	return p.New.Icon
}

func (p Page) searched() string { return strings.TrimSpace(p.Address.Filters.Get("q")) }

// namedHref returns the form of a new row with the searched text as its name, or empty.
func (p Page) namedHref() string {
	if !p.CanCreate || p.New.Named == nil || p.searched() == "" {
		return ""
	}
	return p.New.Named(p.searched())
}
