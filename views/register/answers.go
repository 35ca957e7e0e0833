package register

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/registration"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// section is a group of answers of one phase; Edit is the step that changes them while it may.
type section struct {
	title, edit string
	phase       int
	answers     []answer
}

// answer is a question with its answer, in one or several lines. Edit is a step of its own.
type answer struct {
	label, edit string
	lines       []string
}

// isLocked reports whether the associate can no longer change the answers of the section.
func (s section) isLocked(progress registration.Progress) bool {
	return s.phase > 0 && (s.phase < progress.Phase || registration.IsComplete(progress.Row))
}

// sections returns the answers of an associate up to a phase.
func sections(progress registration.Progress, upTo int) []section {
	row := progress.Row
	all := []section{
		{title: "Contato", answers: []answer{
			{label: "Celular", lines: []string{shown(row, "phone")}, edit: Home + "/celular"},
			{label: "E-mail", lines: []string{texts.Of(row.EmailAccount)}, edit: Home + "/email"},
		}},
		{title: "Dados pessoais", phase: registration.OwnData, edit: Home + "/nome", answers: []answer{
			{label: "Nome completo", lines: []string{texts.Of(row.AssociateName)}}, {label: "CPF", lines: []string{shown(row, "associate_cpf")}},
			{label: "Nascimento", lines: []string{shown(row, "birth_date")}, edit: Home + "/nascimento"},
			{label: "Endereço", lines: addressLines(row), edit: Home + "/endereco"},
		}},
		{title: "Quem vai se tratar", phase: registration.Treatment, edit: Home + "/tratamento", answers: treatedAnswers(progress)},
		{title: "Documentos", phase: registration.Documents, edit: Home + "/documentos", answers: documentAnswers(progress)},
		{title: "Termo de associação", phase: registration.Signature, answers: []answer{{label: "Situação", lines: []string{termState(row)}}}},
		{title: "Receita", phase: registration.Prescription, edit: Home + "/receita", answers: prescriptionAnswers(progress)},
	}
	var shownSections []section
	for _, one := range all {
		if one.phase <= upTo {
			shownSections = append(shownSections, one)
		}
	}
	return shownSections
}

func addressLines(row associates.Associate) []string {
	if row.Street == nil {
		return nil
	}
	street := fmtbr.Join(", ", texts.Of(row.Street), texts.Of(row.Number), texts.Of(row.Complement))
	return []string{street, fmtbr.Join(", ", texts.Of(row.Neighborhood), texts.Of(row.City)+"/"+texts.Of(row.State), shown(row, "cep"))}
}

func treatedAnswers(progress registration.Progress) []answer {
	treated, found := registration.Treated(progress.Row, progress.Patients)
	if !found {
		return []answer{{label: "Tratamento", lines: []string{"Para mim"}}}
	}
	name := fmtbr.Join(" ", texts.Of(treated.Name), texts.Of(treated.LastName))
	if *progress.Row.ResponsibleType == associates.ForPet {
		return []answer{{label: "Nome", lines: []string{name}, edit: Home + "/animal"}, {label: "Espécie", lines: []string{texts.Of(treated.Species)}},
			{label: "Nascimento", lines: []string{shown(treated, "birth_date")}}}
	}
	return []answer{{label: "Nome", lines: []string{name}, edit: Home + "/paciente"}, {label: "CPF", lines: []string{shown(treated, "cpf")}},
		{label: "Parentesco", lines: []string{texts.Of(treated.Relationship)}}, {label: "Nascimento", lines: []string{born(treated.BirthDate, progress.Today)}}}
}

// born formats a birth date with the age.
func born(day *civil.Date, today civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown() + " (" + fmtbr.Plural(day.YearsUntil(today), "ano", "anos") + ")"
}

func documentAnswers(progress registration.Progress) []answer {
	var answers []answer
	for _, identity := range progress.Documents.Identities {
		state := "Faltam fotos"
		switch {
		case len(identity.Missing) == 0 && len(identity.Slots) == 1:
			state = "Frente"
		case len(identity.Missing) == 0:
			state = "Frente e verso"
		}
		answers = append(answers, answer{label: strings.ToUpper(identity.DocType) + " de " + nameOf(identity.Subject, progress), lines: []string{state}})
	}
	return answers
}

func nameOf(subject string, progress registration.Progress) string {
	if subject == registration.Patient {
		return Named("{paciente}", progress)
	}
	return firstName(progress.Row)
}

func termState(row associates.Associate) string {
	if row.AdhesionTerm == nil {
		return "Ainda não assinado"
	}
	return "Assinado"
}

func prescriptionAnswers(progress registration.Progress) []answer {
	var answers []answer
	for _, kind := range sentKinds() {
		var names []string
		for _, sent := range progress.Sent(kind.docKind) {
			names = append(names, sent.FileName)
		}
		if len(names) == 0 {
			names = []string{"Nenhum arquivo"}
		}
		answers = append(answers, answer{label: kind.title, lines: names})
	}
	return answers
}

// sentKind is a kind of document of the last phase.
type sentKind struct {
	docKind, title string
	isOptional     bool
}

func sentKinds() []sentKind {
	return []sentKind{{"prescription", "Receita", false}, {"report", "Laudo médico", true}, {"exam", "Exames", true}}
}
