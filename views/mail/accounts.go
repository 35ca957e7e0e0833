package mail

import (
	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
)

var reset = content{
	subject: "Nova senha", preview: "Use o link para escolher a nova senha do seu acesso.",
	paragraphs:   []string{"Você pediu uma senha nova para a sua conta na {associação}. Escolha a nova senha na página abaixo."},
	action:       "Escolher nova senha",
	ifUnexpected: "Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.",
}

var passwordChanged = content{
	subject: "Sua senha foi alterada", preview: "A senha do seu acesso acaba de ser alterada.",
	paragraphs: []string{
		"A senha do seu acesso acaba de ser alterada. Se foi você, não é preciso fazer nada.",
		"Se não foi você, {avise} e peça uma nova senha.",
	},
	action: "Pedir nova senha",
}

func emailChangeRequested(_ mail.Message, about mail.NewAddress) content {
	return content{
		subject: "Confirme a troca do seu e-mail", preview: "Pediram para trocar o seu e-mail. Foi você?",
		values:       []mailtexts.Variable{{Name: "e-mail novo", Value: about.Email}},
		paragraphs:   []string{"Pediram para trocar o seu e-mail por {e-mail novo}. Foi você? Abra a página e confirme. Se não foi, recuse na mesma página."},
		action:       "Conferir a troca",
		ifUnexpected: "Se não foi você que pediu, recuse a troca: o seu acesso continua o mesmo.",
	}
}

func invite(message mail.Message, about mail.Invitation) content {
	by := ""
	if name := singleLine(message.By); name != "" {
		by = "Quem convidou: " + name + ". "
	}
	invited := "A {associação} convidou você para o painel da equipe: ali está o seu trabalho de cada dia."
	if about.ForPortal {
		invited = "A {associação} convidou você para o portal dos profissionais: ali estão seus atendimentos e repasses."
	}
	return content{
		subject: "Convite de acesso", preview: "Crie a sua senha para entrar pela primeira vez.",
		paragraphs: []string{invited,
			by + "Para entrar pela primeira vez, crie a sua senha na página abaixo."},
		action:       "Aceitar o convite",
		ifUnexpected: "Se você não esperava este convite, ignore esta mensagem: sem a senha, a conta não é ativada.",
	}
}

func emailChanged(message mail.Message, _ mail.None) content {
	changed := "O e-mail do seu acesso foi trocado. Este endereço não serve mais para entrar."
	if by := singleLine(message.By); by != "" {
		changed = by + " trocou o e-mail do seu acesso. Este endereço não serve mais para entrar."
	}
	return content{
		subject: "O e-mail do seu acesso foi trocado", preview: "Este endereço não serve mais para entrar.",
		paragraphs: []string{changed, "Se não foi você que pediu, fale agora com a associação."},
	}
}
