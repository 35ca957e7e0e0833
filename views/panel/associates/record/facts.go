package record

import (
	"cmp"
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// factGroup is one part of a registration under its heading.
type factGroup struct {
	title string
	facts []record.Fact
	// first is the field to which the edit link of the group leads.
	first string
	// href is the address of a form of its own; empty for that of the registration.
	href string
}

// groups returns the registration data without unknown values.
func (s Data) groups() []factGroup {
	a, fact := s.Associate, s.stored()
	groups := []factGroup{
		{title: "Identificação", facts: []record.Fact{
			fact("associate_name"), fact("social_name"), s.fixed(record.Fact{Label: "Nascimento", Value: s.born(a.BirthDate)}, "birth_date"),
			fact("associate_cpf"),
			s.fixed(record.Fact{Label: "RG", Value: fmtbr.Join(" ", texts.Of(a.RG), texts.Of(a.RGIssuer))}, "rg", "rg_issuer"),
			fact("gender"), fact("marital_status"), fact("nationality"), fact("occupation"), fact("mother_name"), fact("how_found"),
		}, first: "associate_name"},
		{title: "Endereço", facts: []record.Fact{
			fact("cep"), s.fixed(record.Fact{Label: "Rua e número", Value: fmtbr.Join(", ", texts.Of(a.Street), texts.Of(a.Number))}, "street",
				"number"), fact("complement"),
			s.fixed(record.Fact{Label: "Bairro e cidade", Value: fmtbr.Join(", ", texts.Of(a.Neighborhood), s.city().Value)}, "neighborhood", "city",
				"state"),
		}, first: "cep"},
		{title: "Contato", facts: []record.Fact{
			s.editable("phone"), fact("phone_secondary"), fact("email_account"), s.pendingEmailFact(), fact("email"),
			s.fixed(record.Fact{Label: "Contato de emergência",
				Value: fmtbr.Join(", ", texts.Of(a.EmergencyName), unbroken(fmtbr.Phone(texts.Of(a.EmergencyPhone))))}, "emergency_name",
				"emergency_phone"),
		}, first: "email_account"},
		{title: "Saúde", facts: []record.Fact{fact("health_condition"), fact("icd_code"), fact("medications"), fact("allergies"),
			s.fixed(record.Fact{Label: "Prescritor", Value: fmtbr.Join(" · ", texts.Of(a.Prescriber), texts.Of(a.PrescriberCode))}, "prescriber",
				"prescriber_code"), s.editable("health_notes")}, first: "health_condition"},
		{title: "Receita", facts: associatesview.PrescriptionFacts(&s.Associate), href: s.href() + associatesview.PrescriptionSlug},
		{title: "Cadastro", facts: append([]record.Fact{fact("responsible_type"), s.editable("tags"), fact("contact_consent")},
			s.registration()...), first: "responsible_type"},
	}
	for i := range groups {
		groups[i].facts = slices.DeleteFunc(groups[i].facts,
			func(fact record.Fact) bool { return fact.Value == "" && fact.Content == nil && fact.Fix == nil })
	}
	return groups
}

// stored returns the fact of each field of the form.
func (s Data) stored() func(name string) record.Fact {
	form := associatesview.Form()
	return func(name string) record.Fact { return s.fixed(form.Fact(name, &s.Associate), name) }
}

// pendingEmailFact returns the new login e-mail that waits for its confirmation; empty without one.
func (s Data) pendingEmailFact() record.Fact {
	if s.Associate.PendingEmail == nil {
		return record.Fact{}
	}
	return record.Fact{Label: "Novo e-mail de acesso", Content: s.pendingEmail()}
}

// editGroup returns the link to the fields of a group in the form.
func (s Data) editGroup(group factGroup) ui.Content {
	if !s.May.Change {
		return nil
	}
	return ui.Button{Label: "Editar", Icon: "pencil", Small: true, Variant: ui.Ghost, Href: cmp.Or(group.href, s.editHref(group.first)),
		Attrs: map[string]any{"aria-label": "Editar: " + group.title}}
}

// editable returns a fact, editable in place if the person may change it.
func (s Data) editable(name string) record.Fact {
	if !s.May.Change {
		return associatesview.Form().Fact(name, &s.Associate)
	}
	return associatesview.Form().EditableFact(name, form.State[associates.Associate]{Row: s.Associate, Tags: s.Tags})
}

// registration returns the data that the form does not contain.
func (s Data) registration() []record.Fact {
	a, zone := s.Associate, s.Now.Location()
	facts := []record.Fact{
		{Label: "Termo de adesão", Value: map[bool]string{true: "Assinado", false: "Por assinar"}[a.AdhesionTerm != nil]},
		{Label: "Criado em", Value: fmtbr.DateTime(a.DateCreated, zone)}, {Label: "Alterado em", Value: fmtbr.DateTime(a.DateUpdated, zone)},
	}
	if a.PrivacyConsentAt != nil {
		facts = append(facts, record.Fact{Label: "Aceite da privacidade", Value: fmtbr.DateTime(*a.PrivacyConsentAt, zone)})
	}
	return facts
}

func (s Data) city() record.Fact {
	return record.Fact{Label: "Cidade", Value: fmtbr.Join("/", texts.Of(s.Associate.City), texts.Of(s.Associate.State))}
}

// born formats the birth date with the age.
func (s Data) born(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown() + " (" + fmtbr.Plural(day.YearsUntil(civil.Of(s.Now)), "ano", "anos") + ")"
}

// patientLine describes a patient in one line.
func (s Data) patientLine(patient associates.Associate) string {
	kind := fmtbr.Join(", ", texts.Of(patient.Species), texts.Of(patient.Breed))
	return fmtbr.Join("\u00a0· ", kind, texts.Of(patient.Relationship), s.born(patient.BirthDate), fmtbr.CPF(texts.Of(patient.CPF)),
		texts.Of(patient.HealthCondition))
}

// known drops the facts without a value.
func known(facts []record.Fact) []record.Fact {
	return slices.DeleteFunc(facts, func(fact record.Fact) bool { return fact.Value == "" && fact.Content == nil })
}

// unbroken keeps a number on one line within a longer text.
func unbroken(number string) string { return strings.ReplaceAll(number, " ", "\u00a0") }
