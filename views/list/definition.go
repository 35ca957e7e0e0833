// Package list is the common shape of list pages. A Definition holds in one place a list's filters, orders, columns,
// tabs and messages when empty, from which the page, its counts, its saved views, its column chooser and its files are
// derived. Names in addresses are Portuguese here, the verbs behind them English; the handler joins both.
package list

import (
	"net/url"
	"time"

	"acolhe/models/platform/items/kind"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Definition defines one list of rows of type Row; Input is the input of its verbs.
type Definition[Row, Input any] struct {
	About
	Filters []Filter[Input]
	// Tabs replace the filters that one of them sets, and keep all others.
	Tabs []Tab
	// Lead is the first cell of each row. Columns are the others, in their order.
	Lead    Lead[Row]
	Columns []Column[Row]
	// Reads lists the columns of the table that each row needs. If it is set, the page reads only these and those of
	// the shown Columns, because decoding unused columns takes most of the time of a page.
	Reads []string
	// Body shows the rows in another form than a table, such as a timeline; it may be nil. Its time is in the
	// association's time zone.
	Body func(rows []Row, now time.Time) ui.Content

	// Read returns the input of the area's verbs for one request.
	Read func(query Query[Input]) Input
	// CountLimit is the limit of a page's count with these filters; nil is page.CountLimit.
	CountLimit func(input Input) int
	// HasPlainTabs shows the tabs without counts, where counting would read too many rows.
	HasPlainTabs bool
	// Pick limits the input to the rows with these ids, as Lead.ID writes them: Picked. A list without it has no selection.
	Pick func(input *Input, ids []string) error
	// Actions are the actions on selected rows, in the order of the bar; exporting them follows.
	Actions []Action
}

// About holds the names and texts of a list.
type About struct {
	// Name is the slug in saved views, preferences and files: "pedidos".
	Name string
	// Title is the head of the page, Text the line below it. Path is the page's address.
	Title, Text, Path string
	// Collection is the collection that a caller must be allowed to read.
	Collection string
	// Records names the rows in the log of reads if they are not those of Collection.
	Records string
	// Search is the label of the search field; empty without one.
	Search string
	// Rows is the noun for the rows.
	Rows Noun
	// New links to the form of a new row.
	New New
	// NothingYet is shown if the list has no rows at all, NothingFound if the filters match none.
	NothingYet, NothingFound Sentence
	// Order is the order of the rows when the address names none, as in ?ordem=: "-criado".
	Order string
	// HasViews offers saved views and the choice of columns.
	HasViews bool
}

// Noun names rows: "pedido", "pedidos" and "Nenhum pedido".
type Noun struct{ One, Many, None string }

// New is the button that links to the form of a new row. Its address is the list's, then Slug. Icon is a plus
// if empty.
type New struct {
	Label, Slug, Icon string
	// Named returns the form with the searched text as its name, for a search without matches; empty if the text cannot
	// be a name. It may be nil.
	Named func(searched string) string
}

// Sentence is a title with an explanation.
type Sentence struct{ Title, Text string }

// Query is one request to a list. Sort is an order of the verb, with a minus in front to reverse it.
type Query[Input any] struct {
	Input  Input
	Sort   string
	Window page.Window
	// Reads lists the needed columns of the table; empty means all.
	Reads []string
}

// Filter is one filter of a list. Set stores a value of the address in the verb's input.
type Filter[Input any] struct {
	// Name is the name of the parameter, Label the label on chips and in files.
	Name, Label string
	Kind        FilterKind
	// All is the label of a select's empty choice: "todas".
	All string
	// Options are the values of a select; any other value is 400 VALIDATION_ERROR, unless IsOpen leaves the check to
	// Set.
	Options []control.Option
	IsOpen  bool
	// Days are the names of the filters of kind Day that a Period includes.
	Days []string
	// More puts the filter behind "Mais filtros".
	More bool
	// Show formats a value for people; nil shows its option's label, a date as 31/12/2026, or the value itself.
	Show func(value string) string
	Set  func(input *Input, value string) error
}

// FilterKind is the kind of control of a filter.
type FilterKind int

// The kinds of filters.
const (
	// Select offers Options.
	Select FilterKind = iota
	// Tags offers the tags of the list's collection.
	Tags
	// Text takes a part of a text.
	Text
	// Day takes a date; an incomplete one counts as none.
	Day
	// Period offers the named periods, and the filters of kind Day as its first and last day.
	Period
	// Search is the search field of the list.
	Search
	// ByTab has no control: tabs set it.
	ByTab
	// ByLink has no control: links set it.
	ByLink
)

// isTyped reports whether the filter holds typed text, which may be the name of a person.
func (k FilterKind) isTyped() bool { return k == Search || k == Text || k == Tags }

// Tab is a predefined view of the list.
type Tab struct {
	Label   string
	Filters url.Values
	// Nothing is shown if the tab without further filters has no rows; NothingFound if it is empty.
	Nothing Sentence
}

// Lead is the first cell of a row: its name, and the link that opens it.
type Lead[Row any] struct {
	// Name is the column's name in `ordem`; Sort is the verb's order, empty if there is none.
	Label, Name, Sort string
	Text              func(row *Row) string
	// ID returns the value that a selection sends. State is the state of the row, which decides whether a Move can
	// change it, and Amount the amount that the bar adds up; both may be nil.
	ID, State, Amount func(row *Row) string
	// Href returns the address of the row's own page.
	Href func(row *Row) string
	// Note returns a remark after the text, which is not part of the row's name or its file.
	Note func(row *Row) string
	// HasInitials puts the initials before the text, Mark anything else.
	HasInitials bool
	Mark        func(row *Row) ui.Content
}

// Column is one column of a list.
type Column[Row any] struct {
	// Name is the column's name in addresses and preferences, Label its head.
	Name, Label string
	// Sort is the verb's order, empty if there is none.
	Sort string
	// Optional columns are hidden by default.
	Optional bool
	// HidesBelow hides the column on narrower screens, before the table scrolls sideways.
	HidesBelow table.Screen
	Right      bool
	Strong     bool
	// Hidden keeps the head for screen readers, above cells of buttons.
	Hidden bool
	Place  table.Place
	// PlaceOf replaces Place where it depends on the row.
	PlaceOf func(row *Row, now time.Time) table.Place
	// Reads lists the columns of the table that Text, Cell and Tags need, in a list with Reads.
	Reads []string
	// Field is the field that can be edited in the cell.
	Field string
	// Private is the kind of data in Text that the list may hide from the caller; Reveal is the page that shows it.
	Private auth.Private
	Reveal  func(row *Row) string
	// Text returns the value for the cell and the file. Cell replaces it on the page if text is not enough, unless it
	// returns nil; its time is in the association's time zone.
	Text func(row *Row) string
	Cell func(row *Row, now time.Time) ui.Content
	// Tags, Badge, Amount and Time return a value of their type and make the other functions optional. A list with Tags
	// has a filter by tag.
	Tags   func(row *Row) []string
	Badge  func(row *Row) ui.Badge
	Amount func(row *Row) money.Amount
	Time   func(row *Row) time.Time
	// Kind and Value are the typed value in a file if it differs from Text, so that a spreadsheet can compute with it.
	Kind  kind.Kind
	Value func(row *Row, zone *time.Location) string
}
