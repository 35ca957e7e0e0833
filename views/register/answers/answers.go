// Package answers shows the answers of an associate by phase: before a phase is locked, all of them, and in the profile.
package answers

import (
	"cmp"
	"slices"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/registration"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/register"
	"acolhe/views/register/documents"
	"acolhe/views/register/steps"
	"acolhe/views/ui/control"
)

// section is a group of answers of one phase; Edit is the step that changes them while it may.
type section struct {
	title, edit string
	// remove is the row of the patient whom the section can remove.
	remove  string
	phase   int
	answers []answer
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
	all := slices.Concat([]section{
		{title: "Contato", answers: []answer{
			{label: "Celular", lines: []string{steps.Shown(row, "phone")}, edit: register.Home + "/celular"},
			{label: "E-mail", lines: []string{texts.Of(row.EmailAccount)}, edit: register.Home + "/email"},
		}},
		{title: "Dados pessoais", phase: registration.OwnData, edit: register.Home + "/nome", answers: []answer{
			{label: "Nome completo", lines: []string{texts.Of(row.AssociateName)}}, {label: "CPF", lines: []string{steps.Shown(row, "associate_cpf")}},
			{label: "Nascimento", lines: []string{steps.Shown(row, "birth_date")}, edit: register.Home + "/nascimento"},
			{label: "Gênero", lines: []string{control.LabelOf(steps.GenderOptions(), steps.Shown(row, "gender"))}, edit: register.Home + "/genero"},
			{label: "RG", lines: []string{fmtbr.Join(" ", texts.Of(row.RG), texts.Of(row.RGIssuer))}, edit: register.Home + "/rg"},
			{label: "Nacionalidade", lines: []string{texts.Of(row.Nationality)}, edit: register.Home + "/dados-do-termo"},
			{label: "Estado civil", lines: []string{texts.Of(row.MaritalStatus)}, edit: register.Home + "/dados-do-termo"},
			{label: "Profissão", lines: []string{texts.Of(row.Occupation)}, edit: register.Home + "/dados-do-termo"},
			{label: "Endereço", lines: addressLines(row), edit: register.Home + "/endereco"},
		}},
	}, treatmentSections(progress), []section{
		{title: "Documentos", phase: registration.Documents, edit: register.Home + "/documentos", answers: documentAnswers(progress)},
		{title: "Termo de associação", phase: registration.Signature, answers: []answer{{label: "Situação", lines: []string{termState(row)}}}},
		{title: "Receita", phase: registration.Prescription, edit: register.Home + "/receita", answers: prescriptionAnswers(progress)},
	})
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
	return []string{street, fmtbr.Join(", ", texts.Of(row.Neighborhood), texts.Of(row.City)+"/"+texts.Of(row.State), steps.Shown(row, "cep"))}
}

// treatmentSections are for whom the treatment is, and each patient.
func treatmentSections(progress registration.Progress) []section {
	label := ""
	if kind := progress.Row.ResponsibleType; kind != nil {
		label = steps.Field{Name: "responsible_type"}.Named(string(*kind))
	}
	all := []section{{title: "Quem vai se tratar", phase: registration.Treatment, edit: register.Home + "/tratamento",
		answers: []answer{{label: "Tratamento", lines: []string{label}}}}}
	for _, patient := range progress.Patients {
		all = append(all, patientSection(patient, progress))
	}
	return all
}

// born formats a birth date with the age.
func born(day *civil.Date, today civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown() + " (" + fmtbr.Plural(day.YearsUntil(today), "ano", "anos") + ")"
}

func patientSection(patient associates.Associate, progress registration.Progress) section {
	id := strconv.FormatInt(patient.ID, 10)
	slug := "paciente"
	if registration.IsAnimal(progress.Row, patient) {
		slug = "animal"
	}
	name := fmtbr.Join(" ", texts.Of(patient.Name), texts.Of(patient.LastName))
	patients := section{title: cmp.Or(name, "Sem nome"), phase: registration.Treatment, edit: steps.Step{Slug: slug, Patient: id}.Href(), remove: id}
	if slug == "animal" {
		patients.answers = []answer{{label: "Espécie", lines: []string{texts.Of(patient.Species)}},
			{label: "Nascimento", lines: []string{steps.Shown(patient, "birth_date")}}}
		return patients
	}
	patients.answers = []answer{{label: "CPF", lines: []string{steps.Shown(patient, "cpf")}},
		{label: "Parentesco", lines: []string{texts.Of(patient.Relationship)}},
		{label: "Nascimento", lines: []string{born(patient.BirthDate, progress.Today)}}}
	return patients
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
		answers = append(answers, answer{label: files.DocType(identity.DocType).Label() + " de " + steps.NameOf(identity.Person(), progress),
			lines: []string{state}})
	}
	return answers
}

func termState(row associates.Associate) string {
	if row.AdhesionTerm == nil {
		return "Ainda não assinado"
	}
	return "Assinado"
}

func prescriptionAnswers(progress registration.Progress) []answer {
	var answers []answer
	for _, kind := range documents.PaperKinds() {
		var names []string
		for _, sent := range progress.Sent(kind.DocKind) {
			names = append(names, sent.FileName)
		}
		if len(names) == 0 {
			names = []string{"Nenhum arquivo"}
		}
		answers = append(answers, answer{label: kind.Title, lines: names})
	}
	return answers
}
