package email

import (
	"strings"
	"testing"
)

func TestNormalize(t *testing.T) {
	for text, want := range map[string]string{
		" Ana@Exemplo.ORG.br ": "ana@exemplo.org.br", "a@b": "a@b", "joão@exemplo.br": "joão@exemplo.br",
		"": "", "ana": "", "@b": "", "a@": "", "a@b@c": "", "a b@c": "", strings.Repeat("x", 254) + "@b": "",
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
