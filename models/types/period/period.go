// Package period reads the length of a period before now, such as 30d or 24h.
package period

import (
	"strconv"
	"time"
)

const (
	day     = 24 * time.Hour
	longest = 90 * day
)

// Rule says what a period may be.
const Rule = "deve ser um número de dias ou horas, como 7d ou 24h, até 90 dias"

// Parse reads a period of up to 90 days; an empty one is otherwise. It reports whether the text is a period.
func Parse(text string, otherwise time.Duration) (time.Duration, bool) {
	if text == "" {
		return otherwise, true
	}
	const most = 4 // digits
	unit := map[byte]time.Duration{'d': day, 'h': time.Hour}[text[len(text)-1]]
	number, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	length := time.Duration(number) * unit
	return length, err == nil && len(text)-1 <= most && length > 0 && length <= longest
}
