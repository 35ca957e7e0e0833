package list

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// ColumnsPath is the address that stores the choice of columns.
const ColumnsPath = "/painel/colunas"

// ColumnNames returns the names of the columns that can be chosen.
func (d Definition[Row, Input]) ColumnNames() []string { return namesOf(d.Columns) }

func namesOf[Row any](columns []Column[Row]) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.Name
	}
	return names
}

// shown returns the chosen columns, or the default ones.
func (d Definition[Row, Input]) shown(chosen []string) []Column[Row] {
	var shown []Column[Row]
	for _, column := range d.Columns {
		if slices.Contains(chosen, column.Name) || len(chosen) == 0 && !column.Optional {
			shown = append(shown, column.completed())
		}
	}
	return shown
}

// completed returns the column with the functions that follow from Tags, Badge, Amount or Time.
func (c Column[Row]) completed() Column[Row] {
	switch {
	case c.Tags != nil:
		c.Text = func(row *Row) string { return strings.Join(c.Tags(row), ", ") }
	case c.Badge != nil:
		c.Text = func(row *Row) string { return c.Badge(row).Text }
		c.Cell = func(row *Row, _ time.Time) ui.Content { return c.Badge(row) }
	case c.Amount != nil:
		c.Right, c.Kind = true, kind.Decimal
		c.Cell = func(row *Row, _ time.Time) ui.Content { return ui.Amount(fmtbr.Money(c.Amount(row))) }
		c.Value = func(row *Row, _ *time.Location) string { return c.Amount(row).String() }
	case c.Time != nil:
		c.Kind = kind.Timestamp
		c.Value = func(row *Row, _ *time.Location) string { return sheet.Moment(c.Time(row)) }
		if c.Cell == nil {
			c.Cell = func(row *Row, now time.Time) ui.Content { return ui.Moment(c.Time(row), now) }
		}
	}
	return c
}

// NeededColumns lists the columns of the table that the list needs for the chosen columns; none means all.
func (d Definition[Row, Input]) NeededColumns(chosen []string) []string {
	if len(d.Reads) == 0 {
		return nil
	}
	needed := slices.Clone(d.Reads)
	for _, column := range d.shown(chosen) {
		needed = append(needed, column.Reads...)
	}
	slices.Sort(needed)
	return slices.Compact(needed)
}

func (d Definition[Row, Input]) heads(shown []Column[Row]) []table.Column {
	heads := []table.Column{{Label: d.Lead.Label, Sort: sortable(d.Lead.Sort, d.Lead.Name)}}
	for _, column := range shown {
		heads = append(heads, table.Column{Label: column.Label, Sort: sortable(column.Sort, column.Name), Right: column.Right,
			Hidden: column.Hidden,
			Field:  column.Field, HidesBelow: column.HidesBelow})
	}
	return heads
}

// hidden returns the names of the columns that hide on narrower screens.
func (d Definition[Row, Input]) hidden(shown []Column[Row]) table.HiddenColumns {
	var wide, medium []string
	for _, column := range shown {
		if column.HidesBelow == table.Wide {
			wide = append(wide, column.Label)
		}
		if column.HidesBelow != "" {
			medium = append(medium, column.Label)
		}
	}
	hidden := table.HiddenColumns{Wide: fmtbr.List(wide), Medium: fmtbr.List(medium)}
	if d.HasViews {
		hidden.ID = d.columnsID()
	}
	return hidden
}

// sortable returns the name of a column to sort by, else empty.
func sortable(order, name string) string {
	if order == "" {
		return ""
	}
	return name
}

func (d Definition[Row, Input]) chooser(shown []Column[Row], here ui.Here) table.ColumnChooser {
	chooser := table.ColumnChooser{ID: d.columnsID(), Action: ColumnsPath, List: d.Name, Back: string(here), Chosen: namesOf(shown)}
	for _, column := range d.Columns {
		chooser.Options = append(chooser.Options, control.Option{Value: column.Name, Label: column.Label})
	}
	return chooser
}

// veiled returns the content of a value that the list hides.
func (c *Column[Row]) veiled(row *Row, name string) ui.Content {
	text := c.Text(row)
	if text == "" {
		return nil
	}
	return table.Veiled{Text: text, Name: c.Label + " de " + name, Href: c.Reveal(row)}
}

// cell returns the content of one value of a row with the name.
func (c *Column[Row]) cell(row *Row, name string, state *State) table.Cell {
	cell := table.Cell{Right: c.Right, Strong: c.Strong, Place: c.Place, Edits: c.Field != "", HidesBelow: c.HidesBelow}
	if c.PlaceOf != nil {
		cell.Place = c.PlaceOf(row, state.Now)
	}
	if c.Cell != nil {
		cell.Content = c.Cell(row, state.Now)
	}
	if state.By.Hides(c.Private) {
		cell.Content = c.veiled(row, name)
	}
	if c.Tags != nil {
		cell.Content = ui.TagsOf(c.Tags(row), state.Tags.Color)
	}
	if cell.Content == nil {
		cell.Text = c.Text(row)
	}
	return cell
}

func (l *Lead[Row]) cell(row *Row) table.LeadCell {
	cell := table.LeadCell{Text: l.Text(row)}
	if l.Href != nil {
		cell.Href = l.Href(row)
	}
	if l.HasInitials {
		cell.Initials = fmtbr.Initials(cell.Text)
	}
	if l.Note != nil {
		cell.Text += l.Note(row)
	}
	if l.Mark != nil {
		cell.Mark = l.Mark(row)
	}
	return cell
}

// FileColumns returns the shown columns for a file.
func (d Definition[Row, Input]) FileColumns(chosen []string, zone *time.Location) []exports.Column[Row] {
	columns := []exports.Column[Row]{{Name: d.Lead.Label, Value: func(row Row) string { return d.Lead.Text(&row) }}}
	for _, column := range d.shown(chosen) {
		columns = append(columns, exports.Column[Row]{Name: column.Label, Kind: column.Kind, Value: func(row Row) string {
			if column.Value != nil {
				return column.Value(&row, zone)
			}
			return column.Text(&row)
		}})
	}
	return columns
}
