package civil

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// pivot is the last year of two digits in this century: 30 is 2030, 31 is 1931.
const pivot = 30

// Parse parses YYYY-MM-DD and what people type in Brazil: day, month and year in this order, with slashes, hyphens, dots,
// spaces or nothing between them, with one or two digits for day and month and two or four for the year. A text without
// signs that can be read as two dates is none.
func Parse(text string) (Date, error) {
	text = strings.TrimSpace(text)
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return Date{day}, nil
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/-.", r) || unicode.IsSpace(r) })
	switch len(parts) {
	case 1:
		return parseDigits(parts[0])
	case 3:
		if len(parts[0]) <= 2 && len(parts[1]) <= 2 {
			return dateOf(parts[0], parts[1], parts[2])
		}
	}
	return Date{}, ErrNotDate
}

// parseDigits parses a date without signs. Six digits are DDMMYY or else DMYYYY, seven either of DMMYYYY and DDMYYYY if the
// other is no date, eight DDMMYYYY.
func parseDigits(digits string) (Date, error) {
	switch len(digits) {
	case 6:
		if date, err := dateOf(digits[:2], digits[2:4], digits[4:]); err == nil {
			return date, nil
		}
		return dateOf(digits[:1], digits[1:2], digits[2:])
	case 7:
		first, notFirst := dateOf(digits[:1], digits[1:3], digits[3:])
		second, notSecond := dateOf(digits[:2], digits[2:3], digits[3:])
		switch {
		case notFirst == nil && notSecond != nil:
			return first, nil
		case notFirst != nil && notSecond == nil:
			return second, nil
		}
		return Date{}, ErrNotDate
	case 8:
		return dateOf(digits[:2], digits[2:4], digits[4:])
	}
	return Date{}, ErrNotDate
}

// dateOf returns the date of its typed parts; ErrNotDate for 31 February.
func dateOf(day, month, year string) (Date, error) {
	if len(year) != 2 && len(year) != 4 || strings.ContainsFunc(day+month+year, func(r rune) bool { return r < '0' || r > '9' }) {
		return Date{}, ErrNotDate
	}
	d, _ := strconv.Atoi(day) // only digits
	m, _ := strconv.Atoi(month)
	y, _ := strconv.Atoi(year)
	if len(year) == 2 {
		y += 1900
		if y <= 1900+pivot {
			y += 100
		}
	}
	date := Date{time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)}
	if date.day.Day() != d || int(date.day.Month()) != m || date.day.Year() != y {
		return Date{}, ErrNotDate
	}
	return date, nil
}
