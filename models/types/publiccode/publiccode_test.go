package publiccode_test

import (
	"testing"

	"acolhe/models/types/publiccode"
)

// A new code is read as it is shown, in small letters and without the sign in the middle too.
func TestParse(t *testing.T) {
	for range 50 {
		code := publiccode.New()
		if got := publiccode.Parse(publiccode.Shown(code)); got != code {
			t.Fatalf("%s is read as %q", publiccode.Shown(code), got)
		}
	}
	for typed, want := range map[string]string{" 7k4m-2qxd": "7K4M2QXD", "7K4M 2QXD": "7K4M2QXD", "7K4M2QXO": "", "7K4M2QX": "", "": "",
		"7K4M2QXDD": "", "çK4M2QX": ""} {
		if got := publiccode.Parse(typed); got != want {
			t.Errorf("%q is read as %q, want %q", typed, got, want)
		}
	}
}
