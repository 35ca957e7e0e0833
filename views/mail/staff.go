package mail

import (
	"acolhe/models/backups"
	"acolhe/models/notices"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/models/webhooks"
)

var exportReady = content{
	subject: "Sua exportação está pronta", preview: "O arquivo que você pediu pode ser baixado.",
	paragraphs: []string{"O arquivo da lista que você pediu está pronto. Entre e baixe na página abaixo."},
	action:     "Abrir a página da exportação", serves: "O arquivo fica lá até ",
	ifUnexpected: "Se não foi você que pediu, avise a administração.",
}

func backupProblem(_ mail.Message, about backups.ProblemMessage) content {
	subject, why := "A cópia de segurança falhou", "A cópia de segurança não foi feita: "
	if about.Rehearsal {
		subject, why = "O ensaio da cópia falhou", "A última cópia não voltou inteira no ensaio: "
	}
	return content{
		subject: subject, preview: singleLine(about.Reason),
		paragraphs: []string{why + singleLine(about.Reason), "Abra a página, veja o motivo e faça uma cópia nova."},
		action:     "Abrir as cópias de segurança",
	}
}

func webhookSwitchedOff(_ mail.Message, about webhooks.SwitchedOffMessage) content {
	name, why := singleLine(about.Name), "Nenhuma entrega deu certo em três dias."
	if about.Reason == webhooks.ForGone {
		why = "O servidor respondeu que o endereço não existe mais (410)."
	}
	return content{
		subject: "Webhook desligado", preview: "O webhook “" + name + "” parou de enviar eventos.",
		paragraphs: []string{"O webhook “" + name + "” foi desligado. " + why,
			"Acerte o servidor e o endereço, ligue o webhook de novo e reenvie o período que faltou na página abaixo."},
		action: "Abrir o webhook",
	}
}

// noticesMailed has a sentence for each notice.
func noticesMailed(_ mail.Message, about notices.Digest) content {
	count := fmtbr.Plural(len(about.Sentences), "aviso novo", "avisos novos")
	paragraphs := make([]string, len(about.Sentences))
	for i, sentence := range about.Sentences {
		paragraphs[i] = singleLine(sentence) + "."
	}
	return content{
		isFixed: true, subject: count, preview: "Você tem " + count + " no painel.", paragraphs: paragraphs, action: "Abrir os avisos",
		ifUnexpected: "Para não receber mais, abra Avisos, Escolher avisos.",
	}
}
