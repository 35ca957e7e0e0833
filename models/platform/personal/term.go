package personal

import (
	"fmt"
	"slices"
	"time"

	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
)

// Term declares a kind of rows that leave after a time: what leaves, since which event the time runs, why, and the shortest
// time that a law allows. What leaves is erased as the register declares it.
type Term struct {
	// Name is its name in the database, such as "orders".
	Name string
	// Label names the kind, One and Many its rows after a number, in Portuguese.
	Label, One, Many string
	// Table has the rows, When is the SQL condition of those that may leave.
	Table, When string
	// Since is the SQL of the time from which the period runs, Event says what happened then.
	Since, Event string
	// Person is the SQL of the id of users on whom a hold keeps a row; empty if rows are nobody's.
	Person string
	// Who is the SQL of the name of a row, Href the address of its page with %d for the id; empty if it has none.
	Who, Href string
	// Set is the set of the register's conditions that has the ids of rows, so that what belongs to a row leaves with it; with
	// WholePerson the rows are associates, who are erased whole. Else the rows of Table leave alone.
	Set string
	// Codes is the SQL of the codes of the persons whom rows of a table name, for ends over @codes.
	Codes string
	// Files are the tables of files that belong to rows of the set, with the column of the row.
	Files map[string]string
	// End says what happens, Reason why.
	End, Reason string
	// Period is the default, Options are the periods that administrators may choose.
	Period  Period
	Options []Period
	// YearEnd reports a period that runs from the end of the year of Since.
	YearEnd bool
	// Least is the shortest period that a law allows; nil without one.
	Least *Least
	// NoticeDays are the days for which a person is notified before; 0 without notice.
	NoticeDays int
}

// WholePerson is the Set of a term whose rows are associates.
const WholePerson = "person"

// Least is a shortest period, and the law that asks for it.
type Least struct {
	Period Period
	Law    Law
}

// Unit is a unit of periods.
type Unit string

// The units.
const (
	Days   Unit = "days"
	Months Unit = "months"
	Years  Unit = "years"
)

// Period is a number of days, months or years.
type Period struct {
	Count int
	Unit  Unit
}

// String returns the period as forms send it: 12-months.
func (p Period) String() string { return fmt.Sprintf("%d-%s", p.Count, p.Unit) }

// ParsePeriod returns the period of a form.
func ParsePeriod(text string) (p Period, err error) {
	_, err = fmt.Sscanf(text, "%d-%s", &p.Count, &p.Unit)
	if err == nil && (p.Count < 1 || !slices.Contains([]Unit{Days, Months, Years}, p.Unit)) {
		err = fmt.Errorf("no period: %q", text)
	}
	return p, err
}

// Label returns the period for people: 12 meses.
func (p Period) Label() string {
	switch p.Unit {
	case Days:
		return fmtbr.Plural(p.Count, "dia", "dias")
	case Months:
		return fmtbr.Plural(p.Count, "mês", "meses")
	}
	return fmtbr.Plural(p.Count, "ano", "anos")
}

// after returns the day when the period that begins on a day is over.
func (p Period) after(day civil.Date) civil.Date {
	switch p.Unit {
	case Days:
		return day.Add(0, 0, p.Count)
	case Months:
		return day.Add(0, p.Count, 0)
	}
	return day.Add(p.Count, 0, 0)
}

// IsShorter reports whether the period is over before another one that begins on the same day, in any year.
func (p Period) IsShorter(other Period) bool {
	day := civil.MustParse("2026-01-01")
	return p.after(day).Before(other.after(day))
}

// LeavesOn returns the first day when a row whose event was on a day leaves.
func (t Term) LeavesOn(event civil.Date, period Period) civil.Date {
	if !t.YearEnd {
		return period.after(event)
	}
	return period.after(civil.Of(time.Date(event.In(time.UTC).Year()+1, time.January, 1, 0, 0, 0, 0, time.UTC)))
}

// Allows reports whether administrators may choose a period: one of the options that is not shorter than the law's.
func (t Term) Allows(period Period) bool {
	return slices.Contains(t.Options, period) && (t.Least == nil || !period.IsShorter(t.Least.Period))
}

// PeriodLabel returns a period of the term for people.
func (t Term) PeriodLabel(period Period) string {
	if t.YearEnd {
		return period.Label() + " do exercício"
	}
	return period.Label()
}

// Noun names a number of rows.
func (t Term) Noun(count int64) string {
	if count == 1 {
		return t.One
	}
	return t.Many
}
