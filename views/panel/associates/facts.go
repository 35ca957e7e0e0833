package associates

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/form"
	"acolhe/views/ui"
)

// factGroup is one part of a registration under its heading.
type factGroup struct {
	title string
	facts []ui.Fact
}

// groups returns the registration data without unknown values.
func (s Sheet) groups() []factGroup {
	a, fact := s.Associate, s.stored()
	groups := []factGroup{
		{"Identificação", []ui.Fact{
			fact("associate_name"), fact("social_name"), fact("associate_cpf"), {Label: "RG", Value: fmtbr.Join(" ", texts.Of(a.RG), texts.Of(a.RGIssuer))},
			{Label: "Nascimento", Value: s.born(a.BirthDate)}, fact("gender"), fact("nationality"), fact("marital_status"), fact("occupation"), fact("mother_name"),
		}},
		{"Contato", []ui.Fact{
			fact("email"), fact("email_account"), following("phone", fact("phone")), fact("phone_secondary"),
			{Label: "Contato de emergência", Value: fmtbr.Join(", ", texts.Of(a.EmergencyName), unbroken(fmtbr.Phone(texts.Of(a.EmergencyPhone))))},
		}},
		{"Endereço", []ui.Fact{
			{Label: "Endereço", Value: fmtbr.Join(" – ", fmtbr.Join(", ", texts.Of(a.Street), texts.Of(a.Number)), texts.Of(a.Complement), texts.Of(a.Neighborhood))},
			s.city(), fact("cep"),
		}},
		{"Saúde", []ui.Fact{fact("health_condition"), fact("icd_code"), fact("medications"), fact("allergies"), s.editable("health_notes")}},
		{"Prescritor", []ui.Fact{{Label: "Nome", Value: texts.Of(a.Prescriber)}, {Label: "Código", Value: texts.Of(a.PrescriberCode)}}},
		{"Cadastro", append([]ui.Fact{fact("responsible_type"), s.editable("tags"), fact("how_found"), fact("contact_consent")}, s.registration()...)},
	}
	for i := range groups {
		groups[i].facts = known(groups[i].facts)
	}
	return groups
}

// stored returns the fact of each field of the form.
func (s Sheet) stored() func(name string) ui.Fact {
	form := Form()
	return func(name string) ui.Fact { return form.Fact(name, &s.Associate) }
}

// editable returns a fact that can be edited in place, if the person may.
func (s Sheet) editable(name string) ui.Fact {
	if !s.May.Change {
		return Form().Fact(name, &s.Associate)
	}
	return Form().EditableFact(name, form.State[person]{Row: s.Associate, Tags: s.Tags})
}

// registration returns the data that the form does not show.
func (s Sheet) registration() []ui.Fact {
	a, zone := s.Associate, s.Now.Location()
	facts := []ui.Fact{
		{Label: "Termo de adesão", Value: map[bool]string{true: "Assinado", false: "Por assinar"}[a.AdhesionTerm != nil]},
		{Label: "Criado em", Value: fmtbr.DateTime(a.DateCreated, zone)}, {Label: "Alterado em", Value: fmtbr.DateTime(a.DateUpdated, zone)},
	}
	if a.PrivacyConsentAt != nil {
		facts = append(facts, ui.Fact{Label: "Aceite da privacidade", Value: fmtbr.DateTime(*a.PrivacyConsentAt, zone)})
	}
	return facts
}

func (s Sheet) city() ui.Fact {
	return ui.Fact{Label: "Cidade", Value: fmtbr.Join("/", texts.Of(s.Associate.City), texts.Of(s.Associate.State))}
}

// following returns a fact that is updated by an inline edit elsewhere on the page.
func following(name string, fact ui.Fact) ui.Fact {
	if fact.Value != "" {
		fact.Content = ui.SameValue{Name: name, Text: fact.Value}
	}
	return fact
}

// born formats the birth date with the age.
func (s Sheet) born(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown() + " (" + fmtbr.Plural(day.YearsUntil(civil.Of(s.Now)), "ano", "anos") + ")"
}

// patientLine describes a patient in one line.
func (s Sheet) patientLine(patient associates.Associate) string {
	kind := fmtbr.Join(", ", texts.Of(patient.Species), texts.Of(patient.Breed))
	return fmtbr.Join("\u00a0· ", kind, texts.Of(patient.Relationship), s.born(patient.BirthDate), fmtbr.CPF(texts.Of(patient.CPF)), texts.Of(patient.HealthCondition))
}

// known drops the facts without a value.
func known(facts []ui.Fact) []ui.Fact {
	return slices.DeleteFunc(facts, func(fact ui.Fact) bool { return fact.Value == "" && fact.Content == nil })
}

// unbroken keeps a number on one line within a longer text.
func unbroken(number string) string { return strings.ReplaceAll(number, " ", "\u00a0") }
