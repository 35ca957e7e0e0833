package pdf

import (
	"strings"
	"unicode"

	"github.com/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"acolhe/static"
)

// face is the typeface of a document: Inter, embedded with the used letters, or Helvetica in a program built without
// the browser assets.
type face struct {
	family string
	// has reports whether the typeface can draw a letter.
	has func(r rune) bool
	// coded encodes a text for fpdf; the typeface must have all of its letters.
	coded func(text string) string
	// split breaks an encoded text into lines.
	split func(coded string, width float64) []string
	// load makes a style ready: "", B, I or BI.
	load func(style string)
}

// italics are the files of the styles that are loaded when they are used.
var italics = map[string]string{"I": "paper-italic.ttf", "BI": "paper-bold-italic.ttf"}

func newFace(pdf *fpdf.Fpdf) face {
	plain, bold := static.Content("paper.ttf"), static.Content("paper-bold.ttf")
	if plain == nil || bold == nil {
		return helvetica(pdf)
	}
	pdf.AddUTF8FontFromBytes("Inter", "", plain)
	pdf.AddUTF8FontFromBytes("Inter", "B", bold)
	// Few documents have italics, and a typeface takes milliseconds to load; loading it again does nothing.
	load := func(style string) {
		if name := italics[style]; name != "" {
			pdf.AddUTF8FontFromBytes("Inter", style, static.Content(name))
		}
	}
	return face{family: "Inter", has: isWestern, coded: strings.Clone, split: pdf.SplitText, load: load}
}

// helvetica is built into every PDF reader, with the letters of Windows-1252.
func helvetica(pdf *fpdf.Fpdf) face {
	split := func(coded string, width float64) []string {
		var lines []string
		for _, line := range pdf.SplitLines([]byte(coded), width) {
			lines = append(lines, string(line))
		}
		return lines
	}
	coded := func(text string) string {
		var bytes strings.Builder
		for _, r := range text {
			known, _ := charmap.Windows1252.EncodeRune(r)
			bytes.WriteByte(known)
		}
		return bytes.String()
	}
	return face{family: "Helvetica", has: isWindows1252, coded: coded, split: split, load: func(string) {}}
}

func isWindows1252(r rune) bool {
	_, known := charmap.Windows1252.EncodeRune(r)
	return known
}

// isWestern reports whether Inter has a letter: those of the Latin languages of Europe, and the signs of Windows-1252.
func isWestern(r rune) bool { return r <= 0x17f || r == '−' || isWindows1252(r) }

// replacements are for letters and signs that a typeface may lack and that have no accent to remove.
var replacements = strings.NewReplacer("−", "-", "Ł", "L", "ł", "l", "Đ", "D", "đ", "d", "ı", "i", "Ħ", "H", "ħ", "h")

// spaces replaces characters that look like others in every typeface.
var spaces = strings.NewReplacer("‑", "-", "\u202f", "\u00a0", "\t", " ", "№", "nº")

// encode returns the encoding of a text for fpdf. A letter that the typeface lacks loses its accent or becomes a
// question mark; control characters are removed, except line breaks.
func (f face) encode(words string) string {
	var text strings.Builder
	for _, r := range norm.NFC.String(spaces.Replace(words)) {
		switch {
		case r != '\n' && unicode.IsControl(r) || unicode.In(r, unicode.Mn, unicode.Cf):
		case f.has(r):
			text.WriteRune(r)
		default:
			text.WriteString(f.withoutAccents(r))
		}
	}
	return f.coded(text.String())
}

// withoutAccents returns a letter without accents, as far as it has a decomposition.
func (f face) withoutAccents(r rune) string {
	var found strings.Builder
	for _, part := range norm.NFKD.String(replacements.Replace(string(r))) {
		if f.has(part) && !unicode.Is(unicode.Mn, part) {
			found.WriteRune(part)
		}
	}
	if found.Len() == 0 {
		return "?"
	}
	return found.String()
}
