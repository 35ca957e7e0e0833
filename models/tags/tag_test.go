package tags_test

import (
	"slices"
	"strings"
	"testing"

	"acolhe/models/tags"
	"acolhe/models/types/errs"
)

func TestCheckTags(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		names []string
		wrong int
	}{
		"none": {nil, 0}, "long ones": {[]string{strings.Repeat("ã", tags.MaxLength), "x"}, 0},
		"many":     {slices.Repeat([]string{"x"}, tags.MaxTags), 0},
		"too long": {[]string{strings.Repeat("a", tags.MaxLength+1)}, 1}, "blank": {[]string{" ", ""}, 2},
		"too many": {slices.Repeat([]string{"x"}, tags.MaxTags+1), 1},
	} {
		var p errs.Problems
		tags.CheckTags(&p, "tags", c.names)
		if len(p) != c.wrong || c.wrong > 0 && errs.For(p, "tags") == "" {
			t.Errorf("%s: %v", name, p)
		}
	}
}
