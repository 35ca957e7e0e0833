package paper

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// replacements are for letters and signs that Windows-1252 lacks and that have no accent to remove.
var replacements = strings.NewReplacer("−", "-", "‑", "-", "\u202f", "\u00a0", "\t", " ",
	"Ł", "L", "ł", "l", "Đ", "D", "đ", "d", "ı", "i", "Ħ", "H", "ħ", "h", "№", "nº")

// encode converts a text to Windows-1252, the encoding of the built-in fonts. A letter missing there loses its
// accent, and one still missing becomes a question mark; control characters are removed, except ends of lines.
func encode(words string) string {
	var bytes strings.Builder
	for _, r := range norm.NFC.String(replacements.Replace(words)) {
		if r != '\n' && unicode.IsControl(r) || unicode.In(r, unicode.Mn, unicode.Cf) {
			continue
		}
		if known, ok := charmap.Windows1252.EncodeRune(r); ok {
			bytes.WriteByte(known)
			continue
		}
		bytes.WriteString(withoutAccents(r))
	}
	return bytes.String()
}

// withoutAccents returns a letter without its accents, as far as it has a decomposition.
func withoutAccents(r rune) string {
	var bytes []byte
	for _, part := range norm.NFKD.String(string(r)) {
		if known, ok := charmap.Windows1252.EncodeRune(part); ok && !unicode.Is(unicode.Mn, part) {
			bytes = append(bytes, known)
		}
	}
	if len(bytes) == 0 {
		return "?"
	}
	return string(bytes)
}
