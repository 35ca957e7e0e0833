package page

import (
	"slices"
	"strings"
	"testing"
)

func TestSearchTerms(t *testing.T) {
	for typed, want := range map[string][]string{
		"": {}, " \t": {}, "---": {}, "% _ \\ 🌿 \u200b ʼ —": {}, "ana - %": {"ana"}, "\u200ba\u00adna\u202e": {"ana"},
		"o'neil nº 3 ª ½": {"o'neil", "nº", "3", "ª", "½"}, " ana  de\u00a0souza ": {"ana", "de", "souza"},
		strings.Repeat("a ", 50): slices.Repeat([]string{"a"}, 10),
		strings.Repeat("á", 300): {strings.Repeat("á", 200)}, strings.Repeat("á", 199) + " b c": {strings.Repeat("á", 199)},
	} {
		if got := SearchTerms(typed); !slices.Equal(got, want) {
			t.Errorf("%.40q has the terms %q, want %q", typed, got, want)
		}
	}
}

// A search without a letter or digit is not a blank search.
func TestHasNoTerms(t *testing.T) {
	for typed, want := range map[string]bool{"": false, " \t": false, "a": false, "- a": false, "1": false, "-": true, " % _ ": true,
		"\u200b": true, "🌿": true, "\x00": false, "\xff": false, "ʼ": true, "\u0303": true} {
		if HasNoTerms(typed) != want {
			t.Errorf("HasNoTerms(%q) = %v", typed, !want)
		}
	}
}
