package email

import (
	"strings"
	"testing"
	"unicode"
)

func TestNormalize(t *testing.T) {
	for text, want := range map[string]string{
		" Ana@Exemplo.ORG.br ": "ana@exemplo.org.br", "a@b": "a@b", "joão@exemplo.br": "joão@exemplo.br",
		"": "", "ana": "", "@b": "", "a@": "", "a@b@c": "", "a b@c": "", "a\x00b@c": "", "a\u200bb@c": "", "a\u202eb@c": "", "a\u00a0b@c": "",
		`"a"@b`: "", "o'neil@b": "", "a“@b": "",
		"<a@b>": "", "a;b@c": "", "a,b@c": "", "a@b?c=d": "", "a\xff@b": "", ".a@b.br": "", "a.@b.br": "", "a..b@c.br": "", "a@.br": "",
		"a@b..br": "", "a@b.br.": "", "a@-b.br": "", "a@b-.br": "", "a@b_c.br": "", "a@[1.2.3.4]": "",
		"a@10.0.0.1": "", "a@b.c/d": "", "a@" + strings.Repeat("x", 64) + ".br": "", strings.Repeat("x", 65) + "@b.br": "", "a@b.com:25": "",
		"a@xn--4ca.br": "a@xn--4ca.br", "a.b@b-c.com.br": "a.b@b-c.com.br",
		"a@ação.br": "a@ação.br", "a+b.c-d_e@b": "a+b.c-d_e@b", strings.Repeat("x", 254) + "@b": "",
	} {
		address, valid := Normalize(text)
		if valid != (want != "") || valid && address != want {
			t.Errorf("%q is %q, %v", text, address, valid)
		}
	}
}

func TestIsNilOrValid(t *testing.T) {
	wrong, right := "ana", " Ana@Exemplo.org.br "
	if !IsNilOrValid(nil) || !IsNilOrValid(&right) || IsNilOrValid(&wrong) {
		t.Error("want nil and a valid address accepted, and nothing else")
	}
}

// FuzzNormalize: a valid address is stored as it is the second time, and has nothing that ends or hides a part of a header,
// of a link or of a page.
func FuzzNormalize(f *testing.F) {
	for _, seed := range []string{"Ana@Exemplo.org.br", "a\r\nBcc: b@c", "a\u2028@b", "\"a b\"@c", "a@b?subject=x", "İ@x", "a@b\ufeff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, valid := Normalize(text)
		if !valid {
			return
		}
		if again, valid := Normalize(address); !valid || again != address {
			t.Errorf("%q becomes %q and then %q, %v", text, address, again, valid)
		}
		for _, r := range address {
			if unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("\"'`<>;,=?", r) {
				t.Errorf("%q is accepted with %U", text, r)
			}
		}
	})
}
