package password

import (
	"strings"
	"sync"

	"acolhe/static"
)

// CommonList is the asset with the most common passwords, one a line, which the build takes from an
// npm package, and common Portuguese words with plainWord at the end.
const CommonList = "common-passwords.txt"

// plainWord ends a word that is common with any digits and signs too.
const plainWord = "*"

// common returns the most common passwords; a program built without assets has none.
var common = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for line := range strings.Lines(string(static.Content(CommonList))) {
		if line = strings.TrimSpace(line); !strings.HasSuffix(line, plainWord) {
			line = fold(line)
		}
		known[line] = true
	}
	delete(known, "")
	return known
})

// isCommon reports whether a folded password is a common one, in any case and with any special characters.
func isCommon(folded string) bool { return common()[folded] }
