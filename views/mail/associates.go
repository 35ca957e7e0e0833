package mail

import (
	"strings"

	"acolhe/models/mailtexts"
	"acolhe/models/parcels"
	"acolhe/models/platform/mail"
	"acolhe/models/readytexts"
	"acolhe/models/registration"
	"acolhe/models/renewals"
	"acolhe/models/signing"
	"acolhe/models/types/texts"
)

// longestNote is how much of a note of the staff a mail repeats, in characters.
const longestNote = 500

var registrationComplete = content{
	subject: "Cadastro completo", preview: "Recebemos tudo. A equipe está conferindo.",
	paragraphs: []string{
		"Recebemos tudo. A equipe está conferindo os seus documentos e a receita.",
		"Você faz parte da associação quando a conferência terminar: avisamos por e-mail. Se faltar algo, dizemos o quê.",
		"Na sua página ficam seus documentos, pedidos e consultas.",
	},
	action: "Ir para minha página",
}

var registrationWaiting = content{
	subject: "Seu cadastro está pela metade", preview: "Está tudo salvo. Continue de onde parou.",
	paragraphs: []string{
		"Você começou o seu cadastro e ainda não terminou. Está tudo salvo.",
		"Continue de onde parou, em qualquer aparelho. Ficou com dúvida? Fale com a gente.",
	},
	action:       "Continuar o cadastro",
	ifUnexpected: "Não quer mais se associar? Não é preciso fazer nada: não escrevemos de novo sobre isso.",
}

// prescriptionEnding asks for a new prescription. The subject names nobody.
func prescriptionEnding(_ mail.Message, about renewals.EndingMessage) content {
	whose := "Sua receita vence em {data}."
	if about.Patient != "" {
		whose = "A receita de " + about.Patient + " vence em {data}."
	}
	return content{
		values:  []mailtexts.Variable{{Name: "data", Value: about.Until}},
		subject: "Uma receita vence em {data}", preview: "Envie a nova pelo celular.",
		paragraphs: []string{whose, "Marque a consulta com antecedência. Quando tiver a receita nova, envie uma foto dela pelo celular: leva um minuto."},
		action:     "Enviar receita nova",
	}
}

func documentAgain(_ mail.Message, about registration.Refusal) content {
	return content{
		subject: "Envie de novo uma foto do documento", preview: "A equipe precisa de outra foto do seu documento.",
		paragraphs: []string{"A equipe conferiu o seu documento e precisa de outra foto.",
			"Motivo: " + texts.Truncate(strings.Join(strings.Fields(about.Note), " "), longestNote)},
		action: "Enviar outra foto",
	}
}

// readyText is what the staff wrote; its own words greet.
func readyText(_ mail.Message, about readytexts.Message) content {
	subject := singleLine(about.Subject)
	return content{isFixed: true, subject: subject, greeting: subject, preview: texts.Truncate(singleLine(about.Body), longestNote),
		paragraphs: strings.Split(about.Body, "\n\n")}
}

func termToSign(_ mail.Message, about signing.Message) content {
	return content{
		values:  []mailtexts.Variable{{Name: "documento", Value: about.Title}},
		subject: "Assine o seu termo", preview: "Leia e assine pelo celular ou pelo computador, em poucos minutos.",
		paragraphs: []string{
			"O documento “{documento}” está pronto para a sua assinatura.",
			"Abra o link, leia o texto com calma e assine com o dedo ou escrevendo o seu nome. Não é preciso imprimir nada.",
		},
		action: "Ler e assinar", serves: ownLink,
		ifUnexpected: "Se ficou com alguma dúvida, fale com a associação antes de assinar.",
	}
}

func termSigned(_ mail.Message, about signing.Message) content {
	return content{
		values:  []mailtexts.Variable{{Name: "documento", Value: about.Title}},
		subject: "Termo assinado", preview: "Guarde a sua cópia do termo e do comprovante.",
		paragraphs: []string{
			"Recebemos a sua assinatura no documento “{documento}”. Obrigado!",
			"Nesta mensagem vão dois arquivos PDF para você guardar: o termo assinado e o comprovante da assinatura.",
		},
		action:       "Conferir a assinatura",
		ifUnexpected: "Se não foi você que assinou, {avise}.",
	}
}

func orderSent(_ mail.Message, about parcels.SentMessage) content {
	c := content{
		values:  []mailtexts.Variable{{Name: "número", Value: about.Number}},
		subject: "Seu pedido foi enviado", preview: "O pedido nº {número} está a caminho.",
		paragraphs: []string{"O pedido nº {número} foi enviado."},
		facts:      [][]fact{{{"Quem leva", about.Carrier}, {"Código de rastreio", about.TrackingCode}}},
		action:     "Ver o pedido",
	}
	if about.TrackingCode == "" {
		c.paragraphs = append(c.paragraphs, "O código de rastreio aparece na página do pedido quando a transportadora receber o pacote.")
	}
	if about.TrackingAddress != "" {
		c.paragraphs = append(c.paragraphs, "Acompanhe em "+singleLine(about.TrackingAddress))
	}
	return c
}
