package cells

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// hours matches a time of day: 14:30, 14h30, 14h, 9.
var hours = regexp.MustCompile(`^(\d{1,2})(?:\s*[:hH.]\s*(\d{2})?)?(?::\d{2})?\s*(?:min|hs|h)?$`)

// clockWithin finds the time of day behind a date.
var clockWithin = regexp.MustCompile(`[T\s]+(?:(?:às|as)\s+)?(\d{1,2}[:hH]\d{0,2}(?::\d{2})?)\s*$`)

// ParseClock reads a time of day, also as the part of a day that Excel keeps. ok is false for one that does not exist.
func ParseClock(cell string) (clock string, ok bool) {
	cell = strings.TrimSpace(cell)
	if strings.HasPrefix(cell, "0.") || strings.HasPrefix(cell, "0,") {
		part, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
		if err != nil {
			return "", false
		}
		return time.Time{}.Add(time.Duration(part * 24 * float64(time.Hour)).Round(time.Minute)).Format("15:04"), true
	}
	match := hours.FindStringSubmatch(cell)
	if match == nil {
		return "", false
	}
	hour, minute := number(match[1]), number(match[2])
	if hour > 23 || minute > 59 {
		return "", false
	}
	return fmt.Sprintf("%02d:%02d", hour, minute), true
}

// moment reads a day with or without a time of day.
func (r *Record) moment(in reading, cell string) {
	match := clockWithin.FindStringSubmatchIndex(cell)
	whole, part, hasPart := strings.Cut(cell, ".")
	switch {
	case match != nil:
		if clock, ok := ParseClock(cell[match[2]:match[3]]); ok && clock != "00:00" && r.Values["time"] == "" {
			r.Values["time"] = clock
		}
		cell = cell[:match[0]]
	case hasPart && serial.MatchString(cell):
		if clock, ok := ParseClock("0." + part); ok && r.Values["time"] == "" {
			r.Values["time"] = clock
		}
		cell = whole
	}
	r.date(in, cell)
}

func (r *Record) clock(in reading, cell string) {
	clock, ok := ParseClock(cell)
	if !ok {
		r.problem("time_wrong", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = clock
}
