package version

import (
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Time{"1795730359": time.Unix(1795730359, 0), "": {}, "0": {}, "ontem": {}} {
		if got := parse(text); !got.Equal(want) {
			t.Errorf("%q is %v", text, got)
		}
	}
}
