// Package mail renders the association's mails with one template for each kind, as HTML and as plain text. The HTML has
// inline styles, as mail programs need them, and loads nothing external.
package mail

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Branding holds the data of the association in all mails: its name, the address of its pages, and its time zone.
type Branding struct {
	Association string
	BaseURL     *url.URL
	Location    *time.Location
}

// longestNote is how much of a note of the staff a mail repeats, in characters.
const longestNote = 500

// content is the text of a mail before it is formatted.
type content struct {
	association string
	subject     string
	greeting    string
	// preview is the text beside the subject in a list of mails.
	preview    string
	paragraphs []string
	// action is the label of the link; without a link there is no button.
	action, link string
	// until is the expiry of the link; serves is the sentence before it, by default that of a link for one use.
	serves, until string
	// ifUnexpected is advice for a recipient who did not expect the mail.
	ifUnexpected string
}

// Render renders a message. Names are user input and are kept on one line.
func Render(ctx context.Context, branding Branding, message mail.Message) (mail.Content, error) {
	c, err := contentOf(message)
	if err != nil {
		return mail.Content{}, err
	}
	c.association = singleLine(branding.Association)
	c.subject += " · " + c.association
	c.greeting = greeting(message)
	if message.Path != "" {
		c.link = strings.TrimSuffix(branding.BaseURL.String(), "/") + message.Path
		c.until = c.validity(message.Expires, branding.Location)
	}
	var rendered strings.Builder
	if err := page(c).Render(ctx, &rendered); err != nil {
		return mail.Content{}, err
	}
	return mail.Content{Sender: c.association, Subject: c.subject, Text: c.text(), HTML: rendered.String()}, nil
}

func contentOf(message mail.Message) (content, error) {
	switch message.Kind {
	case mail.Invite:
		return invite(singleLine(message.By)), nil
	case mail.Reset:
		return content{
			subject: "Nova senha", preview: "Use o link para escolher a nova senha do seu acesso.",
			paragraphs:   []string{"Recebemos uma solicitação para trocar a senha do seu acesso. Escolha a nova senha na página abaixo."},
			action:       "Escolher nova senha",
			ifUnexpected: "Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.",
		}, nil
	case mail.PasswordChanged:
		return content{
			subject: "Sua senha foi alterada", preview: "A senha do seu acesso acaba de ser alterada.",
			paragraphs: []string{
				"A senha do seu acesso acaba de ser alterada. Se foi você, não é preciso fazer nada.",
				"Se não foi você, avise a administração agora mesmo e peça uma nova senha.",
			},
			action: "Pedir nova senha",
		}, nil
	case mail.EmailChangeRequested:
		return content{
			subject: "Confirme a troca do seu e-mail", preview: "Pediram que seu acesso passe a usar outro e-mail.",
			paragraphs:   []string{"Pediram à associação que o seu acesso passe a usar outro e-mail. A troca só vale depois da sua confirmação na página abaixo, que também permite recusar."},
			action:       "Conferir a troca",
			ifUnexpected: "Se não foi você que pediu, recuse a troca: o seu acesso continua o mesmo.",
		}, nil
	case mail.EmailChanged:
		return emailChanged(singleLine(message.By)), nil
	case mail.ExportReady:
		return content{
			subject: "Sua exportação está pronta", preview: "O arquivo que você pediu pode ser baixado.",
			paragraphs: []string{"O arquivo da lista que você pediu está pronto. Entre e baixe na página abaixo."},
			action:     "Abrir a página da exportação", serves: "O arquivo fica lá até ",
			ifUnexpected: "Se não foi você que pediu, avise a administração.",
		}, nil
	case mail.TermToSign:
		return termToSign(singleLine(message.Text)), nil
	case mail.TermSigned:
		return termSigned(singleLine(message.Text)), nil
	case mail.WebhookSwitchedOff:
		return webhookSwitchedOff(singleLine(message.Text), message.By), nil
	case mail.AppointmentBooked, mail.AppointmentMoved, mail.AppointmentCancelled, mail.AppointmentReminder:
		return appointment(message), nil
	case mail.RegistrationComplete:
		return content{
			subject: "Cadastro completo", preview: "Você agora faz parte da associação.",
			paragraphs: []string{
				"Seu cadastro está completo e você agora faz parte da associação.",
				"A equipe confere a sua receita e fala com você pelo WhatsApp para o primeiro pedido. Se faltar algo, avisamos por e-mail.",
				"Na sua página ficam seus documentos, pedidos e consultas.",
			},
			action: "Ir para minha página",
		}, nil
	case mail.OrderSent:
		return orderSent(message), nil
	case mail.DocumentAgain:
		return content{
			subject: "Envie de novo uma foto do documento", preview: "A equipe precisa de outra foto do seu documento.",
			paragraphs: []string{"A equipe conferiu o seu documento e precisa de outra foto.", "Motivo: " + texts.Truncate(strings.Join(strings.Fields(message.Text), " "), longestNote)},
			action:     "Enviar outra foto",
		}, nil
	}
	return content{}, fmt.Errorf("no words for a message of kind %q", message.Kind)
}

