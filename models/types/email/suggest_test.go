package email

import "testing"

func TestSuggest(t *testing.T) {
	for typed, want := range map[string]string{
		"maria@gmial.com": "maria@gmail.com", "maria@gmai.com": "maria@gmail.com", "maria@gmaill.com": "maria@gmail.com",
		"maria@gmeil.com": "maria@gmail.com",
		"maria@gmail.con": "maria@gmail.com", "ana@hotmial.com": "ana@hotmail.com", "ana@yaho.com.br": "ana@yahoo.com.br",
		"ana@outlok.com":        "ana@outlook.com",
		"sandra@exemplo.ogr.br": "sandra@exemplo.org.br", "sandra@exemplo.com.bt": "sandra@exemplo.com.br",
		"maria@gmail.com": "", "maria@yahoo.com": "", "maria@yahoo.com.br": "", "maria@exemplo.org.br": "", "maria": "", "": "",
		"maria@empresa.com.br": "",
	} {
		if got := Suggest(typed); got != want {
			t.Errorf("%q suggests %q, want %q", typed, got, want)
		}
	}
}
