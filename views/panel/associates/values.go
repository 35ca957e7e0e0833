package associates

import (
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// maritalStatuses are usual values; others can be typed.
func maritalStatuses() []string {
	return []string{"Solteiro(a)", "Casado(a)", "União estável", "Divorciado(a)", "Separado(a)", "Viúvo(a)"}
}

// waysToFind are usual answers to the question of how a person found the association; others can be typed.
func waysToFind() []string {
	return []string{"Indicação de médico", "Indicação de amigo ou familiar", "Instagram", "Google", "Evento", "Imprensa"}
}

// Values of the filter by patients.
const (
	withPatients    = "com"
	withoutPatients = "sem"
)

func patientOptions() []control.Option {
	return []control.Option{{Value: withPatients, Label: "Com pacientes"}, {Value: withoutPatients, Label: "Sem pacientes"}}
}

func dayOptions() []control.Option {
	return []control.Option{{Value: "30", Label: "Há 30 dias"}, {Value: "90", Label: "Há 90 dias"}, {Value: "180", Label: "Há 180 dias"},
		{Value: "365", Label: "Há um ano"}}
}

func stalledOptions() []control.Option {
	return []control.Option{{Value: strconv.Itoa(associates.StalledDays), Label: "Há 7 dias"}, {Value: "30", Label: "Há 30 dias"},
		{Value: "90", Label: "Há 90 dias"}}
}

func membershipOptions() []control.Option {
	var options []control.Option
	for _, status := range associates.MembershipStatuses() {
		options = append(options, control.Option{Value: MembershipSlug(status), Label: MembershipName(status)})
	}
	return options
}

// MembershipSlug returns a membership status in the form of addresses and saved views.
func MembershipSlug(status associates.MembershipStatus) string {
	return map[associates.MembershipStatus]string{
		associates.Enrolled: "associado", associates.Joining: "em-cadastro",
		associates.AwaitingSignature: "assinatura-pendente", associates.InvalidDocuments: "documentos-invalidos",
	}[status]
}

// MembershipName returns the name of a membership status.
func MembershipName(status associates.MembershipStatus) string {
	return map[associates.MembershipStatus]string{
		associates.Enrolled: "Associado", associates.Joining: "Em cadastro",
		associates.AwaitingSignature: "Assinatura pendente", associates.InvalidDocuments: "Documentos inválidos",
	}[status]
}

// MembershipBadge shows a membership status; its word carries the meaning, the tone repeats it.
func MembershipBadge(status associates.MembershipStatus) ui.Badge {
	tones := map[associates.MembershipStatus]ui.Tone{
		associates.Enrolled: ui.Good, associates.Joining: ui.Info,
		associates.AwaitingSignature: ui.Warn, associates.InvalidDocuments: ui.Bad,
	}
	return ui.Badge{Tone: tones[status], Text: MembershipName(status)}
}

func treatmentOptions() []control.Option {
	return []control.Option{{Value: string(associates.ForSelf), Label: "A própria pessoa"},
		{Value: string(associates.ForOtherPerson), Label: "Outra pessoa"},
		{Value: string(associates.ForPet), Label: "Um animal"}}
}

// treatment returns the kind of patient for whom an associate seeks treatment.
func treatment(a *associates.Listed) string {
	return control.LabelOf(treatmentOptions(), texts.Of(a.ResponsibleType))
}

func genderOptions() []control.Option {
	return []control.Option{{Value: string(associates.Female), Label: "Feminino"}, {Value: string(associates.Male), Label: "Masculino"},
		{Value: string(associates.OtherGender), Label: "Outro"}, {Value: string(associates.NotInformed), Label: "Prefere não informar"}}
}

func patients(a *associates.Listed) string {
	if a.Patients == 0 {
		return "–"
	}
	return strconv.Itoa(a.Patients)
}

func birthDate(a *associates.Listed) string { return shownDay(a.BirthDate) }

func shownDay(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown()
}

func birthDay(a *associates.Listed, _ *time.Location) string {
	if a.BirthDate == nil {
		return ""
	}
	return a.BirthDate.String()
}

func lastOrder(a *associates.Listed, now time.Time) ui.Content {
	if a.LastOrder == nil {
		return ui.Literal("–")
	}
	return ui.Literal(fmtbr.Date(*a.LastOrder, now.Location()))
}

func lastOrderDay(a *associates.Listed, zone *time.Location) string {
	if a.LastOrder == nil {
		return ""
	}
	return sheet.Day(*a.LastOrder, zone)
}

// ServiceName returns the name of a service by the type of its professional; a type added by the association has its
// own name.
func ServiceName(kind string) string {
	words, shipped := map[string]string{"medic": "Consulta médica", "dentist": "Consulta odontológica", "psychologist": "Consulta psicológica",
		"veterinarian": "Consulta veterinária", "therapist": "Terapia", "lawyer": "Consulta jurídica"}[kind]
	if !shipped {
		return kind
	}
	return words
}

// NoteAuthor returns the author of an annotation; a token has no name.
func NoteAuthor(note associates.Annotation) string {
	if note.UserName == "" {
		return "integração"
	}
	return note.UserName
}
