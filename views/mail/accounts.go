package mail

import "acolhe/models/platform/mail"

var reset = content{
	subject: "Nova senha", preview: "Use o link para escolher a nova senha do seu acesso.",
	paragraphs:   []string{"Recebemos uma solicitação para trocar a senha do seu acesso. Escolha a nova senha na página abaixo."},
	action:       "Escolher nova senha",
	ifUnexpected: "Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.",
}

var passwordChanged = content{
	subject: "Sua senha foi alterada", preview: "A senha do seu acesso acaba de ser alterada.",
	paragraphs: []string{
		"A senha do seu acesso acaba de ser alterada. Se foi você, não é preciso fazer nada.",
		"Se não foi você, avise a administração agora mesmo e peça uma nova senha.",
	},
	action: "Pedir nova senha",
}

var emailChangeRequested = content{
	subject: "Confirme a troca do seu e-mail", preview: "Pediram que seu acesso passe a usar outro e-mail.",
	paragraphs:   []string{"Pediram à associação que o seu acesso passe a usar outro e-mail. A troca só vale depois da sua confirmação na página abaixo, que também permite recusar."},
	action:       "Conferir a troca",
	ifUnexpected: "Se não foi você que pediu, recuse a troca: o seu acesso continua o mesmo.",
}

func invite(message mail.Message, _ mail.None) content {
	invited := "Você recebeu um convite para usar o nosso sistema."
	if by := singleLine(message.By); by != "" {
		invited = by + " convidou você para usar o nosso sistema."
	}
	return content{
		subject: "Convite de acesso", preview: "Crie a sua senha para entrar pela primeira vez.",
		paragraphs:   []string{invited, "Para entrar pela primeira vez, crie a sua senha na página abaixo."},
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
		paragraphs: []string{changed, "Se não foi você que pediu, avise a administração agora mesmo."},
	}
}
