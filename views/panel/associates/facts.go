package associates

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// factGroup is one part of a registration under its heading.
type factGroup struct {
	title string
	facts []ui.Fact
}

// groups are the registration data; what is not known is left out.
func (s Sheet) groups() []factGroup {
	a := s.Associate
	groups := []factGroup{
		{"Identificação", s.identity()},
		{"Contato", []ui.Fact{
			emailFact("E-mail de contato", texts.Of(a.Email)), emailFact("E-mail de acesso", texts.Of(a.EmailAccount)),
			following("phone", ui.Fact{Label: "Telefone", Value: fmtbr.Phone(texts.Of(a.Phone))}), {Label: "Outro telefone", Value: fmtbr.Phone(texts.Of(a.PhoneSecondary))},
			{Label: "Em emergência", Value: fmtbr.Join(", ", texts.Of(a.EmergencyName), unbroken(fmtbr.Phone(texts.Of(a.EmergencyPhone))))},
		}},
		{"Endereço", []ui.Fact{
			{Label: "Endereço", Value: fmtbr.Join(" – ", fmtbr.Join(", ", texts.Of(a.Street), texts.Of(a.Number)), texts.Of(a.Complement), texts.Of(a.Neighborhood))},
			{Label: "Cidade", Value: fmtbr.Join("/", texts.Of(a.City), texts.Of(a.State))}, {Label: "CEP", Value: fmtbr.CEP(texts.Of(a.CEP))},
		}},
		{"Saúde", s.healthFacts()},
		{"Prescritor", []ui.Fact{{Label: "Nome", Value: texts.Of(a.Prescriber)}, {Label: "Código", Value: texts.Of(a.PrescriberCode)}}},
		{"Cadastro", s.registration()},
	}
	for i := range groups {
		groups[i].facts = known(groups[i].facts)
	}
	return groups
}

func (s Sheet) identity() []ui.Fact {
	a := s.Associate
	return []ui.Fact{
		{Label: "Nome completo", Value: texts.Of(a.AssociateName)}, {Label: "Nome social", Value: texts.Of(a.SocialName)},
		{Label: "CPF", Value: fmtbr.CPF(texts.Of(a.AssociateCPF))}, {Label: "RG", Value: fmtbr.Join(" ", texts.Of(a.RG), texts.Of(a.RGIssuer))},
		{Label: "Nascimento", Value: s.born(a.BirthDate)}, {Label: "Gênero", Value: genderWord(a.Gender)},
		{Label: "Nacionalidade", Value: texts.Of(a.Nationality)}, {Label: "Estado civil", Value: texts.Of(a.MaritalStatus)},
		{Label: "Ocupação", Value: texts.Of(a.Occupation)}, {Label: "Nome da mãe", Value: texts.Of(a.MotherName)},
	}
}

func (s Sheet) registration() []ui.Fact {
	a, zone := s.Associate, s.Now.Location()
	facts := []ui.Fact{
		{Label: "Tratamento para", Value: TreatmentName(a.ResponsibleType)}, s.inline("tags"),
		{Label: "Como conheceu", Value: texts.Of(a.HowFound)}, {Label: "Aceita contato", Value: map[bool]string{true: "Sim", false: "Não"}[a.ContactConsent]},
		{Label: "Termo de adesão", Value: map[bool]string{true: "Assinado", false: "Por assinar"}[a.AdhesionTerm != nil]},
		{Label: "Criado em", Value: fmtbr.DateTime(a.DateCreated, zone)}, {Label: "Alterado em", Value: fmtbr.DateTime(a.DateUpdated, zone)},
	}
	if a.PrivacyConsentAt != nil {
		facts = append(facts, ui.Fact{Label: "Aceite da privacidade", Value: fmtbr.DateTime(*a.PrivacyConsentAt, zone)})
	}
	return facts
}

func (s Sheet) healthFacts() []ui.Fact {
	a := s.Associate
	return []ui.Fact{
		{Label: "Condição de saúde", Value: texts.Of(a.HealthCondition)}, {Label: "CID", Value: texts.Of(a.ICDCode)},
		{Label: "Medicamentos", Value: texts.Of(a.Medications)}, {Label: "Alergias", Value: texts.Of(a.Allergies)},
		s.inline("health_notes"),
	}
}

func emailFact(label, address string) ui.Fact {
	if address == "" {
		return ui.Fact{Label: label}
	}
	return ui.Fact{Label: label, Content: ui.EmailAddress(address)}
}

// born gives the birth date with the age.
func (s Sheet) born(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown() + " (" + fmtbr.Plural(day.YearsUntil(civil.Of(s.Now)), "ano", "anos") + ")"
}

// patientLine is one line about a patient.
func (s Sheet) patientLine(patient associates.Associate) string {
	kind := fmtbr.Join(", ", texts.Of(patient.Species), texts.Of(patient.Breed))
	return fmtbr.Join("\u00a0· ", kind, texts.Of(patient.Relationship), s.born(patient.BirthDate), fmtbr.CPF(texts.Of(patient.CPF)), texts.Of(patient.HealthCondition))
}

// known leaves out what nobody told.
func known(facts []ui.Fact) []ui.Fact {
	var told []ui.Fact
	for _, fact := range facts {
		if fact.Value != "" || fact.Content != nil {
			told = append(told, fact)
		}
	}
	return told
}

// unbroken keeps a number on one line within a longer text.
func unbroken(number string) string { return strings.ReplaceAll(number, " ", "\u00a0") }

func personPhase(phase associates.Phase) ui.Badge {
	if phase == associates.AwaitingTerm {
		return ui.Badge{Tone: ui.Warn, Text: "Aguarda o termo"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Fase " + string(phase) + " de 5"}
}

func genderWord(gender *associates.Gender) string {
	if gender == nil {
		return ""
	}
	return map[associates.Gender]string{associates.Female: "Feminino", associates.Male: "Masculino",
		associates.OtherGender: "Outro", associates.NotInformed: "Prefere não informar"}[*gender]
}
