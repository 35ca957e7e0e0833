package mail

import (
	"acolhe/models/documents"
	"acolhe/models/platform/mail"
	"acolhe/models/types/texts"
)

// documentRefused says in the words of the staff what is wrong; the link opens the place of the document.
func documentRefused(_ mail.Message, about documents.RefusedMessage) content {
	return content{
		subject: "Envie outro documento", preview: "A equipe conferiu o que você enviou e precisa de outro.",
		paragraphs: []string{"A equipe conferiu o que você enviou e precisa de outro documento.",
			texts.Truncate(singleLine(about.Reason), longestNote)},
		action: "Enviar outro",
	}
}

func documentsAccepted(_ mail.Message, about documents.AcceptedMessage) content {
	c := content{
		subject: "Conferimos seus documentos", preview: "Está tudo certo.",
		paragraphs: []string{"Conferimos tudo o que você enviou. Está tudo certo."},
		action:     "Ir para minha página",
	}
	if about.Expires != "" {
		c.paragraphs = append(c.paragraphs, "A receita vale até "+about.Expires+". Avisamos na sua página 30 dias antes.")
	}
	if about.IsMember {
		c.paragraphs = append(c.paragraphs, "Você agora faz parte da associação.")
	}
	return c
}
