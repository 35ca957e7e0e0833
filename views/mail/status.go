package mail

import (
	"strings"

	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/models/statusmails"
	"acolhe/models/types/texts"
)

// accountOpened welcomes who opened an account.
var accountOpened = content{
	subject: "Sua conta está aberta", preview: "O cadastro fica salvo a cada passo.",
	paragraphs: []string{
		"Boas-vindas à {associação}! Sua conta está aberta.",
		"Continue o cadastro quando quiser, em qualquer aparelho: tudo fica salvo a cada passo. Tenha à mão um documento com foto e, se já tiver, a receita.",
	},
	action:       "Continuar o cadastro",
	ifUnexpected: "Se não foi você que abriu a conta, responda a este e-mail ou fale com a associação.",
}

// messageReceived confirms a message of the public form to its sender.
var messageReceived = content{
	subject: "Recebemos sua mensagem", preview: "A equipe responde por aqui ou por telefone.",
	paragraphs: []string{
		"Recebemos sua mensagem. A equipe da {associação} lê e responde por e-mail ou pelo telefone que você deixou.",
		"Não escreva dados de saúde neste e-mail.",
	},
	ifUnexpected: "Se não foi você que escreveu, ignore este e-mail.",
}

// documentReceived confirms a prescription, report or exam.
var documentReceived = content{
	subject: "Recebemos o que você enviou", preview: "A equipe confere e avisa por e-mail.",
	paragraphs: []string{
		"Recebemos o que você enviou. A equipe confere e avisa por e-mail.",
		"Na sua página você vê em que pé está.",
	},
	action: "Ver meus documentos",
}

// orderValues are the variables of the mails about an order.
func orderValues(about statusmails.OrderMessage) []mailtexts.Variable {
	return []mailtexts.Variable{{Name: "número", Value: about.Number}, {Name: "valor", Value: about.Total}}
}

func orderPlaced(_ mail.Message, about statusmails.OrderMessage) content {
	c := content{
		values:  orderValues(about),
		subject: "Seu pedido nº {número} está pronto para pagar", preview: "Veja como pagar.",
		paragraphs: []string{"Fizemos o seu pedido nº {número}. O total é {valor}."},
		action:     "Ver e pagar o pedido",
	}
	if about.PixCode == "" {
		c.paragraphs = append(c.paragraphs, "Combine o pagamento com a equipe. Depois, separamos o pedido.")
		return c
	}
	c.paragraphs = append(c.paragraphs, "Para pagar com Pix, copie o código abaixo, escolha “Pix copia e cola” no aplicativo do banco e confira o valor. O mesmo código está na página do pedido.")
	c.copied = about.PixCode
	return c
}

func orderPaid(_ mail.Message, about statusmails.OrderMessage) content {
	return content{
		values:  orderValues(about),
		subject: "Recebemos o pagamento do pedido nº {número}", preview: "Agora separamos o pedido.",
		paragraphs: []string{"Recebemos seu pagamento. Agora separamos o pedido."},
		facts:      [][]fact{{{"Pedido", "nº " + about.Number}, {"Valor", about.Total}, {"Forma", about.Method}}},
		action:     "Ver o pedido",
	}
}

func visitBooked(_ mail.Message, about statusmails.VisitsMessage) content {
	c := content{subject: "Novo atendimento na sua agenda", preview: "Veja o dia e a hora.",
		paragraphs: []string{"A associação marcou para você:"}}
	return c.withVisits(about)
}

func visitMoved(_ mail.Message, about statusmails.VisitsMessage) content {
	c := content{subject: "Um atendimento mudou de horário", preview: "Veja o novo dia e a hora.",
		paragraphs: []string{"Mudou na sua agenda. Agora fica assim:"}}
	return c.withVisits(about)
}

func visitCancelled(_ mail.Message, about statusmails.VisitsMessage) content {
	c := content{subject: "Um atendimento foi desmarcado", preview: "O horário ficou livre.", paragraphs: []string{"Saiu da sua agenda:"}}
	return c.withVisits(about)
}

// withVisits adds a table for each appointment.
func (c content) withVisits(about statusmails.VisitsMessage) content {
	for _, visit := range about.Visits {
		c.facts = append(c.facts, []fact{{"Quando", visit.When}, {"Paciente", visit.Patient}})
	}
	c.action = "Abrir minha semana"
	return c
}

func contestAnswered(_ mail.Message, about statusmails.AnswerMessage) content {
	return content{
		values:  []mailtexts.Variable{{Name: "dia", Value: about.Day}},
		subject: "A equipe respondeu à sua contestação", preview: "Leia a resposta.",
		paragraphs: []string{"A equipe respondeu sobre o atendimento de {dia}:",
			texts.Truncate(strings.Join(strings.Fields(about.Text), " "), longestNote)},
		action: "Abrir a conversa",
	}
}

// monthValues are the variables of the mails about a statement.
func monthValues(about statusmails.MonthMessage) []mailtexts.Variable {
	return []mailtexts.Variable{{Name: "mês", Value: about.Month}, {Name: "valor", Value: about.Amount}}
}

func monthClosed(_ mail.Message, about statusmails.MonthMessage) content {
	closed := "O mês de {mês} fechou. Você tem {valor} a receber."
	if about.PlannedOn != "" {
		closed += " O repasse está previsto para " + about.PlannedOn + "."
	}
	return content{
		values:  monthValues(about),
		subject: "Seu mês de {mês} fechou", preview: "Veja o extrato.",
		paragraphs: []string{closed,
			"Viu um valor errado? Fale com a associação: ela pode abrir o mês de novo."},
		action: "Ver o extrato",
	}
}

func payoutMade(_ mail.Message, about statusmails.MonthMessage) content {
	return content{
		values:  append(monthValues(about), mailtexts.Variable{Name: "dia", Value: about.PaidOn}),
		subject: "Repasse feito: {mês}", preview: "O valor foi enviado para a sua conta.",
		paragraphs:   []string{"Fizemos o repasse de {mês}: {valor}, em {dia}."},
		action:       "Ver o extrato",
		ifUnexpected: "Não chegou? Confira a chave Pix em Meus dados, no portal, ou fale com a associação.",
	}
}
