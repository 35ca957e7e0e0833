package mail

import (
	"strings"

	"acolhe/models/appointments"
	"acolhe/models/platform/mail"
	people "acolhe/views/panel/professionals"
)

func appointmentBooked(_ mail.Message, about appointments.Message) content {
	return appointment(about, content{subject: "Consulta marcada", preview: "Confirme a presença ou peça outro horário.",
		paragraphs: []string{named(about, "A consulta%s está marcada.", "Suas consultas estão marcadas.")}})
}

func appointmentMoved(_ mail.Message, about appointments.Message) content {
	return appointment(about, content{subject: "Consulta remarcada", preview: "Confirme a presença no novo horário ou peça outro.",
		paragraphs: []string{named(about, "A consulta%s mudou. Agora fica assim:", "Suas consultas mudaram. Agora fica assim:")}})
}

func appointmentReminder(_ mail.Message, about appointments.Message) content {
	return appointment(about, content{subject: "Sua consulta é amanhã", preview: "Confirme a presença ou peça outro horário.",
		paragraphs: []string{named(about, "Lembrete da consulta%s:", "Lembrete das suas consultas:")}})
}

func appointmentCancelled(_ mail.Message, about appointments.Message) content {
	c := content{subject: "Consulta desmarcada", preview: "Esta consulta não acontece mais.",
		paragraphs: []string{named(about, "A consulta%s foi desmarcada:", "Estas consultas foram desmarcadas:")}}
	c.list(about)
	c.serves = ownLink
	c.action, c.ifUnexpected = "Ver o que mudou", "Para marcar outro horário, fale com a associação."
	return c
}

// ownLink is the sentence before the expiry of a link that is used more than once.
const ownLink = "O link é só seu e vale até "

// appointment adds the appointments to a letter, and what their associate can do.
func appointment(about appointments.Message, c content) content {
	c.list(about)
	c.serves, c.action = ownLink, "Confirmar, trocar ou cancelar"
	c.ifUnexpected = "O arquivo consulta.ics põe a consulta na agenda do celular. Não pode ir? Avise neste link, ou {avise}."
	c.changeUntil = about.Until
	return c
}

// named is the first sentence: with the first name of the patient, if the letter is about one appointment of a patient.
func named(about appointments.Message, one, many string) string {
	if len(about.Appointments) > 1 {
		return many
	}
	of := ""
	if len(about.Visits) == 1 && about.Visits[0].Patient != "" {
		of = " de " + singleLine(about.Visits[0].Patient)
	}
	return strings.Replace(one, "%s", of, 1)
}

// list adds the facts of each appointment; a letter from before there were facts has a line for each.
func (c *content) list(about appointments.Message) {
	if len(about.Visits) == 0 {
		for _, appointment := range about.Appointments {
			c.paragraphs = append(c.paragraphs, singleLine(appointment))
		}
		return
	}
	for _, visit := range about.Visits {
		c.facts = append(c.facts, []fact{{"O quê", people.VisitName(visit.Type)}, {"Com quem", visit.With}, {"Para quem", visit.Patient},
			{"Quando", visit.When},
			{"Onde", visit.Where}, {"Preço", visit.Price}})
	}
}
