package pieces_test

import (
	"encoding/json"
	"strings"
	"testing"

	"acolhe/models/types/pieces"
)

func TestCount_UnmarshalJSON(t *testing.T) {
	for raw, want := range map[string]string{"0": "0", "2": "2", "2.0": "2", "2e0": "2", "1.250": "1,25", "0.001": "0,001", "9999": "9999",
		"-0": "0", "5e-1": "0,5"} {
		var count pieces.Count
		if err := json.Unmarshal([]byte(raw), &count); err != nil || count.Typed() != want {
			t.Errorf("%s is %s (%v), want %s", raw, count.Typed(), err, want)
		}
		written, err := json.Marshal(count)
		var again pieces.Count
		if err != nil || json.Unmarshal(written, &again) != nil || again != count {
			t.Errorf("%s comes back from %s as %v", raw, written, again)
		}
	}
	for raw, right := range map[string]bool{"0": true, "9999": true, "-0.5": false, "9999.001": false, "10000": false} {
		var count pieces.Count
		if err := json.Unmarshal([]byte(raw), &count); err != nil || (count.Check() == nil) != right {
			t.Errorf("%s: %v, %v", raw, err, count.Check())
		}
	}
	for _, raw := range []string{"1.0001", `"1"`, "true", "1e400", "1e999999999", "1e-999999999"} {
		if err := json.Unmarshal([]byte(raw), new(pieces.Count)); err == nil {
			t.Errorf("%s is accepted", raw)
		}
	}
}

func TestCount_UnmarshalText(t *testing.T) {
	for typed, want := range map[string]string{"2": "2", "1,5": "1,5", "0": "0", "1.5": "", "1.000": "", "x": "", "1,2345": ""} {
		var count pieces.Count
		if err := count.UnmarshalText([]byte(typed)); (err == nil) != (want != "") || err == nil && count.Typed() != want {
			t.Errorf("%q is %s (%v), want %q", typed, count.Typed(), err, want)
		}
	}
	if err := new(pieces.Count).UnmarshalText([]byte("1.5")); err == nil || !strings.Contains(err.Error(), "vírgula") {
		t.Errorf("a point is refused with %v", err)
	}
}
