package period_test

import (
	"testing"
	"time"

	"acolhe/models/types/period"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{"": time.Hour, "1d": 24 * time.Hour, "90d": 90 * 24 * time.Hour, "24h": 24 * time.Hour} {
		if got, known := period.Parse(text, time.Hour); !known || got != want {
			t.Errorf("%q is %s, %t", text, got, known)
		}
	}
	for _, text := range []string{"d", "7", "-1d", "+1d", "0d", "91d", "2161h", "7 d", "9999999999d", "65536h", "1w", "í", "7D", "7d "} {
		if got, known := period.Parse(text, time.Hour); known {
			t.Errorf("%q is %s", text, got)
		}
	}
}
