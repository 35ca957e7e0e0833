package pdf

import (
	"testing"

	"github.com/go-pdf/fpdf"
)

// Without the browser assets a document uses a built-in font and the letters that it has.
func TestHelvetica_Encode(t *testing.T) {
	face := helvetica(fpdf.New("P", "mm", "A4", ""))
	for text, want := range map[string]string{
		"Łukasz Dvořák (ﬁlho) 李 🌿": "Lukasz Dvor\xe1k (filho) ? ?", "−R$\u00a020,00": "-R$\xa020,00", "a\u0301\x01\u200b": "\xe1",
		"№ 3": "n\xba 3",
	} {
		if got := face.encode(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
