// Package civil defines a calendar date without time and zone, so that a birth date is the same day everywhere. It
// reads and writes the forms of JSON, HTML forms and date columns.
package civil

import (
	"database/sql/driver"
	"errors"
	"time"
)

// Date is a calendar date. The zero value is 0001-01-01, which no column accepts.
type Date struct{ day time.Time }

// ErrNotDate is returned for a text that is not a date; its text is for people.
var ErrNotDate = errors.New("deve ser uma data, como 1985-03-14")

// TypedProblem is what people read who typed something else than a date.
const TypedProblem = "Confira a data. Escreva dia, mês e ano, como 14/03/1985."

// typedError is a text that people typed and that is no date; its text is a sentence for them.
type typedError struct{}

func (typedError) Error() string { return TypedProblem }

// MustParse is Parse for literals in code and tests; it panics if the text is invalid.
func MustParse(text string) Date {
	date, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return date
}

// Of returns the date of a time in its own zone.
func Of(moment time.Time) Date {
	year, month, day := moment.Date()
	return Date{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// IsDay reports whether the text is a date in the form of query parameters, YYYY-MM-DD.
func IsDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// IsDayOf is IsDay for a date of these years, both included.
func IsDayOf(text string, firstYear, lastYear int) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && day.Year() >= firstYear && day.Year() <= lastYear
}

// Midnight returns the start of a YYYY-MM-DD day in a zone, or the zero time for any other text.
func Midnight(day string, zone *time.Location) time.Time {
	start, err := time.ParseInLocation(time.DateOnly, day, zone)
	if err != nil {
		return time.Time{}
	}
	return start
}

// Before reports whether the date is before the other one.
func (d Date) Before(other Date) bool { return d.day.Before(other.day) }

// Add returns the date that many years, months and days later; 31 January and one month is 2 or 3 March.
func (d Date) Add(years, months, days int) Date { return Date{d.day.AddDate(years, months, days)} }

// In returns the start of the date in a zone.
func (d Date) In(zone *time.Location) time.Time {
	return time.Date(d.day.Year(), d.day.Month(), d.day.Day(), 0, 0, 0, 0, zone)
}

// DaysUntil returns the number of days until the other date.
func (d Date) DaysUntil(other Date) int { return int(other.day.Sub(d.day) / (24 * time.Hour)) }

// YearsUntil returns the whole years until the other date: an age. With a birth date of 29
// February the age increases on 1 March in common years.
func (d Date) YearsUntil(other Date) int {
	years := other.day.Year() - d.day.Year()
	if d.day.AddDate(years, 0, 0).After(other.day) {
		years--
	}
	return years
}

// String returns the wire form, YYYY-MM-DD.
func (d Date) String() string { return d.day.Format(time.DateOnly) }

// Shown returns the form for people, DD/MM/YYYY.
func (d Date) Shown() string { return d.day.Format("02/01/2006") }

// MarshalText writes the wire form.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText accepts the forms of Parse, as people type them.
func (d *Date) UnmarshalText(text []byte) error {
	date, err := Parse(string(text))
	if err != nil {
		return typedError{}
	}
	*d = date
	return nil
}

// UnmarshalJSON accepts only YYYY-MM-DD.
func (d *Date) UnmarshalJSON(raw []byte) error {
	day, err := time.Parse(`"`+time.DateOnly+`"`, string(raw))
	if err != nil {
		return ErrNotDate
	}
	*d = Date{day}
	return nil
}

// Scan reads a date column.
func (d *Date) Scan(value any) error {
	day, ok := value.(time.Time)
	if !ok {
		return ErrNotDate
	}
	*d = Of(day)
	return nil
}

// Value writes a date column.
func (d Date) Value() (driver.Value, error) { return d.String(), nil }
