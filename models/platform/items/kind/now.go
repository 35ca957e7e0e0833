package kind

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// nowPrefix begins a time relative to the request: $NOW, $NOW(-1 day), $NOW(+2 weeks).
const nowPrefix = "$NOW"

// maxOffset is the maximum number in $NOW(…).
const maxOffset = 1_000_000

var offsetPattern = regexp.MustCompile(`^\(\s*([+-]?)\s*(\d{1,7})\s*([a-z]+)\s*\)$`)

var errRelative = errors.New("not a relative time")

// relative reads $NOW with its offset from the given time.
func (r Reader) relative(text string, from time.Time) (time.Time, error) {
	rest := strings.TrimPrefix(text, nowPrefix)
	if rest == "" {
		return from, nil
	}
	parts := offsetPattern.FindStringSubmatch(strings.ToLower(rest))
	if parts == nil {
		return from, errRelative
	}
	count, err := strconv.Atoi(parts[2])
	if err != nil || count > maxOffset {
		return from, errRelative
	}
	if parts[1] == "-" {
		count = -count
	}
	moment, known := addUnits(from, count, parts[3])
	if !known || moment.Year() < 1 || moment.Year() > 9999 {
		return from, errRelative
	}
	return moment, nil
}

// addUnits adds some units to a time. Days and longer units keep the time of day.
func addUnits(from time.Time, count int, unit string) (time.Time, bool) {
	if len(unit) > 1 && unit != "ms" {
		unit = strings.TrimSuffix(unit, "s")
	}
	switch unit {
	case "year", "y":
		return addMonths(from, 12*count), true
	case "month", "mo":
		return addMonths(from, count), true
	case "week", "w":
		return from.AddDate(0, 0, 7*count), true
	case "day", "d":
		return from.AddDate(0, 0, count), true
	case "hour", "hr", "h":
		return from.Add(time.Duration(count) * time.Hour), true
	case "minute", "min", "m":
		return from.Add(time.Duration(count) * time.Minute), true
	case "second", "sec", "s":
		return from.Add(time.Duration(count) * time.Second), true
	}
	return from, false
}

// addMonths ends on the last day of a month that is too short: a month after 31 January is 28
// February, not 3 March as with time.AddDate.
func addMonths(from time.Time, months int) time.Time {
	moment := from.AddDate(0, months, 0)
	if moment.Day() != from.Day() {
		return moment.AddDate(0, 0, -moment.Day())
	}
	return moment
}
