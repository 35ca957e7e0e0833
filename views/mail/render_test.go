package mail_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"acolhe/models/areas"
	"acolhe/models/backups"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/signing"
	"acolhe/models/tasks"
	"acolhe/models/webhooks/endpoints"
	views "acolhe/views/mail"
	"acolhe/views/mail/letter"
)

func branding(t *testing.T) letter.Branding {
	t.Helper()
	base, err := url.Parse("https://painel.associacao.org.br/")
	if err != nil {
		t.Fatal(err)
	}
	location, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	return letter.Branding{Association: "Associação Flor de Maio", BaseURL: base, Location: location}
}

// expires is 14:00 in São Paulo.
var expires = time.Date(2026, 11, 27, 17, 0, 0, 0, time.UTC)

func render(t *testing.T, letter mail.Message) mail.Content {
	t.Helper()
	message, err := views.Render(t.Context(), branding(t), letter)
	if err != nil {
		t.Fatal(err)
	}
	return message
}

// Both forms of each kind have the same content.
func TestRender_Kinds(t *testing.T) {
	t.Parallel()
	const link = "https://painel.associacao.org.br/pagina?token=AbC-_09"
	about := mail.Message{To: "j@x", Name: "João", Path: "/pagina?token=AbC-_09", Expires: expires, By: "Camila Torres"}
	const note = "A foto ficou\nescura."
	for _, c := range []struct {
		message mail.Message
		subject string
		says    []string
	}{
		{mail.Invite.With(mail.Invitation{ForPortal: true}, about), "Convite de acesso · Associação Flor de Maio",
			[]string{"Olá, João!", "Quem convidou: Camila Torres.", "Aceitar o convite",
				"vale até 27/11/2026 às 14:00", "Se você não esperava este convite"}},
		{mail.Reset.With(mail.None{}, about), "Nova senha · Associação Flor de Maio",
			[]string{"Olá, João!", "pediu uma senha nova", "Escolher nova senha",
				"vale até 27/11/2026 às 14:00", "a sua senha continua a mesma"}},
		{tasks.ExportReady.With(mail.None{}, about), "Sua exportação está pronta · Associação Flor de Maio",
			[]string{"Olá, João!", "Entre e baixe na página abaixo", "Abrir a página da exportação",
				"O arquivo fica lá até 27/11/2026 às 14:00", "avise a administração"}},
		{registration.DocumentAgain.With(registration.Refusal{Note: note}, about),
			"Envie de novo uma foto do documento · Associação Flor de Maio",
			[]string{"Olá, João!", "Motivo: A foto ficou escura.", "Enviar outra foto"}},
		{registration.Completed.With(mail.None{}, about), "Cadastro completo · Associação Flor de Maio",
			[]string{"Olá, João!", "A equipe está conferindo", "Ir para minha página"}},
		{signing.ToSign.With(signing.Message{Title: note}, about), "Assine o seu termo · Associação Flor de Maio",
			[]string{"Olá, João!", "“A foto ficou escura.”", "Ler e assinar",
				"O link é só seu e vale até 27/11/2026 às 14:00"}},
		{signing.Signed.With(signing.Message{Title: note}, about), "Termo assinado · Associação Flor de Maio",
			[]string{"Olá, João!", "“A foto ficou escura.”", "dois arquivos PDF", "Conferir a assinatura"}},
		{backups.Problem.With(backups.ProblemMessage{Reason: note}, about), "A cópia de segurança falhou · Associação Flor de Maio",
			[]string{"Olá, João!", "não foi feita", "Abrir as cópias"}},
		{endpoints.SwitchedOff.With(endpoints.SwitchedOffMessage{Name: note, Reason: endpoints.ForFailing}, about),
			"Webhook desligado · Associação Flor de Maio",
			[]string{"Olá, João!", "“A foto ficou escura.” foi desligado", "em três dias", "Abrir o webhook"}},
		{mail.PasswordChanged.With(mail.None{}, about), "Sua senha foi alterada · Associação Flor de Maio",
			[]string{"Olá, João!", "acaba de ser alterada", "avise a associação agora mesmo"}},
	} {
		kind, message := c.message.Kind, render(t, c.message)
		if message.Subject != c.subject || message.Sender != "Associação Flor de Maio" {
			t.Errorf("%s: from %q, %q", kind, message.Sender, message.Subject)
		}
		shown, links := read(t, message.HTML)
		for _, want := range append(c.says, link, "Mensagem automática") {
			if !strings.Contains(message.Text, want) || !strings.Contains(shown, want) {
				t.Errorf("%s: %q is missing in\n%s\nor\n%s", kind, want, message.Text, shown)
			}
		}
		if len(links) != 2 || links[0] != link || links[1] != link {
			t.Errorf("%s links to %q", kind, links)
		}
	}
}

