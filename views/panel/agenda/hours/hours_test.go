package hours

import (
	"strings"
	"testing"
)

func TestArrange_Lanes(t *testing.T) {
	for name, c := range map[string]struct {
		spans []Span
		want  string
	}{
		"one after the other":   {[]Span{{540, 600}, {600, 660}}, "h9 m0 t1 u0|h10 m0 t1 u0"},
		"two beside each other": {[]Span{{540, 600}, {570, 630}, {630, 690}}, "h9 m0 t1 u0 of2 at0|h9 m6 t1 u0 of2 at1|h10 m6 t1 u0"},
		"a lane is used again":  {[]Span{{540, 660}, {540, 570}, {575, 600}}, "h9 m0 t2 u0 of2 at0|h9 m0 t0 u6 of2 at1|h9 m7 t0 u5 of2 at1"},
		"short ones are drawn":  {[]Span{{540, 545}, {550, 555}}, "h9 m0 t0 u4 of2 at0|h9 m2 t0 u4 of2 at1"},
		"the last of the day":   {[]Span{{1430, 1440}}, "h23 m8 t0 u4"},
		"more than fit": {[]Span{{0, 60}, {0, 60}, {0, 60}, {0, 60}, {0, 60}, {0, 60}, {0, 60}},
			"h0 m0 t1 u0 of6 at0|h0 m0 t1 u0 of6 at1|h0 m0 t1 u0 of6 at2|h0 m0 t1 u0 of6 at3|h0 m0 t1 u0 of6 at4|h0 m0 t1 u0 of6 at5|h0 m0 t1 u0 of6 at5"},
		"minutes between the rows": {[]Span{{543, 598}}, "h9 m0 t1 u0"},
	} {
		blocks := make([]Block, len(c.spans))
		for i, s := range c.spans {
			blocks[i].Span = s.drawn()
		}
		arrange(blocks)
		var classes []string
		for _, block := range blocks {
			classes = append(classes, block.Classes())
		}
		if got := strings.Join(classes, "|"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
