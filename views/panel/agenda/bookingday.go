package agenda

import (
	"slices"

	"acolhe/models/bookings"
	"acolhe/models/types/fmtbr"
)

// maxDays is the number of columns of the grid beside the form.
const maxDays = 6

// isNew reports whether a block is a service of the form, which is not stored yet.
func (b placedBlock) isNew() bool { return b.ID < 0 }

// days returns a column for each professional of the form and day.
func (b Booking) days() []column {
	var columns []column
	for i, row := range b.Rows {
		isShown := slices.ContainsFunc(columns, func(c column) bool { return c.professional.ID == row.Professional.ID && c.day.Equal(row.Day) })
		if row.Day.IsZero() || isShown || len(columns) == maxDays {
			continue
		}
		data := b.calendar(i)
		columns = append(columns, column{professional: row.Professional, day: row.Day, row: i,
			blocks: data.blocksOf(row.Professional, row.Day), free: data.freeOn(row.Professional, row.Day)})
	}
	return clipped(columns)
}

// calendar returns the day of a row with the services of the form.
func (b Booking) calendar(row int) CalendarData {
	shown := b.Rows[row].Calendar
	for i, other := range b.Rows {
		if other.At != nil && other.Professional.ID == b.Rows[row].Professional.ID {
			shown = shown.With(bookings.Placed{ID: int64(-1 - i), ProfessionalID: other.Professional.ID, ConsultationDate: *other.At,
				AssociateName: b.person()})
		}
	}
	return CalendarData{Calendar: shown, Now: b.Now, CanCreate: true}
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
func (b Booking) dayNote(c column) string {
	return fmtbr.Join(" · ", fmtbr.ShortWeekday(c.day, c.day.Location())+" "+fmtbr.DayMonth(c.day, c.day.Location()), freeNote(c))
}
