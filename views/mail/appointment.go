package mail

import (
	"strings"

	"acolhe/models/appointments"
	"acolhe/models/platform/mail"
	"acolhe/views/mail/letter"
	people "acolhe/views/panel/professionals"
)

func appointmentBooked(_ mail.Message, about appointments.Message) letter.Text {
	return appointment(about, letter.Text{Subject: "Consulta marcada", Preview: "Confirme a presença ou peça outro horário.",
		Paragraphs: []string{named(about, "A consulta%s está marcada.", "Suas consultas estão marcadas.")}})
}

func appointmentMoved(_ mail.Message, about appointments.Message) letter.Text {
	return appointment(about, letter.Text{Subject: "Consulta remarcada", Preview: "Confirme a presença no novo horário ou peça outro.",
		Paragraphs: []string{named(about, "A consulta%s mudou. Agora fica assim:", "Suas consultas mudaram. Agora fica assim:")}})
}

func appointmentReminder(_ mail.Message, about appointments.Message) letter.Text {
	return appointment(about, letter.Text{Subject: "Sua consulta é amanhã", Preview: "Confirme a presença ou peça outro horário.",
		Paragraphs: []string{named(about, "Lembrete da consulta%s:", "Lembrete das suas consultas:")}})
}

func appointmentCancelled(_ mail.Message, about appointments.Message) letter.Text {
	c := letter.Text{Subject: "Consulta desmarcada", Preview: "Esta consulta não acontece mais.",
		Paragraphs: []string{named(about, "A consulta%s foi desmarcada:", "Estas consultas foram desmarcadas:")}}
	c = listed(c, about)
	c.Serves = ownLink
	c.Action, c.IfUnexpected = "Ver o que mudou", "Para marcar outro horário, fale com a associação."
	return c
}

// ownLink is the sentence before the expiry of a link that is used more than once.
const ownLink = "O link é só seu e vale até "

// appointment adds the appointments to a letter, and what their associate can do.
func appointment(about appointments.Message, c letter.Text) letter.Text {
	c = listed(c, about)
	c.Serves, c.Action = ownLink, "Confirmar, trocar ou cancelar"
	c.IfUnexpected = "O arquivo consulta.ics põe a consulta na agenda do celular. Não pode ir? Avise neste link, ou {avise}."
	c.ChangeUntil = about.Until
	return c
}

// named is the first sentence: with the first name of the patient, if the letter is about one appointment of a patient.
func named(about appointments.Message, one, many string) string {
	if len(about.Appointments) > 1 {
		return many
	}
	of := ""
	if len(about.Visits) == 1 && about.Visits[0].Patient != "" {
		of = " de " + letter.Line(about.Visits[0].Patient)
	}
	return strings.Replace(one, "%s", of, 1)
}

// listed adds the facts of each appointment; a letter from before there were facts has a line for each.
func listed(c letter.Text, about appointments.Message) letter.Text {
	if len(about.Visits) == 0 {
		for _, appointment := range about.Appointments {
			c.Paragraphs = append(c.Paragraphs, letter.Line(appointment))
		}
		return c
	}
	for _, visit := range about.Visits {
		c.Facts = append(c.Facts, []letter.Fact{{"O quê", people.VisitName(visit.Type)}, {"Com quem", visit.With}, {"Para quem", visit.Patient},
			{"Quando", visit.When},
			{"Onde", visit.Where}, {"Preço", visit.Price}})
	}
	return c
}
