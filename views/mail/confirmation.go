package mail

import (
	"acolhe/models/confirmation"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/views/mail/letter"
)

var accountKnown = letter.Text{
	Subject: "Você já tem cadastro", Preview: "Entre por aqui.",
	Paragraphs: []string{
		"Você já tem cadastro. Entre por aqui.",
		"Não lembra a senha? Na mesma página, escolha “Entrar com um código”.",
	},
	Action:       "Entrar",
	IfUnexpected: "Se não foi você que pediu, ignore esta mensagem: nada mudou no seu cadastro.",
}

var accountUnknown = letter.Text{
	Subject: "Ainda não há cadastro com este e-mail", Preview: "Comece por aqui, ou tente com outro e-mail.",
	Paragraphs: []string{
		"Pediram para entrar com este e-mail, mas ele ainda não tem cadastro.",
		"Quer se associar? Comece por aqui. Já tem cadastro com outro e-mail? Entre com ele.",
	},
	Action:       "Começar meu cadastro",
	IfUnexpected: "Se não foi você que pediu, ignore esta mensagem.",
}

// codeSent writes the code in the subject too: most people read it there.
func codeSent(_ mail.Message, about confirmation.CodeMessage) letter.Text {
	shown := letter.Line(about.Code)
	if len(shown) == 6 {
		shown = shown[:3] + " " + shown[3:]
	}
	purpose := map[confirmation.Purpose]string{
		confirmation.Registration: "Seu código para continuar o cadastro:", confirmation.Login: "Seu código para entrar:",
		confirmation.Change:   "Seu código para usar este e-mail no cadastro:",
		confirmation.Owner:    "Seu código para confirmar que é você:",
		confirmation.Identity: "Seu código para a associação confirmar que é você:",
	}[about.Purpose]
	if purpose == "" {
		purpose = "Seu código para confirmar o e-mail:"
	}
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "código", Value: shown}},
		Subject: "{código} é o seu código", Preview: "Digite na página que está aberta.",
		Paragraphs: []string{purpose}, Code: shown,
		After:        "Digite na página que está aberta. Vale por 15 minutos, até as ",
		IfUnexpected: "Não pediu este código? Ignore este e-mail: sem o código ninguém entra. Nunca passe o código a ninguém, nem por telefone. A equipe não pede.",
	}
}

func emailReplaced(_ mail.Message, about confirmation.ChangedMessage) letter.Text {
	return letter.Text{
		Values:  []mailtexts.Variable{{Name: "e-mail novo", Value: about.NewEmail}},
		Subject: "O e-mail do seu cadastro mudou", Preview: "Não foi você? Desfaça aqui.",
		Paragraphs: []string{
			"Seu e-mail passa a ser {e-mail novo}. Este endereço não serve mais para entrar.",
			"Foi você? Não é preciso fazer nada. Não foi você? Desfaça aqui.",
		},
		Action: "Não fui eu: desfazer", Serves: ownLink,
	}
}
