package answers

import (
	"acolhe/models/associates"
	"acolhe/models/registration"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/register"
	"acolhe/views/register/steps"
)

// profile returns the answers shown in the profile.
func profile(progress registration.Progress) []section {
	row := progress.Row
	return []section{
		{title: "Contato e endereço", answers: []answer{
			{label: "Celular", lines: []string{steps.Shown(row, "phone")}, edit: register.Home + "/celular"},
			{label: "E-mail", lines: emailLines(row), edit: register.Home + "/email"},
			{label: "Endereço", lines: addressLines(row), edit: register.Home + "/endereco"},
		}},
		{title: "Cadastro", phase: registration.OwnData, answers: []answer{
			{label: "Nome completo", lines: []string{texts.Of(row.AssociateName)}}, {label: "CPF", lines: []string{steps.Shown(row, "associate_cpf")}},
			{label: "Nascimento", lines: []string{steps.Shown(row, "birth_date")}},
		}},
		{title: "Pacientes", phase: registration.Treatment, answers: patientAnswers(progress)},
	}
}

// emailLines returns the e-mail, and the one that waits for confirmation.
func emailLines(row associates.Associate) []string {
	lines := []string{texts.Of(row.EmailAccount)}
	if row.PendingEmail != nil {
		lines = append(lines, "Aguarda confirmação: "+*row.PendingEmail)
	}
	return lines
}

func patientAnswers(progress registration.Progress) []answer {
	if len(progress.Patients) == 0 {
		return []answer{{label: "Tratamento", lines: []string{"Para mim"}}}
	}
	var answers []answer
	for _, patient := range progress.Patients {
		answers = append(answers, answer{label: steps.Relation(patient),
			lines: []string{fmtbr.Join(" ", texts.Of(patient.Name), texts.Of(patient.LastName))}})
	}
	return answers
}
