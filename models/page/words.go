package page

import "strings"

// A search of more than these says nothing more, and each of its words costs a look at every row.
const (
	mostWords      = 10
	mostCharacters = 200
)

// Words splits what somebody typed to search a list: the first ten words of the first two
// hundred characters.
func Words(typed string) []string {
	if characters := []rune(typed); len(characters) > mostCharacters {
		typed = string(characters[:mostCharacters])
	}
	words := strings.Fields(typed)
	return words[:min(len(words), mostWords)]
}
