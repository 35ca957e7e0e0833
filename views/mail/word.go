// Package mail words the association's letters: one text for each kind, shown as HTML and as
// plain text. The HTML carries its styles inline, as mail programs want it, and asks for
// nothing from outside.
package mail

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"acolhe/models/platform/mail"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
)

// House is who writes: the association, where its pages are, and its time zone.
type House struct {
	Association string
	BaseURL     *url.URL
	Location    *time.Location
}

// words is a letter before it takes a form.
type words struct {
	house    string
	subject  string
	greeting string
	// preview is what a list of mails shows beside the subject.
	preview    string
	paragraphs []string
	// action names what the link does; without a link there is no button.
	action, link string
	// until says how long the link serves; serves is how it begins, unless the link serves once.
	serves, until string
	// unasked says what to do for whom the letter is a surprise.
	unasked string
}

// Word puts a letter into words. The names in it come from people and are kept on one line.
func Word(ctx context.Context, house House, letter mail.Message) (mail.Content, error) {
	said, err := wordsOf(letter)
	if err != nil {
		return mail.Content{}, err
	}
	said.house = line(house.Association)
	said.subject += " · " + said.house
	said.greeting = greeting(letter)
	if letter.Path != "" {
		said.link = strings.TrimSuffix(house.BaseURL.String(), "/") + letter.Path
		said.until = said.validity(letter.Expires, house.Location)
	}
	var drawn strings.Builder
	if err := page(said).Render(ctx, &drawn); err != nil {
		return mail.Content{}, err
	}
	return mail.Content{Sender: said.house, Subject: said.subject, Text: said.text(), HTML: drawn.String()}, nil
}

func wordsOf(letter mail.Message) (words, error) {
	switch letter.Kind {
	case mail.Invite:
		return invite(line(letter.By)), nil
	case mail.Reset:
		return words{
			subject: "Nova senha", preview: "Use o link para escolher a nova senha do seu acesso.",
			paragraphs: []string{"Recebemos um pedido para trocar a senha do seu acesso. Escolha a nova senha na página abaixo."},
			action:     "Escolher nova senha",
			unasked:    "Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.",
		}, nil
	case mail.PasswordChanged:
		return words{
			subject: "Sua senha foi alterada", preview: "A senha do seu acesso acaba de ser alterada.",
			paragraphs: []string{
				"A senha do seu acesso acaba de ser alterada. Se foi você, não é preciso fazer nada.",
				"Se não foi você, avise a administração agora mesmo e peça uma nova senha.",
			},
			action: "Pedir nova senha",
		}, nil
	case mail.ExportReady:
		return words{
			subject: "Sua exportação está pronta", preview: "O arquivo que você pediu pode ser baixado.",
			paragraphs: []string{"A lista que você pediu virou um arquivo e pode ser baixada na página abaixo, depois de entrar."},
			action:     "Abrir a página da exportação", serves: "O arquivo fica lá até ",
			unasked: "Se não foi você que pediu, avise a administração.",
		}, nil
	}
	return words{}, fmt.Errorf("no words for a letter of kind %q", letter.Kind)
}

func invite(by string) words {
	invited := "Você recebeu um convite para usar o nosso sistema."
	if by != "" {
		invited = by + " convidou você para usar o nosso sistema."
	}
	return words{
		subject: "Convite de acesso", preview: "Crie a sua senha para entrar pela primeira vez.",
		paragraphs: []string{invited, "Para entrar pela primeira vez, crie a sua senha na página abaixo."},
		action:     "Aceitar o convite",
		unasked:    "Se você não esperava este convite, ignore esta mensagem: sem a senha, nada acontece.",
	}
}

func greeting(letter mail.Message) string {
	if name := line(letter.Name); name != "" {
		return "Olá, " + name + "!"
	}
	return "Olá!"
}

func (w words) validity(expires time.Time, in *time.Location) string {
	if expires.IsZero() {
		return ""
	}
	serves := w.serves
	if serves == "" {
		serves = "O link só serve uma vez e é válido até "
	}
	return serves + fmtbr.Date(expires, in) + " às " + fmtbr.Clock(expires, in) + "."
}

// text is the letter for mail programs without HTML.
func (w words) text() string {
	parts := append([]string{w.greeting}, w.paragraphs...)
	if w.link != "" {
		parts = append(parts, w.action+":\n"+w.link)
	}
	for _, part := range []string{w.until, w.unasked, "--\n" + w.house + "\nMensagem automática: não é preciso responder."} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// line keeps a name from looking like more of the letter: on one line, without signs that
// cannot be seen, and no longer than a name is.
func line(name string) string {
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
