package mail

import (
	"acolhe/models/mailtexts"
	"acolhe/models/newdevices"
	"acolhe/models/platform/mail"
)

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
