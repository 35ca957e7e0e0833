package kind

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// now begins a moment relative to the request: $NOW, $NOW(-1 day), $NOW(+2 weeks).
const now = "$NOW"

// maxDistance bounds the number in $NOW(…).
const maxDistance = 1_000_000

var distance = regexp.MustCompile(`^\(\s*([+-]?)\s*(\d{1,7})\s*([a-z]+)\s*\)$`)

var errRelative = errors.New("not a relative moment")

// relative reads $NOW and its distance from the given moment.
func (r Reader) relative(text string, from time.Time) (time.Time, error) {
	rest := strings.TrimPrefix(text, now)
	if rest == "" {
		return from, nil
	}
	parts := distance.FindStringSubmatch(strings.ToLower(rest))
	if parts == nil {
		return from, errRelative
	}
	count, err := strconv.Atoi(parts[2])
	if err != nil || count > maxDistance {
		return from, errRelative
	}
	if parts[1] == "-" {
		count = -count
	}
	moment, known := moved(from, count, parts[3])
	if !known || moment.Year() < 1 || moment.Year() > 9999 {
		return from, errRelative
	}
	return moment, nil
}

// moved goes some units from a moment. Days and longer keep the clock time.
func moved(from time.Time, count int, unit string) (time.Time, bool) {
	if len(unit) > 1 && unit != "ms" {
		unit = strings.TrimSuffix(unit, "s")
	}
	switch unit {
	case "year", "y":
		return moveMonths(from, 12*count), true
	case "month", "mo":
		return moveMonths(from, count), true
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

// moveMonths ends on the last day of a month that is too short: a month after 31 January is
// 28 February, and not 3 March as time.AddDate has it.
func moveMonths(from time.Time, months int) time.Time {
	moment := from.AddDate(0, months, 0)
	if moment.Day() != from.Day() {
		return moment.AddDate(0, 0, -moment.Day())
	}
	return moment
}
