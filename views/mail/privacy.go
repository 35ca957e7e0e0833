package mail

import (
	"strings"

	"acolhe/models/consents"
	"acolhe/models/erasure"
	"acolhe/models/incidents"
	"acolhe/models/lifeevents"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/models/privacy"
	"acolhe/models/retention"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/mail/letter"
)

func retentionAnnounced(_ mail.Message, about retention.Announcement) letter.Text {
	first := "No primeiro dia nada passou do prazo."
	if len(about.Lines) > 0 {
		first = "No primeiro dia saem " + fmtbr.And(about.Lines) + "."
	}
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "dia", Value: about.Begins}},
		Subject: "Os prazos de guarda foram ligados", Preview: "Nada sai antes de " + about.Begins + ".",
		Paragraphs: []string{
			"Os prazos de guarda foram ligados. Nada sai antes de {dia}.", first,
			"Confira os prazos, quem sai e quem precisa ficar. Até lá, você pode mudar, pausar ou desligar.",
		},
		Action: "Ver o que sai e quando",
	}
}

func registrationLeaving(_ mail.Message, about retention.Farewell) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "dia", Value: about.Day}},
		Subject: "Seu cadastro vai ser apagado", Preview: "Continue até " + about.Day + " para guardar o que já preencheu.",
		Paragraphs: []string{
			"Você começou um cadastro e não terminou. Em {dia}, apagamos o que você preencheu.",
			"Para guardar, entre e continue de onde parou. Se não quiser mais, não precisa fazer nada.",
		},
		Action: "Continuar o cadastro",
	}
}

// incidentNotice has the text of the association between what is always said: what was seen, and where to ask.
func incidentNotice(_ mail.Message, about incidents.NoticeContent) letter.Text {
	seen := "dados do seu cadastro"
	if len(about.Seen) > 0 {
		seen = fmtbr.And(about.Seen)
	}
	return letter.Text{
		IsFixed: true,
		Subject: "Um aviso importante sobre os seus dados", Preview: "Houve um incidente com dados seus. Leia o que fazer.",
		Paragraphs: []string{
			letter.Line(about.Text),
			"O que foi visto: " + seen + ".",
			"Soubemos em " + about.Noticed + ". Já avisamos ou vamos avisar a autoridade (ANPD), como a lei manda.",
			"Na página abaixo você vê quem abriu os seus dados e pode perguntar o que quiser. Incidente nº " + about.Number + ".",
		},
		Action: "Ver os meus dados",
	}
}

func consentWithdrawn(_ mail.Message, about consents.About) letter.Text {
	c := letter.Text{
		Values:  []mailtexts.Variable{{Name: "permissão", Value: about.Purpose.Label()}},
		Subject: "Você retirou uma permissão", Preview: "Veja o que muda e como permitir de novo.",
		Paragraphs:   []string{"Você retirou a permissão “{permissão}”. A partir de agora ela não vale mais."},
		Action:       "Ver minhas permissões",
		IfUnexpected: "Se não foi você, permita de novo na mesma página e troque a sua senha.",
	}
	switch about.Purpose {
	case consents.Treatment:
		c.Paragraphs = append(c.Paragraphs, "A equipe deixa de usar a receita e os dados de saúde. Ela é avisada para não abrir novos pedidos e consultas. Um pedido já enviado chega normalmente.")
	case consents.WhatsApp:
		c.Paragraphs = append(c.Paragraphs, "Os recados passam a vir por e-mail ou telefone.")
	}
	c.Paragraphs = append(c.Paragraphs, "Mudou de ideia? Permita de novo na página das suas permissões.")
	return c
}

func consentTextChanged(_ mail.Message, about consents.About) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "permissão", Value: about.Purpose.Label()}},
		Subject: "Mudamos um texto", Preview: "Leia e diga se aceita.",
		Paragraphs: []string{
			"Mudamos o texto da permissão “{permissão}”.",
			"O que mudou: " + texts.Truncate(letter.Line(about.Changes), longestNote),
			"Leia e diga se aceita. Enquanto você não responde, vale o texto que você aceitou. Pode também retirar a permissão na mesma página.",
		},
		Action: "Ler o texto novo",
	}
}

var personExportReady = letter.Text{
	Subject: "A cópia dos seus dados está pronta", Preview: "Baixe em até 72 horas.",
	Paragraphs: []string{
		"A cópia dos seus dados na {associação} está pronta. É um arquivo ZIP com uma página para ler, as suas fotos e documentos, e o mesmo em JSON para outros programas.",
		"Entre com a sua senha ou com um código por e-mail para baixar. Guarde em lugar seguro: tem dados de saúde.",
	},
	Action: "Baixar meus dados", Serves: "A cópia fica na sua página até ",
	IfUnexpected: "Se não foi você que pediu, {avise}.",
}

