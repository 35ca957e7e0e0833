package associates

import (
	"slices"

	"acolhe/models/associates"
	"acolhe/models/types/fmtbr"
	"acolhe/views/form"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
)

// PrescriptionSlug is the part of the address of a person's prescription after that of the person.
const PrescriptionSlug = "/receita"

// PrescriptionForm returns the form of the prescription of an associate.
func PrescriptionForm() form.Definition[person] {
	return form.Definition[person]{
		ID: "receita", This: "esta receita", Path: Path, EditSlug: PrescriptionSlug, Verb: "Salvar",
		Title: func(a *person) string { return "Receita de " + a.FullName() },
		RowID: func(a *person) int64 { return a.ID }, Name: func(a *person) string { return a.FullName() },
		Sections: []section{{Title: "Receita", Fields: []field{
			{Name: "product", Label: "Produto", Hint: "Como está escrito na receita.", Optional: true, Value: entry("product")},
			{Name: "dosage", Label: "Posologia", Kind: form.Area, Optional: true, Value: entry("dosage")},
			{Name: "issued", Label: "Data da receita", Row: "datas", Input: control.BirthDate, Optional: true, Value: day("issued")},
			{Name: "expires", Label: "Vale até", Row: "datas", Input: control.BirthDate, Optional: true, Value: day("expires")},
		}}},
	}
}

// PatientPrescriptionForm returns the form of the prescription of a patient of an associate.
func PatientPrescriptionForm(responsible person) form.Definition[person] {
	prescription := PrescriptionForm()
	prescription.Path = PatientsPath(responsible.ID)
	prescription.Back = func(*person) string { return Href(responsible.ID) }
	return prescription
}

func entry(key string) func(a *person) string {
	return func(a *person) string { return a.PrescriptionField(key) }
}

func day(key string) func(a *person) string {
	return func(a *person) string { return shownDay(a.PrescriptionDay(key)) }
}

// PrescriptionFacts are the fields of a prescription, and what scripts stored beside them.
func PrescriptionFacts(of *person) []record.Fact {
	var facts []record.Fact
	for _, field := range PrescriptionForm().Fields() {
		fact := PrescriptionForm().Fact(field.Name, of)
		if fact.Value == "" {
			fact.Value = of.PrescriptionField(field.Name)
		}
		facts = append(facts, fact)
	}
	for _, other := range of.OtherPrescriptionEntries() {
		label := other.Key
		if label == "" {
			label = "De um sistema integrado"
		}
		facts = append(facts, record.Fact{Label: label, Value: other.Value})
	}
	return slices.DeleteFunc(facts, func(fact record.Fact) bool { return fact.Value == "" })
}

// PrescriptionLine describes the prescription of a patient in one line; empty without one.
func PrescriptionLine(patient associates.Associate) string {
	expires := ""
	if last := shownDay(patient.PrescriptionDay("expires")); last != "" {
		expires = "vale até " + last
	}
	line := fmtbr.Join(", ", patient.PrescriptionField("product"), expires)
	if line == "" {
		return ""
	}
	return "Receita: " + line
}
