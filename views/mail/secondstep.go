package mail

import (
	"acolhe/models/mailtexts"
	"acolhe/models/newdevices"
	"acolhe/models/platform/mail"
	"acolhe/models/reads"
	"acolhe/models/secondfactor"
	"acolhe/models/types/fmtbr"
	"acolhe/views/mail/letter"
)

var secondStepOn = letter.Text{
	Subject: "A segunda etapa foi ligada", Preview: "A senha sozinha não abre mais o seu acesso.",
	Paragraphs: []string{
		"Seu acesso passa a pedir, depois da senha, a chave de acesso ou o código do aplicativo. Se foi você, não é preciso fazer nada.",
		"Se não foi você, {avise}.",
	},
}

var secondStepOff = letter.Text{
	Subject: "A segunda etapa foi desligada", Preview: "Seu acesso volta a abrir só com a senha.",
	Paragraphs: []string{
		"Seu acesso volta a abrir só com a senha. Se foi você, não é preciso fazer nada.",
		"Se não foi você, {avise} e troque a senha.",
	},
}

func secondStepRemoved(message mail.Message, _ mail.None) letter.Text {
	removed := "A administração apagou a segunda etapa do seu acesso e encerrou as suas entradas."
	if by := letter.Line(message.By); by != "" {
		removed = by + " apagou a segunda etapa do seu acesso e encerrou as suas entradas."
	}
	return letter.Text{
		Subject: "A segunda etapa do seu acesso foi apagada", Preview: "Entre com a senha e ligue outra em Minha conta.",
		Paragraphs: []string{removed + " Entre com a senha e ligue outra em Minha conta.",
			"Se você não pediu isso, {avise}."},
	}
}

func secondStepRemovedOf(_ mail.Message, about secondfactor.Colleague) letter.Text {
	return letter.Text{
		Subject: "Você apagou uma segunda etapa", Preview: "A pessoa volta a entrar só com a senha.",
		Paragraphs: []string{
			"Você apagou a segunda etapa de " + letter.Line(about.Name) + ". A pessoa volta a entrar só com a senha, até ligar outra.",
			"Se não foi você, {avise} e troque a senha.",
		},
	}
}

func passkeyAdded(_ mail.Message, about secondfactor.PasskeyName) letter.Text {
	return letter.Text{
		Subject: "Uma chave de acesso foi criada", Preview: "Ela abre o seu acesso sem a senha.",
		Paragraphs: []string{
			"A chave de acesso “" + letter.Line(about.Name) + "” passa a abrir o seu acesso. Se foi você, não é preciso fazer nada.",
			"Se não foi você, {avise} e remova a chave em Minha conta.",
		},
	}
}

func passkeyRemoved(_ mail.Message, about secondfactor.PasskeyName) letter.Text {
	return letter.Text{
		Subject: "Uma chave de acesso foi removida", Preview: "Ela não abre mais o seu acesso.",
		Paragraphs: []string{
			"A chave de acesso “" + letter.Line(about.Name) + "” não abre mais o seu acesso. Se foi você, não é preciso fazer nada.",
			"Se não foi você, {avise} e troque a senha.",
		},
	}
}
func newDevice(_ mail.Message, about newdevices.Device) letter.Text {
	return letter.Text{
		Subject: "Sua conta foi aberta em um aparelho novo", Preview: "Foi você? Então não é preciso fazer nada.",
		Paragraphs: []string{"Alguém entrou na sua conta com a sua senha" + placeOf(about) + ".",
			"Se foi você, não é preciso fazer nada. Se não foi, abra o link: ele encerra todos os aparelhos e troca a senha."},
		Action: "Não fui eu", After: "O link vale por 24 horas, até as ",
	}
}

func newDeviceDenied(_ mail.Message, about newdevices.Denial) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "nome", Value: about.Name}},
		Subject: "{nome} disse que não entrou na própria conta", Preview: "Os aparelhos foram encerrados. Confira o que foi visto.",
		Paragraphs: []string{"{nome} recebeu um aviso de entrada" + placeOf(about.Device) + " e respondeu que não foi quem entrou.",
			"Todos os aparelhos da conta foram encerrados e a senha será trocada. Confira em Quem viu, na administração, o que essa conta abriu."},
	}
}

// readsAsked names how many records were opened and when, and nobody in them.
func readsAsked(_ mail.Message, about reads.Question) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "quem", Value: about.By}, {Name: "cadastros", Value: fmtbr.Plural(about.People, "cadastro", "cadastros")}},
		Subject: "Pergunta sobre os cadastros que você abriu", Preview: "{quem}, da administração, quer saber por quê.",
		Paragraphs: []string{"{quem}, da administração, viu que você abriu {cadastros} de um jeito fora do comum e pergunta:",
			"“" + letter.Line(about.Text) + "”", "Responda diretamente a quem perguntou. Se não foi você, troque a senha e avise a administração."},
	}
}

// placeOf names the browser and the network of a sign-in.
func placeOf(about newdevices.Device) string {
	text := ""
	if about.Device != "" {
		text += ", no " + letter.Line(about.Device)
	}
	if about.IP != "" {
		text += ", do endereço " + letter.Line(about.IP)
	}
	return text
}
