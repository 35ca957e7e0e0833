package mail

import (
	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/views/mail/letter"
)

var reset = letter.Text{
	Subject: "Nova senha", Preview: "Use o link para escolher a nova senha do seu acesso.",
	Paragraphs:   []string{"Você pediu uma senha nova para a sua conta na {associação}. Escolha a nova senha na página abaixo."},
	Action:       "Escolher nova senha",
	IfUnexpected: "Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.",
}

var passwordChanged = letter.Text{
	Subject: "Sua senha foi alterada", Preview: "A senha do seu acesso acaba de ser alterada.",
	Paragraphs: []string{
		"A senha do seu acesso acaba de ser alterada. Se foi você, não é preciso fazer nada.",
		"Se não foi você, {avise} e peça uma nova senha.",
	},
	Action: "Pedir nova senha",
}

func emailChangeRequested(_ mail.Message, about mail.NewAddress) letter.Text {
	return letter.Text{
		Subject: "Confirme a troca do seu e-mail", Preview: "Pediram para trocar o seu e-mail. Foi você?",
		Values:       []mailtexts.Variable{{Name: "e-mail novo", Value: about.Email}},
		Paragraphs:   []string{"Pediram para trocar o seu e-mail por {e-mail novo}. Foi você? Abra a página e confirme. Se não foi, recuse na mesma página."},
		Action:       "Conferir a troca",
		IfUnexpected: "Se não foi você que pediu, recuse a troca: o seu acesso continua o mesmo.",
	}
}

func invite(message mail.Message, about mail.Invitation) letter.Text {
	by := ""
	if name := letter.Line(message.By); name != "" {
		by = "Quem convidou: " + name + ". "
	}
	invited := "A {associação} convidou você para o painel da equipe: ali está o seu trabalho de cada dia."
	if about.ForPortal {
		invited = "A {associação} convidou você para o portal dos profissionais: ali estão seus atendimentos e repasses."
	}
	return letter.Text{
		Subject: "Convite de acesso", Preview: "Crie a sua senha para entrar pela primeira vez.",
		Paragraphs: []string{invited,
			by + "Para entrar pela primeira vez, crie a sua senha na página abaixo."},
		Action:       "Aceitar o convite",
		IfUnexpected: "Se você não esperava este convite, ignore esta mensagem: sem a senha, a conta não é ativada.",
	}
}

func emailChanged(message mail.Message, _ mail.None) letter.Text {
	changed := "O e-mail do seu acesso foi trocado. Este endereço não serve mais para entrar."
	if by := letter.Line(message.By); by != "" {
		changed = by + " trocou o e-mail do seu acesso. Este endereço não serve mais para entrar."
	}
	return letter.Text{
		Subject: "O e-mail do seu acesso foi trocado", Preview: "Este endereço não serve mais para entrar.",
		Paragraphs: []string{changed, "Se não foi você que pediu, fale agora com a associação."},
	}
}
