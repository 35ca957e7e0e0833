package analytics

import (
	"cmp"
	"slices"
	"strings"
)

// NotInformed is the key of a group without a value, None that of contacts without an attendant.
const (
	NotInformed = "not_informed"
	None        = "none"
)

// states are the names of the states of Brazil.
var states = map[string]string{"AC": "Acre", "AL": "Alagoas", "AM": "Amazonas", "AP": "Amapá", "BA": "Bahia", "CE": "Ceará",
	"DF": "Distrito Federal",
	"ES": "Espírito Santo", "GO": "Goiás", "MA": "Maranhão", "MG": "Minas Gerais", "MS": "Mato Grosso do Sul", "MT": "Mato Grosso",
	"PA": "Pará",
	"PB": "Paraíba", "PE": "Pernambuco", "PI": "Piauí", "PR": "Paraná", "RJ": "Rio de Janeiro", "RN": "Rio Grande do Norte", "RO": "Rondônia",
	"RR": "Roraima", "RS": "Rio Grande do Sul", "SC": "Santa Catarina", "SE": "Sergipe", "SP": "São Paulo", "TO": "Tocantins"}

// ages are the age groups on the day of registration, in their order.
var ages = []string{"0-17", "18-29", "30-44", "45-59", "60-74", "75+"}

var genders = map[string]string{"female": "Feminino", "male": "Masculino", "other": "Outro"}

func stateLabel(key string) string { return cmp.Or(states[key], key) }

func genderLabel(key string) string { return cmp.Or(genders[key], key) }

func ageLabel(key string) string {
	switch key {
	case ages[0]:
		return "até 17 anos"
	case ages[len(ages)-1]:
		return "75 anos ou mais"
	}
	return strings.Replace(key, "-", " a ", 1) + " anos"
}

// Group is an element of a series beside the date.
type Group struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Count int64  `json:"count"`

	Figures Figures `json:"-"`
}

// grouped returns the groups, the largest first, those without a value last. Empty keys become NotInformed.
func grouped(found map[string]Figures, label func(string) string) []Group {
	byKey := map[string]Figures{}
	for key, figures := range found {
		if key == "" {
			key = NotInformed
		}
		byKey[key] = figures.Add(byKey[key])
	}
	groups := make([]Group, 0, len(byKey))
	for key, figures := range byKey {
		group := Group{Key: key, Label: "Não informado", Count: figures.Count, Figures: figures}
		if key != NotInformed {
			group.Label = label(key)
		}
		groups = append(groups, group)
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(lastIf(a.Key == NotInformed)-lastIf(b.Key == NotInformed), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Label, b.Label),
			cmp.Compare(a.Key, b.Key))
	})
	return groups
}

func lastIf(last bool) int {
	if last {
		return 1
	}
	return 0
}
