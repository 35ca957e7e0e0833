package mail

import (
	"acolhe/models/followups"
	"acolhe/models/platform/mail"
	"acolhe/models/recalls"
	"acolhe/views/mail/letter"
)

// recallNotice names the lot, which is on the label, and neither the product nor what it is for.
func recallNotice(_ mail.Message, about recalls.NoticeContent) letter.Text {
	return letter.Text{
		IsFixed: true,
		Subject: "Um aviso importante da associação", Preview: "Leia hoje o que fazer.",
		Paragraphs: []string{
			"Recolhemos o lote " + about.Lot + ". O número está no rótulo do que você recebeu de nós.",
			letter.Line(about.Advice),
			"Depois de ler, toque no botão e diga que leu. Assim sabemos que o aviso chegou.",
		},
		Action: "Li e parei de usar",
	}
}

// followUp asks how a patient is. The subject names nobody and says nothing of health.
func followUp(_ mail.Message, about followups.Message) letter.Text {
	c := letter.Text{
		Subject: "Uma pergunta da associação", Preview: "Quatro perguntas, 1 minuto.",
		Paragraphs: []string{"Como você está? Queremos saber como vão as coisas. São quatro perguntas, e só a equipe vê as respostas."},
		Action:     "Responder",
	}
	if about.Patient != "" {
		c.Paragraphs[0] = "Como " + about.Patient + " está? Queremos saber como vão as coisas. São quatro perguntas, e só a equipe vê as respostas."
	}
	if about.IsReminder {
		c.Paragraphs = append(c.Paragraphs, "É a última vez que perguntamos por agora.")
	}
	c.Paragraphs = append(c.Paragraphs, "O link abre sem senha e vale por 14 dias.")
	return c
}
