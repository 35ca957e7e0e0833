package fmtbr

import (
	"strconv"
	"strings"

	"acolhe/models/types/money"
)

var (
	units = strings.Fields("zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove")
	tens  = strings.Fields("- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
	// hundreds are those of a number that goes on: cento e um, but cem.
	hundreds = strings.Fields("- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos")
)

// MoneyInWords returns an amount of 0 to R$ 999.999.999,99 in words, as on a receipt: mil duzentos e trinta reais e dez centavos.
func MoneyInWords(amount money.Amount) string {
	whole, part, _ := strings.Cut(amount.String(), ".")
	reais, _ := strconv.Atoi(whole) // an amount is always written in digits
	cents, _ := strconv.Atoi(part)
	var words []string
	switch {
	case reais == 1:
		words = append(words, "um real")
	case reais >= 1_000_000 && reais%1_000_000 == 0:
		words = append(words, integerInWords(reais)+" de reais")
	case reais > 0 || cents == 0:
		words = append(words, integerInWords(reais)+" reais")
	}
	switch {
	case cents == 1:
		words = append(words, "um centavo")
	case cents > 1:
		words = append(words, integerInWords(cents)+" centavos")
	}
	return strings.Join(words, " e ")
}

// integerInWords returns a number from 0 to 999.999.999 in words.
func integerInWords(n int) string {
	if n == 0 {
		return units[0]
	}
	var groups []string
	if millions := n / 1_000_000; millions == 1 {
		groups = append(groups, "um milhão")
	} else if millions > 1 {
		groups = append(groups, below1000(millions)+" milhões")
	}
	if thousands := n / 1000 % 1000; thousands == 1 {
		groups = append(groups, "mil")
	} else if thousands > 1 {
		groups = append(groups, below1000(thousands)+" mil")
	}
	rest := n % 1000
	if rest == 0 {
		return strings.Join(groups, " ")
	}
	// The last group follows with "e" when it is one word: mil e cem, mil e dois, but mil cento e dois.
	if len(groups) > 0 && (rest < 100 || rest%100 == 0) {
		return strings.Join(groups, " ") + " e " + below1000(rest)
	}
	return strings.Join(append(groups, below1000(rest)), " ")
}

func below1000(n int) string {
	var words []string
	if n == 100 {
		return "cem"
	}
	if n > 100 {
		words, n = append(words, hundreds[n/100]), n%100
	}
	if n >= 20 {
		words, n = append(words, tens[n/10]), n%10
	}
	if n > 0 {
		words = append(words, units[n])
	}
	return strings.Join(words, " e ")
}
