package brdoc

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestCPF(t *testing.T) {
	for text, want := range map[string]bool{
		"529.982.247-25": true, "52998224725": true, " 529 982 247 25 ": true,
		"529.982.247-24": false, "111.111.111-11": false, "5299822472": false, "": false, "529982247255": false,
	} {
		if digits, valid := CPF(text); valid != want {
			t.Errorf("CPF(%q) = %s, %v", text, digits, valid)
		}
	}
}

// The check digits detect every single wrong digit.
func TestCPF_WrongDigit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nine := fmt.Sprintf("%09d", rapid.IntRange(1, 999_999_998).Draw(t, "nine"))
		cpf := nine + CPFCheckDigits(nine)
		if _, valid := CPF(cpf); !valid && cpf != repeated(cpf) {
			t.Fatalf("%s is refused", cpf)
		}
		at := rapid.IntRange(0, 8).Draw(t, "at")
		wrong := []byte(cpf)
		wrong[at] = '0' + (wrong[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "by")))%10
		if _, valid := CPF(string(wrong)); valid && CPFCheckDigits(string(wrong[:9])) != cpf[9:] {
			t.Fatalf("%s passes for %s", wrong, cpf)
		}
	})
}

func TestCEPAndPhone(t *testing.T) {
	for text, want := range map[string]bool{"01001-000": true, "88010000": true, "00000-000": false, "0100100": false, "abc": false,
		"88010000 x": false, "010010000": false} {
		if _, valid := CEP(text); valid != want {
			t.Errorf("CEP(%q) is %v", text, valid)
		}
	}
	for text, want := range map[string]string{
		"(48) 99999-1234": "48999991234", "+55 48 99999-1234": "48999991234", "(11) 3333-4444": "1133334444",
		"55 99999-1234": "55999991234", "48 89999-1234": "", "48 9999-1234": "", "(01) 99999-1234": "", "123": "", "": "", "ligar": "",
		"48 99999-1234 ligar": "", "tel: 48 99999-1234": "",
	} {
		digits, valid := Phone(text)
		if valid != (want != "") || valid && digits != want {
			t.Errorf("Phone(%q) = %s, %v", text, digits, valid)
		}
	}
}

func repeated(cpf string) string { return fmt.Sprintf("%011s", cpf[:1]) }

func TestJoinDigits(t *testing.T) {
	for typed, want := range map[string]string{
		"529.982.247-25": "52998224725", "(11) 99999-0003": "11999990003", " 5299 ": "5299", "+55 11": "5511", "12": "12", "1-2": "1-2",
		"529a": "529a", "João 5299": "João 5299", "": "",
	} {
		if got := JoinDigits(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}
