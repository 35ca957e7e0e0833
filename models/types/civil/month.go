package civil

import (
	"database/sql/driver"
	"errors"
	"time"
)

// Month is a calendar month without a time zone. The zero value is January of the year 1.
type Month struct{ first time.Time }

// ErrNotMonth is returned for a text that is not a month; its text is for people.
var ErrNotMonth = errors.New("deve ser um mês, como 2026-11")

// ParseMonth parses YYYY-MM, between the years 2000 and 2100.
func ParseMonth(text string) (Month, error) {
	first, err := time.Parse("2006-01", text)
	if err != nil || first.Year() < 2000 || first.Year() > 2100 {
		return Month{}, ErrNotMonth
	}
	return Month{first}, nil
}

// MonthOf returns the month of a time in its own zone.
func MonthOf(moment time.Time) Month {
	return Month{time.Date(moment.Year(), moment.Month(), 1, 0, 0, 0, 0, time.UTC)}
}

// Add returns the month that is so many months later, or earlier if the number is negative.
func (m Month) Add(months int) Month { return Month{m.first.AddDate(0, months, 0)} }

// In returns the time of the month in a zone.
func (m Month) In(zone *time.Location) Span {
	from := time.Date(m.first.Year(), m.first.Month(), 1, 0, 0, 0, 0, zone)
	return Span{From: from, To: from.AddDate(0, 1, 0)}
}

// String returns the wire form, YYYY-MM.
func (m Month) String() string { return m.first.Format("2006-01") }

// Scan reads a date column.
func (m *Month) Scan(value any) error {
	day, ok := value.(time.Time)
	if !ok {
		return ErrNotMonth
	}
	*m = MonthOf(day)
	return nil
}

// Value writes a date column.
func (m Month) Value() (driver.Value, error) { return m.first.Format(time.DateOnly), nil }

// GormDataType returns the column type, so that GORM treats the month as a single value.
func (Month) GormDataType() string { return "date" }
