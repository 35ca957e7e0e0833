package panel

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
	"acolhe/views/fmtbr"
	view "acolhe/views/panel/associates"
	"acolhe/views/ui"
)

// factGroup is one part of a registration under its heading.
type factGroup struct {
	title string
	facts []ui.Fact
}

// groups are the registration data; what is not known is left out.
func (s AssociateSheet) groups() []factGroup {
	a := s.Associate
	groups := []factGroup{
		{"Identificação", s.identity()},
		{"Contato", []ui.Fact{
			emailFact("E-mail de contato", text(a.Email)), emailFact("E-mail de acesso", text(a.EmailAccount)),
			following("phone", ui.Fact{Label: "Telefone", Value: fmtbr.Phone(text(a.Phone))}), {Label: "Outro telefone", Value: fmtbr.Phone(text(a.PhoneSecondary))},
			{Label: "Em emergência", Value: fmtbr.Join(", ", text(a.EmergencyName), unbroken(fmtbr.Phone(text(a.EmergencyPhone))))},
		}},
		{"Endereço", []ui.Fact{
			{Label: "Endereço", Value: fmtbr.Join(" – ", fmtbr.Join(", ", text(a.Street), text(a.Number)), text(a.Complement), text(a.Neighborhood))},
			{Label: "Cidade", Value: fmtbr.Join("/", text(a.City), text(a.State))}, {Label: "CEP", Value: fmtbr.CEP(text(a.CEP))},
		}},
		{"Saúde", s.healthFacts()},
		{"Prescritor", []ui.Fact{{Label: "Nome", Value: text(a.Prescriber)}, {Label: "Código", Value: text(a.PrescriberCode)}}},
		{"Cadastro", s.registration()},
	}
	for i := range groups {
		groups[i].facts = known(groups[i].facts)
	}
	return groups
}

func (s AssociateSheet) identity() []ui.Fact {
	a := s.Associate
	return []ui.Fact{
		{Label: "Nome completo", Value: text(a.AssociateName)}, {Label: "Nome social", Value: text(a.SocialName)},
		{Label: "CPF", Value: fmtbr.CPF(text(a.AssociateCPF))}, {Label: "RG", Value: fmtbr.Join(" ", text(a.RG), text(a.RGIssuer))},
		{Label: "Nascimento", Value: s.born(a.BirthDate)}, {Label: "Gênero", Value: genderWord(a.Gender)},
		{Label: "Nacionalidade", Value: text(a.Nationality)}, {Label: "Estado civil", Value: text(a.MaritalStatus)},
		{Label: "Ocupação", Value: text(a.Occupation)}, {Label: "Nome da mãe", Value: text(a.MotherName)},
	}
}

func (s AssociateSheet) registration() []ui.Fact {
	a, zone := s.Associate, s.Now.Location()
	facts := []ui.Fact{
		{Label: "Tratamento para", Value: view.TreatmentName(a.ResponsibleType)}, s.inline("tags"),
		{Label: "Como conheceu", Value: text(a.HowFound)}, {Label: "Aceita contato", Value: map[bool]string{true: "Sim", false: "Não"}[a.ContactConsent]},
		{Label: "Termo de adesão", Value: map[bool]string{true: "Assinado", false: "Por assinar"}[a.AdhesionTerm != nil]},
		{Label: "Criado em", Value: fmtbr.DateTime(a.DateCreated, zone)}, {Label: "Alterado em", Value: fmtbr.DateTime(a.DateUpdated, zone)},
	}
	if a.PrivacyConsentAt != nil {
		facts = append(facts, ui.Fact{Label: "Aceite da privacidade", Value: fmtbr.DateTime(*a.PrivacyConsentAt, zone)})
	}
	return facts
}

func (s AssociateSheet) healthFacts() []ui.Fact {
	a := s.Associate
	return []ui.Fact{
		{Label: "Condição de saúde", Value: text(a.HealthCondition)}, {Label: "CID", Value: text(a.ICDCode)},
		{Label: "Medicamentos", Value: text(a.Medications)}, {Label: "Alergias", Value: text(a.Allergies)},
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
func (s AssociateSheet) born(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown() + " (" + fmtbr.Plural(day.YearsUntil(civil.Of(s.Now)), "ano", "anos") + ")"
}

// patientLine tells in a line who a patient is.
func (s AssociateSheet) patientLine(patient associates.Associate) string {
	kind := fmtbr.Join(", ", text(patient.Species), text(patient.Breed))
	return fmtbr.Join("\u00a0· ", kind, text(patient.Relationship), s.born(patient.BirthDate), fmtbr.CPF(text(patient.CPF)), text(patient.HealthCondition))
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
