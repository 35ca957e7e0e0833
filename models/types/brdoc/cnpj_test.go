package brdoc

import "testing"

func TestCNPJ(t *testing.T) {
	for text, want := range map[string]bool{
		"11.222.333/0001-81": true, "11222333000181": true, "00.000.000/0001-91": true,
		// The example of the Receita Federal with letters.
		"12.ABC.345/01DE-35": true, "12abc34501de35": true,
		"11.222.333/0001-80": false, "11.222.333/0001-18": false, "12.ABC.345/01DE-53": false, "12ABC34501DEA5": false,
		"11111111111111": false, "1122233300018": false, "112223330001811": false, "": false, "11222333é00181": false,
	} {
		if number, valid := CNPJ(text); valid != want {
			t.Errorf("CNPJ(%q) = %s, %v", text, number, valid)
		}
	}
}
