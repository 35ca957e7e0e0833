package hours_test

import (
	"testing"

	"acolhe/models/professionals/hours"
)

func TestSpans_Typed(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"": "", "8-12": "08:00-12:00", "13:00 - 18:00, 8h-12h": "08:00-12:00, 13:00-18:00",
		"8:30 às 12:00 e 13:00 às 17:45": "08:30-12:00, 13:00-17:45", "20-24": "20:00-24:00",
	} {
		var parsed hours.Spans
		if err := parsed.UnmarshalText([]byte(typed)); err != nil || parsed.Typed() != want {
			t.Errorf("%q is %q (%v), want %q", typed, parsed.Typed(), err, want)
		}
	}
	for _, wrong := range []string{"manhã", "12-8", "8-12, 11-13", "8-25", "8:70-12:00", "-", "8"} {
		var parsed hours.Spans
		if err := parsed.UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is %q", wrong, parsed.Typed())
		}
	}
}