func privacyReceived(_ mail.Message, about privacy.Message) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "pedido", Value: about.Request}, {Name: "prazo", Value: about.Until}},
		Subject: "Recebemos o seu pedido: {pedido}", Preview: "A resposta vem até {prazo}.",
		Paragraphs: []string{
			"Recebemos o seu pedido “{pedido}”. A lei dá 15 dias: respondemos até {prazo}.",
			"Se for preciso conferir que é você, a equipe avisa.",
		},
		Action:       "Acompanhar o pedido",
		IfUnexpected: "Se não foi você que pediu, {avise}.",
	}
}

func privacyAnswered(_ mail.Message, about privacy.Message) letter.Text {
	return privacyLetter("Respondemos ao seu pedido", about)
}

func privacyRefused(_ mail.Message, about privacy.Message) letter.Text {
	return privacyLetter("Sobre o seu pedido", about)
}

// privacyAsked has the question between what it is about and how to answer.
func privacyAsked(message mail.Message, about privacy.Message) letter.Text {
	subject := "Precisamos de mais informação: " + letter.Line(about.Request)
	answer := "Responda a este e-mail ou fale com a associação. Responderemos ao pedido até " + about.Until + "."
	if message.Path != "" {
		answer = "Responda na página abaixo, ou fale com a associação. Responderemos ao pedido até " + about.Until + "."
	}
	paragraphs := append([]string{"Para atender o seu pedido “" + letter.Line(about.Request) + "”, precisamos saber:"}, strings.Split(about.Text, "\n\n")...)
	return letter.Text{IsFixed: true, Subject: subject, Preview: subject, Paragraphs: append(paragraphs, answer), Action: "Responder"}
}

// privacyLetter has the text that the staff wrote.
func privacyLetter(subject string, about privacy.Message) letter.Text {
	subject += ": " + letter.Line(about.Request)
	return letter.Text{IsFixed: true, Subject: subject, Preview: subject, Paragraphs: strings.Split(about.Text, "\n\n"), Action: "Ver os meus pedidos"}
}

// privacyDue names nobody: the letter may be read by others.
func privacyDue(_ mail.Message, about privacy.Due) letter.Text {
	left := "faltam " + fmtbr.Plural(about.Days, "dia", "dias")
	switch {
	case about.Days < 0:
		left = "o prazo passou há " + fmtbr.Plural(-about.Days, "dia", "dias")
	case about.Days == 0:
		left = "vence hoje"
	case about.Days == 1:
		left = "falta 1 dia"
	}
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "número", Value: about.Number}, {Name: "pedido", Value: about.Request}, {Name: "prazo", Value: about.Until}},
		Subject: "Pedido {número}: " + left, Preview: "Responder até {prazo}.",
		Paragraphs: []string{"O pedido {número}, “{pedido}”, espera resposta. A lei dá até {prazo}.", "Se precisar, responda por carta e junte a prova."},
		Action:     "Abrir o pedido",
	}
}

func cameOfAge(_ mail.Message, about lifeevents.CameOfAgeMessage) letter.Text {
	c := letter.Text{
		Values:  []mailtexts.Variable{{Name: "nome", Value: about.Name}},
		Subject: "Você fez 18 anos: os seus dados agora são decisão sua", Preview: "Diga se podemos continuar cuidando deles.",
		Paragraphs: []string{
			"{nome}, até agora outra pessoa da família respondia pelos seus dados na associação. A partir dos 18 anos, quem decide é você.",
			"Fale com a associação para dizer se podemos continuar usando os seus dados no tratamento. Você também pode pedir uma cópia, a correção ou que apaguemos tudo.",
		},
	}
	if !about.IsOwn {
		c.Subject, c.Preview = "{nome} fez 18 anos", "Os pedidos sobre os dados agora são da própria pessoa."
		c.Paragraphs = []string{
			"{nome} fez 18 anos. A partir de agora, os pedidos sobre os dados são da própria pessoa: cópia, correção ou apagar.",
			"Peça que fale com a associação e diga se podemos continuar. Se a justiça nomeou quem responde (curatela), mande a decisão.",
		}
	}
	return c
}

func erasureProposed(message mail.Message, about erasure.ProposedMessage) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "número", Value: about.Number}, {Name: "quem", Value: message.By}},
		Subject: "Confira a eliminação {número}", Preview: "Precisa de uma segunda pessoa.",
		Paragraphs: []string{
			"{quem} propôs apagar os dados de uma pessoa (eliminação {número}). Apagar não tem volta: outra pessoa da administração confere e confirma.",
			"Abra a página, veja o que sai e o que fica, e confirme com a segunda etapa.",
		},
		Action: "Ver a prévia",
	}
}