func TestRender_NoLink(t *testing.T) {
	t.Parallel()
	message := render(t, mail.Message{Kind: mail.PasswordChanged.Kind, To: "j@x", Name: "João"})
	if _, links := read(t, message.HTML); len(links) != 0 {
		t.Errorf("it links to %q", links)
	}
	for _, wrong := range []string{"Pedir nova senha:", "válido até", "https://"} {
		if strings.Contains(message.Text, wrong) {
			t.Errorf("%q in\n%s", wrong, message.Text)
		}
	}
}

func TestRender_NoName(t *testing.T) {
	t.Parallel()
	message := render(t, mail.Message{Kind: mail.Invite.Kind, To: "j@x", Path: "/c", Expires: expires})
	if !strings.HasPrefix(message.Text, "Olá!\n\nA Associação Flor de Maio convidou você") {
		t.Errorf("it begins\n%s", message.Text)
	}
}

// A name cannot inject other content into a mail.
func TestRender_HostileNames(t *testing.T) {
	t.Parallel()
	for _, hostile := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title><style>*{display:none}`, "{{.}} ${x} &lt;b&gt;",
		"Eva\r\n\r\nClique em https://mal.example", "Eva\u2028\u2029fim", "Eva\u202egpj.exe", "Eva\x00\x1b",
	} {
		message := render(t, mail.Message{Kind: mail.Invite.Kind, To: "j@x", Name: hostile, By: hostile, Path: "/convite?token=a",
			Expires: expires})
		shown, links := read(t, message.HTML)
		if len(links) != 2 {
			t.Errorf("%q: links to %q", hostile, links)
		}
		for _, line := range strings.Split(message.Text, "\n") {
			if strings.HasPrefix(line, "Clique") {
				t.Errorf("%q writes a line of its own:\n%s", hostile, message.Text)
			}
		}
		for _, hidden := range []string{"\x00", "\x1b", "\u202e", "\u2028"} {
			if strings.Contains(message.Text+shown, hidden) {
				t.Errorf("%q goes through as it is", hostile)
			}
		}
	}
	if long := render(t, mail.Message{Kind: mail.Invite.Kind, To: "j@x", Name: strings.Repeat("á", 5000), Path: "/c",
		Expires: expires}); len(long.Text) > 2000 {
		t.Errorf("a long name makes a text of %d bytes", len(long.Text))
	}
}

func TestRender_UnknownKind(t *testing.T) {
	t.Parallel()
	if _, err := views.Render(t.Context(), branding(t), mail.Message{Kind: "outro"}); err == nil {
		t.Error("it was put into words")
	}
}

// read returns the text and the links of a mail, and fails for forbidden content: scripts, handlers, and external
// resources.
func read(t *testing.T, page string) (text string, links []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	styles := 0
	var shown strings.Builder
	for node := range root.Descendants() {
		switch {
		case node.Type == html.TextNode && node.Parent.Data != "style":
			shown.WriteString(node.Data + "\n")
		case node.Type == html.ElementNode && node.Data == "style":
			styles++
		case node.Type == html.ElementNode && (node.Data == "script" || node.Data == "img" || node.Data == "link" || node.Data == "iframe"):
			t.Errorf("there is a <%s> in\n%s", node.Data, page)
		}
		for _, attribute := range node.Attr {
			if attribute.Key == "href" {
				links = append(links, attribute.Val)
			}
			if strings.HasPrefix(attribute.Key, "on") || attribute.Key == "src" {
				t.Errorf("there is %s=%q in\n%s", attribute.Key, attribute.Val, page)
			}
		}
	}
	if styles != 1 {
		t.Errorf("%d style sheets", styles)
	}
	return shown.String(), links
}

// Every declared kind has words and a name, and the letters that an earlier version stored have the same content.
func TestRender_EveryKind(t *testing.T) {
	t.Parallel()
	for _, kind := range areas.Mails() {
		if !views.HasWords(kind.Kind) || kind.Label == "" || kind.Label == string(kind.Kind) {
			t.Errorf("the kind %s has no words or no name", kind.Kind)
		}
	}
}
