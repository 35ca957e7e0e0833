package mail

import (
	"acolhe/models/mailtexts"
	"acolhe/models/newdevices"
	"acolhe/models/platform/mail"
	"acolhe/models/reads"
	"acolhe/models/secondfactor"
	"acolhe/models/types/fmtbr"
)

var secondStepOn = content{
	subject: "A segunda etapa foi ligada", preview: "A senha sozinha não abre mais o seu acesso.",
	paragraphs: []string{
		"Seu acesso passa a pedir, depois da senha, a chave de acesso ou o código do aplicativo. Se foi você, não é preciso fazer nada.",
		"Se não foi você, {avise}.",
	},
}

var secondStepOff = content{
	subject: "A segunda etapa foi desligada", preview: "Seu acesso volta a abrir só com a senha.",
	paragraphs: []string{
		"Seu acesso volta a abrir só com a senha. Se foi você, não é preciso fazer nada.",
		"Se não foi você, {avise} e troque a senha.",
	},
}

func secondStepRemoved(message mail.Message, _ mail.None) content {
	removed := "A administração apagou a segunda etapa do seu acesso e encerrou as suas entradas."
	if by := singleLine(message.By); by != "" {
		removed = by + " apagou a segunda etapa do seu acesso e encerrou as suas entradas."
	}
	return content{
		subject: "A segunda etapa do seu acesso foi apagada", preview: "Entre com a senha e ligue outra em Minha conta.",
		paragraphs: []string{removed + " Entre com a senha e ligue outra em Minha conta.",
			"Se você não pediu isso, {avise}."},
	}
}

func secondStepRemovedOf(_ mail.Message, about secondfactor.Colleague) content {
	return content{
		subject: "Você apagou uma segunda etapa", preview: "A pessoa volta a entrar só com a senha.",
		paragraphs: []string{
			"Você apagou a segunda etapa de " + singleLine(about.Name) + ". A pessoa volta a entrar só com a senha, até ligar outra.",
			"Se não foi você, {avise} e troque a senha.",
		},
	}
}

func passkeyAdded(_ mail.Message, about secondfactor.PasskeyName) content {
	return content{
		subject: "Uma chave de acesso foi criada", preview: "Ela abre o seu acesso sem a senha.",
		paragraphs: []string{
			"A chave de acesso “" + singleLine(about.Name) + "” passa a abrir o seu acesso. Se foi você, não é preciso fazer nada.",
			"Se não foi você, {avise} e remova a chave em Minha conta.",
		},
	}
}

func passkeyRemoved(_ mail.Message, about secondfactor.PasskeyName) content {
	return content{
		subject: "Uma chave de acesso foi removida", preview: "Ela não abre mais o seu acesso.",
		paragraphs: []string{
			"A chave de acesso “" + singleLine(about.Name) + "” não abre mais o seu acesso. Se foi você, não é preciso fazer nada.",
			"Se não foi você, {avise} e troque a senha.",
		},
	}
}
func newDevice(_ mail.Message, about newdevices.Device) content {
	return content{
		subject: "Sua conta foi aberta em um aparelho novo", preview: "Foi você? Então não é preciso fazer nada.",
		paragraphs: []string{"Alguém entrou na sua conta com a sua senha" + placeOf(about) + ".",
			"Se foi você, não é preciso fazer nada. Se não foi, abra o link: ele encerra todos os aparelhos e troca a senha."},
		action: "Não fui eu", after: "O link vale por 24 horas, até as ",
	}
}

func newDeviceDenied(_ mail.Message, about newdevices.Denial) content {
	return content{
		values:  []mailtexts.Variable{{Name: "nome", Value: about.Name}},
		subject: "{nome} disse que não entrou na própria conta", preview: "Os aparelhos foram encerrados. Confira o que foi visto.",
		paragraphs: []string{"{nome} recebeu um aviso de entrada" + placeOf(about.Device) + " e respondeu que não foi quem entrou.",
			"Todos os aparelhos da conta foram encerrados e a senha será trocada. Confira em Quem viu, na administração, o que essa conta abriu."},
	}
}

// readsAsked names how many records were opened and when, and nobody in them.
func readsAsked(_ mail.Message, about reads.Question) content {
	return content{
		values:  []mailtexts.Variable{{Name: "quem", Value: about.By}, {Name: "cadastros", Value: fmtbr.Plural(about.People, "cadastro", "cadastros")}},
		subject: "Pergunta sobre os cadastros que você abriu", preview: "{quem}, da administração, quer saber por quê.",
		paragraphs: []string{"{quem}, da administração, viu que você abriu {cadastros} de um jeito fora do comum e pergunta:",
			"“" + singleLine(about.Text) + "”", "Responda diretamente a quem perguntou. Se não foi você, troque a senha e avise a administração."},
	}
}

// placeOf names the browser and the network of a sign-in.
func placeOf(about newdevices.Device) string {
	text := ""
	if about.Device != "" {
		text += ", no " + singleLine(about.Device)
	}
	if about.IP != "" {
		text += ", do endereço " + singleLine(about.IP)
	}
	return text
}
