package reports

import "acolhe/models/reports"

// A report of more than WholeRows rows is folded: it shows FirstRows rows of one group, MoreRows of one that is opened.
const (
	WholeRows = 200
	FirstRows = 8
	MoreRows  = 60
)

// IsFolded reports whether the report has too many rows for a page.
func (d Data) IsFolded() bool { return d.total() > WholeRows }

// Open chooses the group whose rows a folded report shows: that of the address, of the thread, or the first with
// something to check.
func (d *Data) Open() {
	d.Limit = MoreRows
	if d.Filter.Group == 0 {
		d.Filter.Group = d.Thread.ProfessionalID
	}
	if d.Filter.Group != 0 {
		return
	}
	d.Limit = FirstRows
	for _, group := range d.groups() {
		if group.approved() < group.count && !group.isClosed() {
			d.Filter.Group = group.Professional.ID
			return
		}
	}
}

// Fragments are the parts that replace those of the open page.
func (d Data) Fragments() []any {
	switch {
	case d.Filter.From > 0:
		return []any{rowsID(d.Filter.Group)}
	case d.Limit != FirstRows && d.Filter.Group != 0:
		return []any{group{Group: reports.Group{Professional: reports.Professional{ID: d.Filter.Group}}}.id()}
	}
	return []any{Tabs, Results}
}

// total is the number of rows in the tab.
func (d Data) total() int {
	count, _ := d.Part.Sum(reports.All)
	return count
}
