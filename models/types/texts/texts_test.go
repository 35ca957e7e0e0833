package texts_test

import (
	"strings"
	"testing"

	"acolhe/models/types/texts"
)

// Characters count, not bytes.
func TestFits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": true, "ação": true, "açãos": false, "🌿🌿🌿🌿": true, strings.Repeat("x", 5): false} {
		if texts.Fits(text, 4) != want {
			t.Errorf("%q fits into 4: %v", text, !want)
		}
	}
}

// A text is cut between characters, never inside one, and Shorten marks the cut.
func TestTruncateAndShorten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, start, shortened string }{
		{"", "", ""}, {"ação", "ação", "ação"}, {"ações", "açõe", "açõe…"}, {"🌿🌿🌿🌿🌿", "🌿🌿🌿🌿", "🌿🌿🌿🌿…"},
	} {
		if start, shortened := texts.Truncate(c.text, 4), texts.Shorten(c.text, 4); start != c.start || shortened != c.shortened {
			t.Errorf("%q is cut to %q and shortened to %q", c.text, start, shortened)
		}
	}
}

func TestOptional(t *testing.T) {
	t.Parallel()
	if texts.Optional("") != nil || *texts.Optional(" ") != " " || texts.Of[string](nil) != "" || texts.Of(texts.Optional("x")) != "x" {
		t.Error("an empty text and none are not the same, or another one is lost")
	}
	kept, blank := texts.Optional(" a "), texts.Optional(" \t\n")
	var none *string
	texts.NilIfBlank(&kept, &blank, &none)
	if *kept != " a " || blank != nil || none != nil {
		t.Errorf("left are %v, %v and %v", kept, blank, none)
	}
}
