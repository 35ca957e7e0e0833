package email

import (
	"strings"
	"testing"
)

func TestNormal(t *testing.T) {
	for text, want := range map[string]string{
		" Ana@Exemplo.ORG.br ": "ana@exemplo.org.br", "a@b": "a@b", "joão@exemplo.br": "joão@exemplo.br",
		"": "", "ana": "", "@b": "", "a@": "", "a@b@c": "", "a b@c": "", strings.Repeat("x", 254) + "@b": "",
	} {
		address, valid := Normal(text)
		if valid != (want != "") || valid && address != want {
			t.Errorf("%q is %q, %v", text, address, valid)
		}
	}
}

func TestAnAddressMayBeAbsent(t *testing.T) {
	wrong, right := "ana", " Ana@Exemplo.org.br "
	if !IsNoneOrValid(nil) || !IsNoneOrValid(&right) || IsNoneOrValid(&wrong) {
		t.Error("none and a valid one are right, and nothing else")
	}
}