// orderSent has the number of the order, its tracking code and the page that follows the parcel.
func orderSent(message mail.Message) content {
	number, rest, _ := strings.Cut(message.Text, "\n")
	code, address, _ := strings.Cut(rest, "\n")
	c := content{
		subject: "Seu pedido foi enviado", preview: "O pedido nº " + singleLine(number) + " está a caminho.",
		paragraphs: []string{"O pedido nº " + singleLine(number) + " foi enviado por " + singleLine(message.By) + ".", "Código de rastreio: " + singleLine(code)},
	}
	if address != "" {
		c.paragraphs = append(c.paragraphs, "Acompanhe em "+singleLine(address))
	}
	return c
}

func invite(by string) content {
	invited := "Você recebeu um convite para usar o nosso sistema."
	if by != "" {
		invited = by + " convidou você para usar o nosso sistema."
	}
	return content{
		subject: "Convite de acesso", preview: "Crie a sua senha para entrar pela primeira vez.",
		paragraphs:   []string{invited, "Para entrar pela primeira vez, crie a sua senha na página abaixo."},
		action:       "Aceitar o convite",
		ifUnexpected: "Se você não esperava este convite, ignore esta mensagem: sem a senha, a conta não é ativada.",
	}
}

func webhookSwitchedOff(name, reason string) content {
	why := "Nenhuma entrega deu certo em três dias."
	if reason == "gone" {
		why = "O servidor respondeu que o endereço não existe mais (410)."
	}
	return content{
		subject: "Webhook desligado", preview: "O webhook “" + name + "” parou de enviar eventos.",
		paragraphs: []string{"O webhook “" + name + "” foi desligado. " + why, "Acerte o servidor e o endereço, ligue o webhook de novo e reenvie o período que faltou na página abaixo."},
		action:     "Abrir o webhook",
	}
}

func termToSign(title string) content {
	return content{
		subject: "Assine o seu termo", preview: "Leia e assine pelo celular ou pelo computador, em poucos minutos.",
		paragraphs: []string{
			"O documento “" + title + "” está pronto para a sua assinatura.",
			"Toque no botão abaixo, leia o texto com calma e assine com o dedo ou escrevendo o seu nome. Não é preciso imprimir nada.",
		},
		action: "Ler e assinar", serves: "O link é só seu e vale até ",
		ifUnexpected: "Se ficou com alguma dúvida, fale com a associação antes de assinar.",
	}
}

func termSigned(title string) content {
	return content{
		subject: "Termo assinado", preview: "Guarde a sua cópia do termo e do comprovante.",
		paragraphs: []string{
			"Recebemos a sua assinatura no documento “" + title + "”. Obrigado!",
			"Nesta mensagem vão dois arquivos PDF para você guardar: o termo assinado e o comprovante da assinatura.",
		},
		action:       "Conferir a assinatura",
		ifUnexpected: "Se não foi você que assinou, avise a associação agora mesmo.",
	}
}

func emailChanged(by string) content {
	changed := "O e-mail do seu acesso foi trocado. Este endereço não serve mais para entrar."
	if by != "" {
		changed = by + " trocou o e-mail do seu acesso. Este endereço não serve mais para entrar."
	}
	return content{
		subject: "O e-mail do seu acesso foi trocado", preview: "Este endereço não serve mais para entrar.",
		paragraphs: []string{changed, "Se não foi você que pediu, avise a administração agora mesmo."},
	}
}

func greeting(message mail.Message) string {
	if name := singleLine(message.Name); name != "" {
		return "Olá, " + name + "!"
	}
	return "Olá!"
}

func (c content) validity(expires time.Time, in *time.Location) string {
	if expires.IsZero() {
		return ""
	}
	serves := c.serves
	if serves == "" {
		serves = "O link só pode ser usado uma vez e vale até "
	}
	return serves + fmtbr.Date(expires, in) + " às " + fmtbr.Clock(expires, in) + "."
}

// text returns the mail as plain text.
func (c content) text() string {
	parts := append([]string{c.greeting}, c.paragraphs...)
	if c.link != "" {
		parts = append(parts, c.action+":\n"+c.link)
	}
	for _, part := range []string{c.until, c.ifUnexpected, "--\n" + c.association + "\nMensagem automática: não é preciso responder."} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// singleLine keeps a name from imitating other parts of the mail: it returns one line without invisible characters, of
// limited length.
func singleLine(name string) string {
	const longest = 120
	seen := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return texts.Truncate(strings.Join(strings.Fields(seen), " "), longest)
}
