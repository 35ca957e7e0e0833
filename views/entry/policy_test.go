package entry

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/platform/password"
	"acolhe/models/types/errs"
)

// The list beside the field checks the rules of the server, one by one.
func TestPolicy_Checklist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.StringMatching(`[a-dA-DáÁçÇ0-3 !#_-]{0,12}`).Draw(t, "password")
		open := 0
		for _, rule := range policy() {
			if !regexp.MustCompile(rule.Pattern).MatchString(plain) {
				open++
			}
		}
		if refused := errs.FieldsOf(password.Check(plain, "password")); len(refused) != open {
			t.Fatalf("%q: %d rules are open and the server says %v", plain, open, refused)
		}
	})
}
