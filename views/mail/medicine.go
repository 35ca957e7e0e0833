package mail

import (
	"acolhe/models/followups"
	"acolhe/models/platform/mail"
	"acolhe/models/recalls"
)

// recallNotice names the lot, which is on the label, and neither the product nor what it is for.
func recallNotice(_ mail.Message, about recalls.NoticeContent) content {
	return content{
		isFixed: true,
		subject: "Um aviso importante da associação", preview: "Leia hoje o que fazer.",
		paragraphs: []string{
			"Recolhemos o lote " + about.Lot + ". O número está no rótulo do que você recebeu de nós.",
			singleLine(about.Advice),
			"Depois de ler, toque no botão e diga que leu. Assim sabemos que o aviso chegou.",
		},
		action: "Li e parei de usar",
	}
}

// followUp asks how a patient is. The subject names nobody and says nothing of health.
func followUp(_ mail.Message, about followups.Message) content {
	c := content{
		subject: "Uma pergunta da associação", preview: "Quatro perguntas, 1 minuto.",
		paragraphs: []string{"Como você está? Queremos saber como vão as coisas. São quatro perguntas, e só a equipe vê as respostas."},
		action:     "Responder",
	}
	if about.Patient != "" {
		c.paragraphs[0] = "Como " + about.Patient + " está? Queremos saber como vão as coisas. São quatro perguntas, e só a equipe vê as respostas."
	}
	if about.IsReminder {
		c.paragraphs = append(c.paragraphs, "É a última vez que perguntamos por agora.")
	}
	c.paragraphs = append(c.paragraphs, "O link abre sem senha e vale por 14 dias.")
	return c
}
