package booking

import (
	"slices"

	"acolhe/models/bookings"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/agenda/hours"
)

// maxDays is the number of columns of the grid beside the form.
const maxDays = 6

// isNew reports whether a block is a service of the form, which is not stored yet.
func isNew(block hours.Block) bool { return block.ID < 0 }

// days returns a column for each professional of the form and day.
func (b Booking) days() []hours.Column {
	var columns []hours.Column
	for i, row := range b.Rows {
		isShown := slices.ContainsFunc(columns, func(c hours.Column) bool { return c.Professional.ID == row.Professional.ID && c.Day.Equal(row.Day) })
		if row.Day.IsZero() || isShown || len(columns) == maxDays {
			continue
		}
		grid := b.grid(i)
		columns = append(columns, hours.Column{Professional: row.Professional, Day: row.Day, Row: i,
			Blocks: grid.BlocksOf(row.Professional, row.Day), Free: grid.Calendar.Free(row.Professional, row.Day, b.Now)})
	}
	return hours.Clipped(columns)
}

// grid returns the day of a row with the services of the form.
func (b Booking) grid(row int) hours.Grid {
	shown := b.Rows[row].Calendar
	for i, other := range b.Rows {
		if other.At != nil && other.Professional.ID == b.Rows[row].Professional.ID {
			shown = shown.With(bookings.Placed{ID: int64(-1 - i), ProfessionalID: other.Professional.ID, ConsultationDate: *other.At,
				AssociateName: b.person()})
		}
	}
	return hours.Grid{Calendar: shown, Now: b.Now, CanCreate: true}
}

// person returns the name of the person whom the booking is for.
func (b Booking) person() string {
	for _, patient := range b.Patients {
		if patient.UserCode.String() == b.Typed.Or("patient_user_code", "") {
			return patient.FullName()
		}
	}
	return b.Associate.FullName()
}

// dayNote is the day of a column and the number of its free times.
func (b Booking) dayNote(c hours.Column) string {
	return fmtbr.Join(" · ", fmtbr.ShortWeekday(c.Day, c.Day.Location())+" "+fmtbr.DayMonth(c.Day, c.Day.Location()), c.FreeNote())
}
