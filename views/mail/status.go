package mail

import (
	"strings"

	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/models/reports"
	"acolhe/models/statusmails"
	"acolhe/models/types/texts"
	"acolhe/views/mail/letter"
)

// accountOpened welcomes who opened an account.
var accountOpened = letter.Text{
	Subject: "Sua conta está aberta", Preview: "O cadastro fica salvo a cada passo.",
	Paragraphs: []string{
		"Boas-vindas à {associação}! Sua conta está aberta.",
		"Continue o cadastro quando quiser, em qualquer aparelho: tudo fica salvo a cada passo. Tenha à mão um documento com foto e, se já tiver, a receita.",
	},
	Action:       "Continuar o cadastro",
	IfUnexpected: "Se não foi você que abriu a conta, responda a este e-mail ou fale com a associação.",
}

// messageReceived confirms a message of the public form to its sender.
var messageReceived = letter.Text{
	Subject: "Recebemos sua mensagem", Preview: "A equipe responde por aqui ou por telefone.",
	Paragraphs: []string{
		"Recebemos sua mensagem. A equipe da {associação} lê e responde por e-mail ou pelo telefone que você deixou.",
		"Não escreva dados de saúde neste e-mail.",
	},
	IfUnexpected: "Se não foi você que escreveu, ignore este e-mail.",
}

// documentReceived confirms a prescription, report or exam.
var documentReceived = letter.Text{
	Subject: "Recebemos o que você enviou", Preview: "A equipe confere e avisa por e-mail.",
	Paragraphs: []string{
		"Recebemos o que você enviou. A equipe confere e avisa por e-mail.",
		"Na sua página você vê em que pé está.",
	},
	Action: "Ver meus documentos",
}

// orderValues are the variables of the mails about an order.
func orderValues(about statusmails.OrderMessage) []mailtexts.Variable {
	return []mailtexts.Variable{{Name: "número", Value: about.Number}, {Name: "valor", Value: about.Total}}
}

func orderPlaced(_ mail.Message, about statusmails.OrderMessage) letter.Text {
	c := letter.Text{
		Values:  orderValues(about),
		Subject: "Seu pedido nº {número} está pronto para pagar", Preview: "Veja como pagar.",
		Paragraphs: []string{"Fizemos o seu pedido nº {número}. O total é {valor}."},
		Action:     "Ver e pagar o pedido",
	}
	if about.PixCode == "" {
		c.Paragraphs = append(c.Paragraphs, "Combine o pagamento com a equipe. Depois, separamos o pedido.")
		return c
	}
	c.Paragraphs = append(c.Paragraphs, "Para pagar com Pix, copie o código abaixo, escolha “Pix copia e cola” no aplicativo do banco e confira o valor. O mesmo código está na página do pedido.")
	c.Copied = about.PixCode
	return c
}

func orderPaid(_ mail.Message, about statusmails.OrderMessage) letter.Text {
	return letter.Text{
		Values:  orderValues(about),
		Subject: "Recebemos o pagamento do pedido nº {número}", Preview: "Agora separamos o pedido.",
		Paragraphs: []string{"Recebemos seu pagamento. Agora separamos o pedido."},
		Facts:      [][]letter.Fact{{{"Pedido", "nº " + about.Number}, {"Valor", about.Total}, {"Forma", about.Method}}},
		Action:     "Ver o pedido",
	}
}

func visitBooked(_ mail.Message, about statusmails.VisitsMessage) letter.Text {
	c := letter.Text{Subject: "Novo atendimento na sua agenda", Preview: "Veja o dia e a hora.",
		Paragraphs: []string{"A associação marcou para você:"}}
	return withVisits(c, about)
}

func visitMoved(_ mail.Message, about statusmails.VisitsMessage) letter.Text {
	c := letter.Text{Subject: "Um atendimento mudou de horário", Preview: "Veja o novo dia e a hora.",
		Paragraphs: []string{"Mudou na sua agenda. Agora fica assim:"}}
	return withVisits(c, about)
}

func visitCancelled(_ mail.Message, about statusmails.VisitsMessage) letter.Text {
	c := letter.Text{Subject: "Um atendimento foi desmarcado", Preview: "O horário ficou livre.", Paragraphs: []string{"Saiu da sua agenda:"}}
	return withVisits(c, about)
}

// withVisits adds a table for each appointment.
func withVisits(c letter.Text, about statusmails.VisitsMessage) letter.Text {
	for _, visit := range about.Visits {
		c.Facts = append(c.Facts, []letter.Fact{{"Quando", visit.When}, {"Paciente", visit.Patient}})
	}
	c.Action = "Abrir minha semana"
	return c
}

func contestAnswered(_ mail.Message, about statusmails.AnswerMessage) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "dia", Value: about.Day}},
		Subject: "A equipe respondeu à sua contestação", Preview: "Leia a resposta.",
		Paragraphs: []string{"A equipe respondeu sobre o atendimento de {dia}:",
			texts.Truncate(strings.Join(strings.Fields(about.Text), " "), longestNote)},
		Action: "Abrir a conversa",
	}
}

// monthValues are the variables of the mails about a statement.
func monthValues(month, amount string) []mailtexts.Variable {
	return []mailtexts.Variable{{Name: "mês", Value: month}, {Name: "valor", Value: amount}}
}

func monthClosed(_ mail.Message, about statusmails.MonthMessage) letter.Text {
	closed := "O mês de {mês} fechou. Você tem {valor} a receber."
	if about.PlannedOn != "" {
		closed += " O repasse está previsto para " + about.PlannedOn + "."
	}
	return letter.Text{
		Values:  monthValues(about.Month, about.Amount),
		Subject: "Seu mês de {mês} fechou", Preview: "Veja o extrato.",
		Paragraphs: []string{closed,
			"Viu um valor errado? Fale com a associação: ela pode abrir o mês de novo."},
		Action: "Ver o extrato",
	}
}

func keyRequested(_ mail.Message, about reports.KeyMessage) letter.Text {
	return letter.Text{
		Values:  monthValues(about.Month, about.Amount),
		Subject: "Falta a sua chave Pix", Preview: "Informe a chave para receber o repasse.",
		Paragraphs: []string{"O seu repasse de {mês}, de {valor}, espera a sua chave Pix.",
			"Entre no portal e escreva a chave em Meus dados. Nunca mande a chave em resposta a um e-mail."},
		Action: "Informar a chave",
	}
}

func payoutMade(_ mail.Message, about statusmails.MonthMessage) letter.Text {
	return letter.Text{
		Values:  append(monthValues(about.Month, about.Amount), mailtexts.Variable{Name: "dia", Value: about.PaidOn}),
		Subject: "Repasse feito: {mês}", Preview: "O valor foi enviado para a sua conta.",
		Paragraphs:   []string{"Fizemos o repasse de {mês}: {valor}, em {dia}."},
		Action:       "Ver o extrato",
		IfUnexpected: "Não chegou? Confira a chave Pix em Meus dados, no portal, ou fale com a associação.",
	}
}
