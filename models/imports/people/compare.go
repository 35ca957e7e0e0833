package people

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/types/fmtbr"
)

// Difference is a field of a row beside that of the stored person.
type Difference struct {
	Field, Label string
	// File and Stored are shown; Same reports whether they mean the same.
	File, Stored string
	Same         bool
}

// addressFields are joined together.
var addressFields = []string{"street", "number", "complement", "neighborhood", "city", "state", "cep"}

// joinFields are the further fields of a person that can be joined.
var joinFields = []string{"name", "associate_cpf", "birth_date", "phone", "phone_secondary", "email", "rg", "gender", "mother_name",
	"occupation", "marital_status"}

// Compare returns the fields that the file has of a person, beside what is stored.
func Compare(values map[string]string, stored associates.Associate, patients []associates.Associate) []Difference {
	var found []Difference
	for _, name := range joinFields {
		if values[name] == "" {
			continue
		}
		field, _ := cells.FieldOf(cells.Associates, name)
		is := storedValue(stored, name)
		found = append(found, Difference{Field: name, Label: field.Label, File: Shown(name, values[name]), Stored: Shown(name, is),
			Same: cells.Fold(is) == cells.Fold(values[name])})
	}
	if file := addressOf(func(name string) string { return values[name] }); file != "" {
		is := addressOf(func(name string) string { return storedValue(stored, name) })
		found = append(found, Difference{Field: "address", Label: "Endereço", File: file, Stored: is, Same: sameAddress(values, stored)})
	}
	if patient := values["patient_name"]; patient != "" && values["self"] == "" {
		names := make([]string, len(patients))
		for i, one := range patients {
			names[i] = one.FullName()
		}
		same := slices.ContainsFunc(names, func(name string) bool { return isNamed(name, patient) })
		found = append(found, Difference{Field: "patient", Label: "Paciente", File: patient, Stored: fmtbr.List(names), Same: same})
	}
	return found
}

// isNamed reports whether a patient has the name, or begins with it if the file has only a first name.
func isNamed(name, typed string) bool {
	name, typed = cells.Fold(name), cells.Fold(typed)
	return name == typed || !strings.Contains(typed, " ") && strings.HasPrefix(name, typed+" ")
}

func sameAddress(values map[string]string, stored associates.Associate) bool {
	for _, name := range addressFields {
		if values[name] != "" && cells.Fold(values[name]) != cells.Fold(storedValue(stored, name)) {
			return false
		}
	}
	return true
}

func addressOf(value func(string) string) string {
	street := fmtbr.Join(", ", value("street"), value("number"), value("complement"))
	return fmtbr.Join(" · ", street, value("neighborhood"), fmtbr.Join("/", value("city"), value("state")), fmtbr.CEP(value("cep")))
}

// Shown formats a stored value for people.
func Shown(name, value string) string {
	switch name {
	case "associate_cpf", "patient_cpf":
		return fmtbr.CPF(value)
	case "phone", "phone_secondary":
		return fmtbr.Phone(value)
	case "cep":
		return fmtbr.CEP(value)
	case "birth_date", "patient_birth", "since", "date":
		if date, ok := cells.ParseDate(value, false); ok {
			return date.Shown()
		}
	case "gender":
		return map[string]string{"female": "Feminino", "male": "Masculino", "other": "Outro", "not_informed": "Não informado"}[value]
	case "tags":
		return strings.ReplaceAll(value, "\n", ", ")
	}
	return value
}

// defaultTaken are the fields that are empty in the stored record: filled beats empty, and nothing else is decided by itself.
func defaultTaken(differences []Difference) (taken []string) {
	for _, difference := range differences {
		if !difference.Same && (difference.Stored == "" || difference.Field == "patient") {
			taken = append(taken, difference.Field)
		}
	}
	return taken
}
