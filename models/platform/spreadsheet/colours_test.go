package spreadsheet

import "testing"

// Colours have the names that people give them; white is none.
func TestColourName(t *testing.T) {
	t.Parallel()
	for hex, want := range map[string]string{
		"FF0000": "Vermelho", "FFC7CE": "Vermelho", "FFFF00": "Amarelo", "FFEB9C": "Amarelo", "C6EFCE": "Verde", "92D050": "Verde", "FF00B0F0": "Azul",
		"4472C4": "Azul", "FFC000": "Amarelo", "ED7D31": "Laranja", "7030A0": "Roxo", "FF66CC": "Rosa", "D9D9D9": "Cinza", "000000": "Preto",
		"FFFFFF": "", "FAFAFA": "", "": "", "no colour": "",
	} {
		if got := colourName(hex); got != want {
			t.Errorf("%q is %q, want %q", hex, got, want)
		}
	}
}
