package mail

import (
	"acolhe/models/platform/mail"
	"acolhe/models/secondfactor"
)

var secondStepOn = content{
	subject: "A segunda etapa foi ligada", preview: "Seu acesso passa a pedir um código depois da senha.",
	paragraphs: []string{
		"Seu acesso passa a pedir, depois da senha, um código do aplicativo no seu celular. Se foi você, não é preciso fazer nada.",
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
