package page

import (
	"slices"
	"strings"
	"testing"
)

func TestASearchIsOfSoManyWords(t *testing.T) {
	for typed, want := range map[string][]string{
		"": {}, " \t": {}, " ana  de\u00a0souza ": {"ana", "de", "souza"}, strings.Repeat("a ", 50): slices.Repeat([]string{"a"}, 10),
		strings.Repeat("á", 300): {strings.Repeat("á", 200)}, strings.Repeat("á", 199) + " b c": {strings.Repeat("á", 199)},
	} {
		if got := Words(typed); !slices.Equal(got, want) {
			t.Errorf("%.40q are the words %q, want %q", typed, got, want)
		}
	}
}
