package mail

import (
	"strings"

	"acolhe/models/platform/mail"
)

// appointment is a letter about one or several appointments, each in a line of the message's text.
func appointment(message mail.Message) content {
	c := map[mail.Kind]content{
		mail.AppointmentBooked: {subject: "Consulta marcada", preview: "Confirme a presença ou peça outro horário.",
			paragraphs: []string{"Sua consulta está marcada:"}},
		mail.AppointmentMoved: {subject: "Consulta remarcada", preview: "Confirme a presença no novo horário ou peça outro.",
			paragraphs: []string{"Sua consulta mudou. Agora fica assim:"}},
		mail.AppointmentReminder: {subject: "Sua consulta é amanhã", preview: "Confirme a presença ou peça outro horário.",
			paragraphs: []string{"Lembrete da sua consulta:"}},
		mail.AppointmentCancelled: {subject: "Consulta desmarcada", preview: "A associação desmarcou a sua consulta.",
			paragraphs: []string{"Esta consulta foi desmarcada:"}},
	}[message.Kind]
	for line := range strings.Lines(message.Text) {
		c.paragraphs = append(c.paragraphs, singleLine(line))
	}
	c.serves = "O link é só seu e vale até "
	if message.Kind == mail.AppointmentCancelled {
		c.action, c.ifUnexpected = "Ver o que mudou", "Para marcar outro horário, fale com a associação."
		return c
	}
	c.paragraphs = append(c.paragraphs, "O arquivo anexo põe a consulta na agenda do seu celular.")
	c.action = "Confirmar ou pedir outro horário"
	c.ifUnexpected = "Se não vai poder ir, avise por este link ou fale com a associação."
	return c
}
