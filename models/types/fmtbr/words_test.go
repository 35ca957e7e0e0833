package fmtbr_test

import (
	"testing"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
)

func TestMoneyInWords(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]string{
		"0": "zero reais", "0.01": "um centavo", "0.99": "noventa e nove centavos", "1": "um real", "1.01": "um real e um centavo",
		"2":  "dois reais",
		"16": "dezesseis reais", "21": "vinte e um reais", "100": "cem reais", "101": "cento e um reais",
		"415.60": "quatrocentos e quinze reais e sessenta centavos",
		"650":    "seiscentos e cinquenta reais", "1000": "mil reais", "1001": "mil e um reais", "1100": "mil e cem reais",
		"1102":    "mil cento e dois reais",
		"2350.10": "dois mil trezentos e cinquenta reais e dez centavos", "100000": "cem mil reais", "1000000": "um milhão de reais",
		"1000001": "um milhão e um reais", "2000000": "dois milhões de reais",
		"9999999.99": "nove milhões novecentos e noventa e nove mil novecentos e noventa e nove reais e noventa e nove centavos",
	} {
		if got := fmtbr.MoneyInWords(money.MustParse(amount)); got != want {
			t.Errorf("%s: %q, want %q", amount, got, want)
		}
	}
}
