package mail

import (
	"strings"

	"acolhe/models/documents"
	"acolhe/models/mailtexts"
	"acolhe/models/parcels"
	"acolhe/models/platform/mail"
	"acolhe/models/readytexts"
	"acolhe/models/registration"
	"acolhe/models/renewals"
	"acolhe/models/signing"
	"acolhe/models/types/texts"
	"acolhe/views/mail/letter"
)

// longestNote is how much of a note of the staff a mail repeats, in characters.
const longestNote = 500

var registrationComplete = letter.Text{
	Subject: "Cadastro completo", Preview: "Recebemos tudo. A equipe está conferindo.",
	Paragraphs: []string{
		"Recebemos tudo. A equipe está conferindo os seus documentos e a receita.",
		"Você faz parte da associação quando a conferência terminar: avisamos por e-mail. Se faltar algo, dizemos o quê.",
		"Na sua página ficam seus documentos, pedidos e consultas.",
	},
	Action: "Ir para minha página",
}

var registrationWaiting = letter.Text{
	Subject: "Seu cadastro está pela metade", Preview: "Está tudo salvo. Continue de onde parou.",
	Paragraphs: []string{
		"Você começou o seu cadastro e ainda não terminou. Está tudo salvo.",
		"Continue de onde parou, em qualquer aparelho. Ficou com dúvida? Fale com a gente.",
	},
	Action:       "Continuar o cadastro",
	IfUnexpected: "Não quer mais se associar? Não é preciso fazer nada: não escrevemos de novo sobre isso.",
}

// prescriptionEnding asks for a new prescription. The subject names nobody.
func prescriptionEnding(_ mail.Message, about renewals.EndingMessage) letter.Text {
	whose := "Sua receita vence em {data}."
	if about.Patient != "" {
		whose = "A receita de " + about.Patient + " vence em {data}."
	}
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "data", Value: about.Until}},
		Subject: "Uma receita vence em {data}", Preview: "Envie a nova pelo celular.",
		Paragraphs: []string{whose, "Marque a consulta com antecedência. Quando tiver a receita nova, envie uma foto dela pelo celular: leva um minuto."},
		Action:     "Enviar receita nova",
	}
}

func documentAgain(_ mail.Message, about registration.Refusal) letter.Text {
	return letter.Text{
		Subject: "Envie de novo uma foto do documento", Preview: "A equipe precisa de outra foto do seu documento.",
		Paragraphs: []string{"A equipe conferiu o seu documento e precisa de outra foto.",
			"Motivo: " + texts.Truncate(strings.Join(strings.Fields(about.Note), " "), longestNote)},
		Action: "Enviar outra foto",
	}
}

// readyText is what the staff wrote; its own words greet.
func readyText(_ mail.Message, about readytexts.Message) letter.Text {
	subject := letter.Line(about.Subject)
	return letter.Text{IsFixed: true, Subject: subject, Greeting: subject, Preview: texts.Truncate(letter.Line(about.Body), longestNote),
		Paragraphs: strings.Split(about.Body, "\n\n")}
}

func termToSign(_ mail.Message, about signing.Message) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "documento", Value: about.Title}},
		Subject: "Assine o seu termo", Preview: "Leia e assine pelo celular ou pelo computador, em poucos minutos.",
		Paragraphs: []string{
			"O documento “{documento}” está pronto para a sua assinatura.",
			"Abra o link, leia o texto com calma e assine com o dedo ou escrevendo o seu nome. Não é preciso imprimir nada.",
		},
		Action: "Ler e assinar", Serves: ownLink,
		IfUnexpected: "Se ficou com alguma dúvida, fale com a associação antes de assinar.",
	}
}

func termSigned(_ mail.Message, about signing.Message) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "documento", Value: about.Title}},
		Subject: "Termo assinado", Preview: "Guarde a sua cópia do termo e do comprovante.",
		Paragraphs: []string{
			"Recebemos a sua assinatura no documento “{documento}”. Obrigado!",
			"Nesta mensagem vão dois arquivos PDF para você guardar: o termo assinado e o comprovante da assinatura.",
		},
		Action:       "Conferir a assinatura",
		IfUnexpected: "Se não foi você que assinou, {avise}.",
	}
}

func orderSent(_ mail.Message, about parcels.SentMessage) letter.Text {
	c := letter.Text{
		Values:  []mailtexts.Variable{{Name: "número", Value: about.Number}},
		Subject: "Seu pedido foi enviado", Preview: "O pedido nº {número} está a caminho.",
		Paragraphs: []string{"O pedido nº {número} foi enviado."},
		Facts:      [][]letter.Fact{{{"Quem leva", about.Carrier}, {"Código de rastreio", about.TrackingCode}}},
		Action:     "Ver o pedido",
	}
	if about.TrackingCode == "" {
		c.Paragraphs = append(c.Paragraphs, "O código de rastreio aparece na página do pedido quando a transportadora receber o pacote.")
	}
	if about.TrackingAddress != "" {
		c.Paragraphs = append(c.Paragraphs, "Acompanhe em "+letter.Line(about.TrackingAddress))
	}
	return c
}

// documentRefused says in the words of the staff what is wrong; the link opens the place of the document.
func documentRefused(_ mail.Message, about documents.RefusedMessage) letter.Text {
	return letter.Text{
		Subject: "Envie outro documento", Preview: "A equipe conferiu o que você enviou e precisa de outro.",
		Paragraphs: []string{"A equipe conferiu o que você enviou e precisa de outro documento.",
			texts.Truncate(letter.Line(about.Reason), longestNote)},
		Action: "Enviar outro",
	}
}

func documentsAccepted(_ mail.Message, about documents.AcceptedMessage) letter.Text {
	c := letter.Text{
		Subject: "Conferimos seus documentos", Preview: "Está tudo certo.",
		Paragraphs: []string{"Conferimos tudo o que você enviou. Está tudo certo."},
		Action:     "Ir para minha página",
	}
	if about.Expires != "" {
		c.Paragraphs = append(c.Paragraphs, "A receita vale até "+about.Expires+". Avisamos na sua página 30 dias antes.")
	}
	if about.IsMember {
		c.Paragraphs = append(c.Paragraphs, "Você agora faz parte da associação.")
	}
	return c
}
