package mail

import (
	"acolhe/models/backups"
	"acolhe/models/notices"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/mail/letter"
)

var exportReady = letter.Text{
	Subject: "Sua exportação está pronta", Preview: "O arquivo que você pediu pode ser baixado.",
	Paragraphs: []string{"O arquivo da lista que você pediu está pronto. Entre e baixe na página abaixo."},
	Action:     "Abrir a página da exportação", Serves: "O arquivo fica lá até ",
	IfUnexpected: "Se não foi você que pediu, avise a administração.",
}

func backupProblem(_ mail.Message, about backups.ProblemMessage) letter.Text {
	subject, why := "A cópia de segurança falhou", "A cópia de segurança não foi feita: "
	if about.Rehearsal {
		subject, why = "O ensaio da cópia falhou", "A última cópia não voltou inteira no ensaio: "
	}
	return letter.Text{
		Subject: subject, Preview: letter.Line(about.Reason),
		Paragraphs: []string{why + letter.Line(about.Reason), "Abra a página, veja o motivo e faça uma cópia nova."},
		Action:     "Abrir as cópias de segurança",
	}
}

func webhookSwitchedOff(_ mail.Message, about endpoints.SwitchedOffMessage) letter.Text {
	name, why := letter.Line(about.Name), "Nenhuma entrega deu certo em três dias."
	if about.Reason == endpoints.ForGone {
		why = "O servidor respondeu que o endereço não existe mais (410)."
	}
	return letter.Text{
		Subject: "Webhook desligado", Preview: "O webhook “" + name + "” parou de enviar eventos.",
		Paragraphs: []string{"O webhook “" + name + "” foi desligado. " + why,
			"Acerte o servidor e o endereço, ligue o webhook de novo e reenvie o período que faltou na página abaixo."},
		Action: "Abrir o webhook",
	}
}

// noticesMailed has a sentence for each notice.
func noticesMailed(_ mail.Message, about notices.Digest) letter.Text {
	count := fmtbr.Plural(len(about.Sentences), "aviso novo", "avisos novos")
	paragraphs := make([]string, len(about.Sentences))
	for i, sentence := range about.Sentences {
		paragraphs[i] = letter.Line(sentence) + "."
	}
	return letter.Text{
		IsFixed: true, Subject: count, Preview: "Você tem " + count + " no painel.", Paragraphs: paragraphs, Action: "Abrir os avisos",
		IfUnexpected: "Para não receber mais, abra Avisos, Escolher avisos.",
	}
}
