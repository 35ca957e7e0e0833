package filename_test

import (
	"strings"
	"testing"

	"acolhe/models/files/filename"
	"acolhe/models/platform/media"
)

func TestClean(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("á", 300)
	for sent, want := range map[string]string{
		"receita.pdf": "receita.pdf", "": "arquivo.pdf", "...": "arquivo.pdf", ".pdf": "arquivo.pdf", "../../etc/passwd": "passwd.pdf",
		`C:\fotos\rg.PDF`: "rg.pdf", "foto.pdf.exe": "foto.pdf", "a\u202egpj.pdf": "agpj.pdf", "a\x00b\r\nc.pdf": "abc.pdf",
		"laudo v1.2 final": "laudo v1.2 final.pdf", long: strings.Repeat("á", 251) + ".pdf", "  x .pdf ": "x.pdf", "a\xff.pdf": "a.pdf",
	} {
		if got := filename.Clean(sent, media.PDF); got != want {
			t.Errorf("%q is %q, want %q", sent, got, want)
		}
	}
	if got := filename.Clean("foto.JPEG", media.JPEG); got != "foto.jpeg" {
		t.Errorf("a JPEG is %q", got)
	}
}
