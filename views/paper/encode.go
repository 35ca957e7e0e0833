package paper

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// likeness writes letters and signs that have no place in Windows-1252, and no mark to leave out.
var likeness = strings.NewReplacer("−", "-", "‑", "-", "\u202f", "\u00a0", "\t", " ",
	"Ł", "L", "ł", "l", "Đ", "D", "đ", "d", "ı", "i", "Ħ", "H", "ħ", "h", "№", "nº")

// encode writes a text in the bytes of the built-in fonts. A letter without a place there loses
// its marks, and what remains unknown is a question mark; control characters go, but for the
// ends of lines.
func encode(words string) string {
	var bytes strings.Builder
	for _, r := range norm.NFC.String(likeness.Replace(words)) {
		if r != '\n' && unicode.IsControl(r) || unicode.In(r, unicode.Mn, unicode.Cf) {
			continue
		}
		if known, ok := charmap.Windows1252.EncodeRune(r); ok {
			bytes.WriteByte(known)
			continue
		}
		bytes.WriteString(unmarked(r))
	}
	return bytes.String()
}

// unmarked writes a letter by what it is made of, as far as that is known.
func unmarked(r rune) string {
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
