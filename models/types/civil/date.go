// Package civil is a day of the calendar, without a clock time and without a zone: a birth
// date is the same day wherever it is read.
package civil

import (
	"database/sql/driver"
	"errors"
	"strings"
	"time"
)

// Date is a day. The zero value is 0001-01-01, which no column of ours takes.
type Date struct{ day time.Time }

// ErrNotDate is the sentence a wrong date is refused with.
var ErrNotDate = errors.New("deve ser uma data, como 1985-03-14")

// Parse reads YYYY-MM-DD, and the DD/MM/YYYY that a Brazilian types.
func Parse(text string) (Date, error) {
	for _, form := range []string{time.DateOnly, "02/01/2006"} {
		if day, err := time.Parse(form, strings.TrimSpace(text)); err == nil {
			return Date{day}, nil
		}
	}
	return Date{}, ErrNotDate
}

// MustParse is Parse for literals in code and tests; it panics on a wrong one.
func MustParse(text string) Date {
	date, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return date
}

// Of returns the day of a moment in the moment's own zone.
func Of(moment time.Time) Date {
	year, month, day := moment.Date()
	return Date{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// IsDay tells a text that is a day as lists are asked for it, YYYY-MM-DD.
func IsDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// Midnight is when a day that IsDay begins in a zone; of any other text it is the zero time.
func Midnight(day string, zone *time.Location) time.Time {
	start, err := time.ParseInLocation(time.DateOnly, day, zone)
	if err != nil {
		return time.Time{}
	}
	return start
}

// Before reports whether the day lies before the other one.
func (d Date) Before(other Date) bool { return d.day.Before(other.day) }

// YearsUntil counts the whole years to the other day: an age. Who was born on 29 February
// grows older on 1 March of common years.
func (d Date) YearsUntil(other Date) int {
	years := other.day.Year() - d.day.Year()
	if d.day.AddDate(years, 0, 0).After(other.day) {
		years--
	}
	return years
}

// String returns the wire form, YYYY-MM-DD.
func (d Date) String() string { return d.day.Format(time.DateOnly) }

// Shown returns the day as Brazilians write it: DD/MM/YYYY.
func (d Date) Shown() string { return d.day.Format("02/01/2006") }

// MarshalText writes the wire form.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes what Parse takes, from a form.
func (d *Date) UnmarshalText(text []byte) error {
	date, err := Parse(string(text))
	if err != nil {
		return err
	}
	*d = date
	return nil
}

// UnmarshalJSON takes YYYY-MM-DD alone.
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
