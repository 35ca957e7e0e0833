package mail

import (
	"acolhe/models/bookings"
	"acolhe/models/platform/mail"
)

func appointmentBooked(_ mail.Message, about bookings.Message) content {
	return appointment(about, content{subject: "Consulta marcada", preview: "Confirme a presença ou peça outro horário.",
		paragraphs: []string{"Sua consulta está marcada:"}})
}

func appointmentMoved(_ mail.Message, about bookings.Message) content {
	return appointment(about, content{subject: "Consulta remarcada", preview: "Confirme a presença no novo horário ou peça outro.",
		paragraphs: []string{"Sua consulta mudou. Agora fica assim:"}})
}

func appointmentReminder(_ mail.Message, about bookings.Message) content {
	return appointment(about, content{subject: "Sua consulta é amanhã", preview: "Confirme a presença ou peça outro horário.",
		paragraphs: []string{"Lembrete da sua consulta:"}})
}

func appointmentCancelled(_ mail.Message, about bookings.Message) content {
	c := content{subject: "Consulta desmarcada", preview: "A associação desmarcou a sua consulta.",
		paragraphs: []string{"Esta consulta foi desmarcada:"}}
	c.list(about)
	c.serves = ownLink
	c.action, c.ifUnexpected = "Ver o que mudou", "Para marcar outro horário, fale com a associação."
	return c
}

// ownLink is the sentence before the expiry of a link that is used more than once.
const ownLink = "O link é só seu e vale até "

// appointment adds the appointments to a letter, and what their associate can do.
func appointment(about bookings.Message, c content) content {
	c.list(about)
	c.paragraphs = append(c.paragraphs, "O arquivo anexo põe a consulta na agenda do seu celular.")
	c.serves, c.action = ownLink, "Confirmar ou pedir outro horário"
	c.ifUnexpected = "Não pode ir? Avise neste link ou fale com a associação."
	return c
}

// list adds a paragraph for each appointment.
func (c *content) list(about bookings.Message) {
	for _, appointment := range about.Appointments {
		c.paragraphs = append(c.paragraphs, singleLine(appointment))
	}
}
