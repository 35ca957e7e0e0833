package professionals

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Week are the hours in which a professional attends, by weekday.
type Week struct {
	Monday    Hours `json:"mon,omitempty" form:"mon"`
	Tuesday   Hours `json:"tue,omitempty" form:"tue"`
	Wednesday Hours `json:"wed,omitempty" form:"wed"`
	Thursday  Hours `json:"thu,omitempty" form:"thu"`
	Friday    Hours `json:"fri,omitempty" form:"fri"`
	Saturday  Hours `json:"sat,omitempty" form:"sat"`
	Sunday    Hours `json:"sun,omitempty" form:"sun"`
}

// On returns the hours of a weekday.
func (w Week) On(day time.Weekday) Hours {
	return [...]Hours{w.Sunday, w.Monday, w.Tuesday, w.Wednesday, w.Thursday, w.Friday, w.Saturday}[day]
}

// IsEmpty reports whether the professional has no hours on any day.
func (w Week) IsEmpty() bool {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if len(w.On(day)) > 0 {
			return false
		}
	}
	return true
}

// Hours are spans of a day, in order and without overlap.
type Hours []HourSpan

// HourSpan is a span of a day in minutes since midnight, [From, To).
type HourSpan struct{ From, To int }

// maxHourSpans is the number of spans of a day.
const maxHourSpans = 12

// hourSpans matches one span: 8-12, 08:00 às 12:30, 13h–18h.
var hourSpans = regexp.MustCompile(`^(\d{1,2})(?:[:h](\d{2})?)?\s*(?:-|–|às|as|a)\s*(\d{1,2})(?:[:h](\d{2})?)?$`)

var errHours = errors.New("informe horários como 08:00-12:00, 13:00-18:00")

// UnmarshalText reads hours as people type them: spans separated by commas, semicolons or "e".
func (h *Hours) UnmarshalText(text []byte) error {
	parsed := Hours{}
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(string(text), " e ", ","), func(r rune) bool { return r == ',' || r == ';' }) {
		match := hourSpans.FindStringSubmatch(strings.TrimSpace(part))
		if match == nil {
			return errHours
		}
		span := HourSpan{minutesOf(match[1], match[2]), minutesOf(match[3], match[4])}
		if span.From >= span.To || span.To > 24*60 {
			return errHours
		}
		parsed = append(parsed, span)
	}
	slices.SortFunc(parsed, func(a, b HourSpan) int { return cmp.Compare(a.From, b.From) })
	for i := 1; i < len(parsed); i++ {
		if parsed[i].From < parsed[i-1].To {
			return errors.New("os horários se sobrepõem")
		}
	}
	if len(parsed) > maxHourSpans {
		return errors.New("tem horários demais")
	}
	*h = parsed
	return nil
}

// minutesOf returns the minutes since midnight; more than a day for minutes beyond 59.
func minutesOf(hours, minutes string) int {
	h, _ := strconv.Atoi(hours)   // digits
	m, _ := strconv.Atoi(minutes) // digits, or empty for 0
	if m >= 60 {
		return 24*60 + m
	}
	return h*60 + m
}

// MarshalText returns the hours in the form that UnmarshalText reads: 08:00-12:00, 13:00-18:00.
func (h Hours) MarshalText() ([]byte, error) { return []byte(h.Typed()), nil }

// Typed returns the hours for people: 08:00-12:00, 13:00-18:00; empty without any.
func (h Hours) Typed() string {
	spans := make([]string, len(h))
	for i, span := range h {
		spans[i] = fmt.Sprintf("%02d:%02d-%02d:%02d", span.From/60, span.From%60, span.To/60, span.To%60)
	}
	return strings.Join(spans, ", ")
}
