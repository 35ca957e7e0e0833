package associates

import (
	"acolhe/models/associates"
	"acolhe/views/form"
	"acolhe/views/ui/control"
)

// PatientForm returns the form of a patient of an associate, whose page shows the patients.
func PatientForm(responsible person) form.Definition[person] {
	return form.Definition[person]{
		ID: "cadastro", This: "este cadastro", Path: PatientsPath(responsible.ID), NewSlug: "novo", EditSlug: "/editar",
		NewTitle: "Novo paciente", Text: "De " + responsible.FullName(), NewVerb: "Cadastrar", Verb: "Salvar",
		Title: title, RowID: func(a *person) int64 { return a.ID }, Name: func(a *person) string { return a.FullName() },
		Back: func(*person) string { return Href(responsible.ID) },
		Sections: []section{
			{Title: "Identificação", Fields: []field{
				patientKind(responsible),
				{Name: "name", Label: "Nome", Value: text(func(a *person) *string { return a.Name })},
				{Name: "last_name", Label: "Sobrenome", Of: associates.Person, Value: text(func(a *person) *string { return a.LastName })},
				ofPeople(socialName()),
				{Name: "cpf", Label: "CPF", Of: associates.Person, Row: "cpf", Input: control.CPF, Optional: true,
					Value: cpf(func(a *person) *string { return a.CPF })},
				birthday(), gender(),
				{Name: "relationship", Label: "Parentesco", Of: associates.Person, Optional: true,
					Value: text(func(a *person) *string { return a.Relationship })},
				{Name: "guardian_name", Label: "Nome do responsável legal", Of: associates.Person, Optional: true,
					Value: text(func(a *person) *string { return a.GuardianName })},
				{Name: "guardian_cpf", Label: "CPF do responsável legal", Of: associates.Person, Input: control.CPF, Optional: true,
					Value: cpf(func(a *person) *string { return a.GuardianCPF })},
				{Name: "species", Label: "Espécie", Of: associates.Animal, Suggestions: []string{"Cão", "Gato"},
					Value: text(func(a *person) *string { return a.Species })},
				{Name: "breed", Label: "Raça", Of: associates.Animal, Optional: true, Value: text(func(a *person) *string { return a.Breed })},
				{Name: "weight_kg", Label: "Peso (kg)", Of: associates.Animal, Input: control.Number, Hint: "Como 12,5", Optional: true,
					Spell: form.SpellAs[associates.Kilos], Value: weight},
			}},
			{Title: "Contato", Fields: []field{
				firstPhone(), secondPhone(),
				{Name: "email", Label: "E-mail de contato", Input: control.Email, Optional: true,
					Value: text(func(a *person) *string { return a.Email })},
			}},
			health(),
			{Title: "Cadastro", Folds: true, Fields: []field{tagsField()}},
		},
	}
}

// KindField is the name of the field with the kind of patient.
const KindField = "tipo"

// patientKind is the choice of the kind of patient. A new one defaults to the kind for whom the associate seeks
// treatment.
func patientKind(responsible person) field {
	return field{Name: KindField, Label: "Quem é o paciente", Kind: form.Choice,
		Options: []control.Option{{Value: associates.Person, Label: "Pessoa"}, {Value: associates.Animal, Label: "Animal"}},
		Value: func(a *person) string {
			isNewPet := a.ID == 0 && responsible.ResponsibleType != nil && *responsible.ResponsibleType == associates.ForPet
			if a.Species != nil || isNewPet {
				return associates.Animal
			}
			return associates.Person
		}}
}

func ofPeople(of field) field {
	of.Of = associates.Person
	return of
}

func weight(a *person) string {
	if a.WeightKg == nil {
		return ""
	}
	return a.WeightKg.Typed()
}

// Label returns the label of a column in either form.
func Label(column string) string {
	if label := Form().Label(column); label != "" {
		return label
	}
	return PatientForm(person{}).Label(column)
}

// WrongFields returns the labels of the person's invalid fields.
func WrongFields(person associates.Associate) []string {
	names := make([]string, 0, len(person.InvalidFields))
	for _, field := range person.InvalidFields {
		names = append(names, Label(field))
	}
	return names
}
