package password

import (
	"slices"
	"strings"
	"testing"

	"acolhe/models/types/errs"
)

func TestCheckOperator(t *testing.T) {
	for plain, wrong := range map[string]int{
		"Segura!1": 0, "Ção!çãoç": 0, "Curta!1": 1, "minuscula!": 1, "SemEspecial1": 1, "": 3, "A!" + strings.Repeat("x", 71): 1,
		"A!" + strings.Repeat("x", 70): 0,
		"Password!":                    1, "PASSWORD-1": 1, "!Qwerty-123": 1, "Sun shine!": 1, "12345678": 3, "Sunshine!Lua": 0,
	} {
		if fields := errs.FieldsOf(Policy{"Flor do Ipê"}.CheckOperator(plain, "password")); len(fields) != wrong {
			t.Errorf("%q: %v, want %d problems", plain, fields, wrong)
		}
	}
}

// A password contains no word of the owner's name or e-mail or of the association's name, whatever its
// case, accents and signs.
func TestCheckAssociate_Names(t *testing.T) {
	owner := []string{"João", "dos Santos", "jo.peixoto+casa@exemplo.org.br"}
	for plain, refused := range map[string]bool{
		"meu joao 77": true, "JOÃO-é-eu": true, "j-o-a-o-1-2-3-4": true, "peixoto2026": true, "vila santos": true, "na casa dela": true,
		"lindo IPE!": false, "uma flor 22": false, "Girassóis!": true, "8girassois": true, "os girassois 9": true, "girassoisinho": false,
		"um exemplo": false, "os joaoninhos": false, "casarao azul": false, "casa-azul-9": true, "c.a.s.a 2026": true, "santossa 9": true, "dos grandes": false, "jo e do rio": false, "girassol amarelo": false,
	} {
		fields := errs.FieldsOf(Policy{"Girassóis do Ipê"}.CheckAssociate(plain, "password", owner...))
		if got := len(fields) > 0; got != refused {
			t.Errorf("%q: %v", plain, fields)
		}
	}
}

func TestWords(t *testing.T) {
	words := Policy{"Associação Flor"}.Words("Ana", "de Sá", "ana2026.silva_x12@x.org", "", "2026")
	if want := []string{"_ana_", "_associacao_", "ana2026", "silva", "x12"}; !slices.Equal(words, want) {
		t.Errorf("got %q, want %q", words, want)
	}
}

// A short name is no reason within another word.
func TestCheckOperator_ShortName(t *testing.T) {
	t.Parallel()
	for plain, refused := range map[string]bool{"Banana!99": false, "Ana!99999": true, "99!Minha-Ana": true, "Anabela!99": false, "A-n-a!9999": true} {
		if err := (Policy{}).CheckOperator(plain, "password", "Ana", "de Sá", "ana@exemplo.org.br"); (err != nil) != refused {
			t.Errorf("%q: %v", plain, err)
		}
	}
}

// Half a word of the association is no reason, and neither is a short one.
func TestCheckAssociate_WordsOfAssociation(t *testing.T) {
	for plain, refused := range map[string]bool{"consultorio azul 42": false, "a flor amarela 3": false, "Associação2026": true,
		"associacaozinha 8": false} {
		if err := (Policy{"Associação Flor do Sul"}).CheckAssociate(plain, "password"); (err != nil) != refused {
			t.Errorf("%q: %v", plain, err)
		}
	}
}

// Digits and signs make no common Portuguese word better.
func TestCheckAssociate_Portuguese(t *testing.T) {
	for plain, refused := range map[string]bool{
		"Senha123!": true, "#Brasil2026": true, "s e n h a 1 2 3": true, "Mudar@123": true, "flamengo!!!!": true, "Sunshine#77": false,
		"Girassol!2026": false, "vento norte 8": false,
	} {
		if err := (Policy{}).CheckAssociate(plain, "password"); (err != nil) != refused {
			t.Errorf("%q: %v", plain, err)
		}
	}
}

// The list is the thousand most common passwords and the thousand most common of eight characters.
func TestCommon(t *testing.T) {
	if n := len(common()); n < 1500 || n > 2000 {
		t.Errorf("%d common passwords", n)
	}
}
