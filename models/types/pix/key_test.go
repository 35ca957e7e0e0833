package pix_test

import (
	"strings"
	"testing"

	"acolhe/models/types/pix"
)

func TestAKeyIsOneOfFiveKinds(t *testing.T) {
	for typed, want := range map[string]string{
		"529.982.247-25": "52998224725", " 52998224725 ": "52998224725",
		"11.222.333/0001-81": "11222333000181", "11222333000181": "11222333000181",
		// Letters since July 2026; the Receita's own example.
		"12.ABC.345/01DE-35": "12ABC34501DE35", "12.abc.345/01de-35": "12ABC34501DE35",
		"Pix@Flor.ORG.br":                      "pix@flor.org.br",
		"+55 (48) 99999-1234":                  "+5548999991234",
		"+554833331234":                        "+554833331234",
		"123E4567-e12b-12d1-a456-426655440000": "123e4567-e12b-12d1-a456-426655440000",

		"": "", "flor": "",
		"529.982.247-24": "", "111.111.111-11": "", "5299822472": "", "52998224725x": "", "x52998224725": "",
		"11.222.333/0001-82": "", "00000000000000": "", "12ABC34501DE36": "", "12ABC34501DEA5": "", "1122233300018": "", "1122233300018é": "",
		"pix@": "", "@flor": "", "joão@flor.org.br": "", "a b@flor.org.br": "", "a\x01@flor.org.br": "", strings.Repeat("a", 70) + "@flor.br": "",
		"+5548899991234": "", "+1 212 555 0100": "", "+55": "", "48999991234": "", "+55abc48999991234": "", "+548999991234": "",
		"123e4567e12b12d1a456426655440000": "", "{123e4567-e12b-12d1-a456-426655440000}": "", "123e4567-e12b-12d1-a456-42665544000g": "",
	} {
		key, err := pix.ParseKey(typed)
		if key != want || (err == nil) != (want != "") {
			t.Errorf("%q is the key %q (%v), want %q", typed, key, err, want)
		}
	}
}
