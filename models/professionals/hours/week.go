// Package hours holds the hours in which a professional attends, by weekday, as people write them.
package hours

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
	Monday    Spans `json:"mon,omitempty" form:"mon"`
	Tuesday   Spans `json:"tue,omitempty" form:"tue"`
	Wednesday Spans `json:"wed,omitempty" form:"wed"`
	Thursday  Spans `json:"thu,omitempty" form:"thu"`
	Friday    Spans `json:"fri,omitempty" form:"fri"`
	Saturday  Spans `json:"sat,omitempty" form:"sat"`
	Sunday    Spans `json:"sun,omitempty" form:"sun"`
}

// On returns the hours of a weekday.
func (w Week) On(day time.Weekday) Spans {
	return [...]Spans{w.Sunday, w.Monday, w.Tuesday, w.Wednesday, w.Thursday, w.Friday, w.Saturday}[day]
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

// Spans are the hours of a day, in order and without overlap.
type Spans []Span

// Span is a span of a day in minutes since midnight, [From, To).
type Span struct{ From, To int }

// maxSpans is the number of spans of a day.
const maxSpans = 12

// typedSpan matches one span: 8-12, 08:00 às 12:30, 13h–18h.
var typedSpan = regexp.MustCompile(`^(\d{1,2})(?:[:h](\d{2})?)?\s*(?:-|–|às|as|a)\s*(\d{1,2})(?:[:h](\d{2})?)?$`)

var errHours = errors.New("informe horários como 08:00-12:00, 13:00-18:00")

// UnmarshalText reads hours as people type them: spans separated by commas, semicolons or "e".
func (h *Spans) UnmarshalText(text []byte) error {
	parsed := Spans{}
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(string(text), " e ", ","), func(r rune) bool { return r == ',' || r == ';' }) {
		match := typedSpan.FindStringSubmatch(strings.TrimSpace(part))
		if match == nil {
			return errHours
		}
		span := Span{minutesOf(match[1], match[2]), minutesOf(match[3], match[4])}
		if span.From >= span.To || span.To > 24*60 {
			return errHours
		}
		parsed = append(parsed, span)
	}
	slices.SortFunc(parsed, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
	for i := 1; i < len(parsed); i++ {
		if parsed[i].From < parsed[i-1].To {
			return errors.New("os horários se sobrepõem")
		}
	}
	if len(parsed) > maxSpans {
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
func (h Spans) MarshalText() ([]byte, error) { return []byte(h.Typed()), nil }

// Typed returns the hours for people: 08:00-12:00, 13:00-18:00; empty without any.
func (h Spans) Typed() string {
	spans := make([]string, len(h))
	for i, span := range h {
		spans[i] = fmt.Sprintf("%02d:%02d-%02d:%02d", span.From/60, span.From%60, span.To/60, span.To%60)
	}
	return strings.Join(spans, ", ")
}
