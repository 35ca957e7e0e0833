package associates

import (
	"acolhe/models/associates"
	"acolhe/views/form"
	"acolhe/views/ui"
)

// PatientForm adds and changes a patient of an associate, on whose page patients stand.
func PatientForm(responsible person) form.Definition[person] {
	return form.Definition[person]{
		ID: "cadastro", This: "este cadastro", Path: patientsPath(responsible.ID), NewSlug: "novo", EditSlug: "/editar",
		NewTitle: "Novo paciente", Text: "De " + responsible.FullName(), NewVerb: "Cadastrar", Verb: "Salvar",
		Title: title, RowID: func(a *person) int64 { return a.ID }, Name: func(a *person) string { return a.FullName() },
		Back: func(*person) string { return Href(responsible.ID) },
		Sections: []section{
			{Title: "Identificação", Fields: []field{
				{Name: "name", Label: "Nome", Value: text(func(a *person) *string { return a.Name })},
				{Name: "last_name", Label: "Sobrenome", Hint: "Obrigatório para pessoas.", Value: text(func(a *person) *string { return a.LastName })},
				socialName(),
				{Name: "cpf", Label: "CPF", Row: "cpf", Input: ui.CPF, Optional: true, Value: cpf(func(a *person) *string { return a.CPF })},
				birthday(), gender(),
				{Name: "relationship", Label: "Parentesco", Optional: true, Value: text(func(a *person) *string { return a.Relationship })},
				{Name: "guardian_name", Label: "Nome do responsável legal", Optional: true, Value: text(func(a *person) *string { return a.GuardianName })},
				{Name: "guardian_cpf", Label: "CPF do responsável legal", Input: ui.CPF, Optional: true, Value: cpf(func(a *person) *string { return a.GuardianCPF })},
			}},
			{Title: "Se for um animal", Fields: []field{
				{Name: "species", Label: "Espécie", Optional: true, Value: text(func(a *person) *string { return a.Species })},
				{Name: "breed", Label: "Raça", Optional: true, Value: text(func(a *person) *string { return a.Breed })},
				{Name: "weight_kg", Label: "Peso (kg)", Input: ui.Number, Hint: "Como 12,5", Optional: true, Spell: form.SpellAs[associates.Kilos], Value: weight},
			}},
			health(),
			{Title: "Contato", Fields: []field{
				{Name: "email", Label: "E-mail de contato", Input: ui.Email, Optional: true, Value: text(func(a *person) *string { return a.Email })},
				firstPhone(), secondPhone(),
			}},
			{Title: "Cadastro", Fields: []field{tagsField()}},
		},
	}
}

func weight(a *person) string {
	if a.WeightKg == nil {
		return ""
	}
	return a.WeightKg.Typed()
}

// label is what either form calls a column.
func label(column string) string {
	if label := Form().Label(column); label != "" {
		return label
	}
	return PatientForm(person{}).Label(column)
}
