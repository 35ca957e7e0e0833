package entry

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/platform/password"
	"acolhe/models/types/errs"
	"acolhe/static"
	"acolhe/views/ui/control"
)

// The list beside the field checks the rules of the server, one by one.
func TestPolicy_Checklist(t *testing.T) {
	const owner = "Dada Abc Abcda"
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.StringMatching(`[a-dA-DáÁçÇ0-3 !#_-]{0,12}`).Draw(t, "password")
		open := 0
		for _, rule := range policy(password.Policy{}.Words(owner)) {
			if !meets(rule, plain) {
				open++
			}
		}
		if refused := errs.FieldsOf(password.Policy{}.CheckOperator(plain, "password", owner)); len(refused) != open {
			t.Fatalf("%q: %d rules are open and the server says %v", plain, open, refused)
		}
	})
}

// meets reports what x-senha.js shows for a rule.
func meets(rule control.Rule, plain string) bool {
	words := nonLetters.Split(unaccented(plain), -1)
	folded := nonAlphanumerics.ReplaceAllString(unaccented(plain), "")
	whole := "_" + strings.Join(slices.DeleteFunc(slices.Clone(words), isEmpty), "_") + "_" + strings.Join(words, "") + "_"
	for _, word := range rule.Avoided {
		if strings.Contains(folded, word) || strings.Contains(whole, word) {
			return false
		}
	}
	if rule.List != "" {
		listed := strings.Split(string(static.Content(password.CommonList)), "\n")
		return folded == "" || !slices.Contains(listed, folded) && !slices.Contains(listed, strings.Join(words, "")+"*")
	}
	return regexp.MustCompile(rule.Pattern).MatchString(plain)
}

func isEmpty(word string) bool { return word == "" }

var (
	nonLetters       = regexp.MustCompile(`[^a-z]+`)
	nonAlphanumerics = regexp.MustCompile(`[^a-z0-9]`)
)

// unaccented returns a drawn text in lower case and without accents.
func unaccented(text string) string {
	return strings.NewReplacer("á", "a", "ç", "c").Replace(strings.ToLower(text))
}
