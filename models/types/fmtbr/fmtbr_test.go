package fmtbr_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
)

func TestMoney(t *testing.T) {
	for amount, want := range map[string]string{
		"0":          "R$\u00a00,00",
		"7.5":        "R$\u00a07,50",
		"389.90":     "R$\u00a0389,90",
		"1234.56":    "R$\u00a01.234,56",
		"9999999.99": "R$\u00a09.999.999,99",
		"-63":        "−R$\u00a063,00",
	} {
		if got := fmtbr.Money(money.MustParse(amount)); got != want {
			t.Errorf("%s: got %q, want %q", amount, got, want)
		}
	}
}

func TestInteger_Percent_Plural(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{fmtbr.Integer(0), "0"},
		{fmtbr.Integer(999), "999"},
		{fmtbr.Integer(1284), "1.284"},
		{fmtbr.Integer(-1000000), "−1.000.000"},
		{fmtbr.Percent(125), "12,5%"},
		{fmtbr.Percent(200), "20%"},
		{fmtbr.Percent(-5), "−0,5%"},
		{fmtbr.Percent(12345), "1.234,5%"},
		{fmtbr.Plural(0, "paciente", "pacientes"), "0\u00a0pacientes"},
		{fmtbr.Plural(1, "paciente", "pacientes"), "1\u00a0paciente"},
		{fmtbr.Plural(1284, "paciente", "pacientes"), "1.284\u00a0pacientes"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// 01:30 in UTC is still the day before in Brasília.
func TestDate_Zone(t *testing.T) {
	brasilia := time.FixedZone("Brasília", -3*60*60)
	night := time.Date(2026, time.March, 2, 1, 30, 0, 0, time.UTC)
	for _, c := range []struct{ got, want string }{
		{fmtbr.Date(night, brasilia), "01/03/2026"},
		{fmtbr.DateTime(night, brasilia), "01/03/2026 22:30"},
		{fmtbr.Clock(night, brasilia), "22:30"},
		{fmtbr.LongDate(night, brasilia), "1º de março de 2026"},
		{fmtbr.MonthYear(night, brasilia), "mar\u00a02026"},
		{fmtbr.Date(night, time.UTC), "02/03/2026"},
		{fmtbr.Days(night, night.AddDate(0, 0, 6), brasilia), "1º a 7 de março de 2026"},
		{fmtbr.Days(night.AddDate(0, 0, -6), night, brasilia), "23 de fevereiro a 1º de março de 2026"},
		{fmtbr.At(night, night.In(brasilia)), "às 22:30"},
		{fmtbr.At(night, night.Add(2*time.Hour).In(brasilia)), "em 01/03/2026 22:30"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestAgo(t *testing.T) {
	now := time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC)
	for past, want := range map[time.Duration]string{
		0:                               "agora",
		59 * time.Second:                "agora",
		time.Minute:                     "há 1\u00a0min",
		59*time.Minute + 59*time.Second: "há 59\u00a0min",
		time.Hour:                       "há 1\u00a0h",
		24*time.Hour - time.Second:      "há 23\u00a0h",
		24 * time.Hour:                  "19/11/2026 14:00",
		-time.Minute:                    "20/11/2026 14:01",
	} {
		if got := fmtbr.Ago(now.Add(-past), now, time.UTC); got != want {
			t.Errorf("%s: got %q, want %q", past, got, want)
		}
	}
}

func TestSince_Elapsed(t *testing.T) {
	now := time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC)
	for past, want := range map[time.Duration][2]string{
		30 * time.Second:    {"agora", "0\u00a0min"},
		59 * time.Minute:    {"há 59\u00a0min", "59\u00a0min"},
		72 * time.Minute:    {"há 1\u00a0h", "1\u00a0h\u00a012"},
		24*time.Hour - 1:    {"há 23\u00a0h", "23\u00a0h\u00a059"},
		25 * time.Hour:      {"há\u00a01\u00a0dia", "1\u00a0dia"},
		12*24*time.Hour + 1: {"há\u00a012\u00a0dias", "12\u00a0dias"},
	} {
		if got := [2]string{fmtbr.Since(now.Add(-past), now), fmtbr.Elapsed(past)}; got != want {
			t.Errorf("%s: got %q, want %q", past, got, want)
		}
	}
}

func TestLimit(t *testing.T) {
	for limit, want := range map[time.Duration]string{2 * time.Hour: "2\u00a0h", 90 * time.Minute: "90\u00a0min"} {
		if got := fmtbr.Limit(limit); got != want {
			t.Errorf("%s: got %q, want %q", limit, got, want)
		}
	}
}

func TestWhatsApp(t *testing.T) {
	for number, want := range map[string]string{
		"48999990001":   "https://wa.me/5548999990001?text=Ol%C3%A1%2C+Ana",
		"5548999990001": "https://wa.me/5548999990001?text=Ol%C3%A1%2C+Ana",
		"+351912345678": "https://wa.me/351912345678?text=Ol%C3%A1%2C+Ana",
		"":              "",
	} {
		if got := fmtbr.WhatsApp(number, "Olá, Ana"); got != want {
			t.Errorf("%q: got %q, want %q", number, got, want)
		}
	}
}

func TestCPF_CEP_Phone(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{fmtbr.CPF("12345678909"), "123.456.789-09"},
		{fmtbr.CPF("1234567890"), "1234567890"},
		{fmtbr.CNPJ("12ABC34501DE35"), "12.ABC.345/01DE-35"},
		{fmtbr.CNPJ("1234567800019"), "1234567800019"},
		{fmtbr.CPF("1234567890x"), "1234567890x"},
		{fmtbr.CEP("01310100"), "01310-100"},
		{fmtbr.CEP(""), ""},
		{fmtbr.Phone("11987654321"), "(11) 98765-4321"},
		{fmtbr.Phone("1134567890"), "(11) 3456-7890"},
		{fmtbr.Phone("5511987654321"), "(11) 98765-4321"},
		{fmtbr.Phone("+551134567890"), "(11) 3456-7890"},
		{fmtbr.Phone("5534567890"), "(55) 3456-7890"},
		{fmtbr.Phone("+351912345678"), "+351912345678"},
		{fmtbr.Phone("190"), "190"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestAllInitials(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Sandra Regina Albuquerque": "S. R. A.", "ana beatriz de carvalho": "A. B. C.", "Thor": "T.",
		"": "", "123 !": ""} {
		if got := fmtbr.AllInitials(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestInitials(t *testing.T) {
	for name, want := range map[string]string{
		"Ana Beatriz de Carvalho":  "AC",
		"João":                     "J",
		"  émile   zola ":          "ÉZ",
		"Maria dos Santos e Silva": "MS",
		"José da":                  "J",
		"Ana (mãe)":                "A",
		"":                         "",
		"de":                       "",
	} {
		if got := fmtbr.Initials(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestFileSize(t *testing.T) {
	for size, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 239_600: "240 kB", 999_499: "999 kB", 999_500: "1 MB",
		1_249_999: "1,2 MB", 12_000_000: "12 MB", 1_073_741_824: "1,1 GB", 19_800_000_000: "19,8 GB"} {
		if got := strings.ReplaceAll(fmtbr.FileSize(size), "\u00a0", " "); got != want {
			t.Errorf("%d bytes are written %s, want %s", size, got, want)
		}
	}
}

func TestAnd(t *testing.T) {
	t.Parallel()
	for want, labels := range map[string][]string{"": nil, "CEP": {"CEP"}, "rua e CEP": {"Rua", "CEP"},
		"rua, RG e peso (kg)": {"Rua", "RG", "Peso (kg)"}} {
		if got := fmtbr.And(labels); got != want {
			t.Errorf("%q gave %q, want %q", labels, got, want)
		}
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string][2]string{
		"Ana Beatriz de Souza":      {"Ana", "Beatriz de Souza"},
		"Dra. Renata Ribeiro":       {"Dra. Renata", "Ribeiro"},
		" dr  Otávio   Linhares ":   {"dr Otávio", "Linhares"},
		"Prof.ª Dra. Lúcia Martins": {"Prof.ª Dra. Lúcia", "Martins"},
		"Sra. Tereza":               {"Sra. Tereza", ""},
		"Dra.":                      {"Dra.", ""},
		"Drausio Varela":            {"Drausio", "Varela"},
		"João":                      {"João", ""},
		" ":                         {"", ""},
	} {
		first, rest := fmtbr.SplitName(name)
		if first != want[0] || rest != want[1] || fmtbr.FirstName(name) != first {
			t.Errorf("%q: got %q and %q, want %q", name, first, rest, want)
		}
	}
}
