package mail_test

import (
	"slices"
	"strings"
	"testing"

	"acolhe/models/areas"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/statusmails"
	views "acolhe/views/mail"
)

// Every kind has an example that the page of administrators shows, with words within its own bounds; passwords, incidents and
// privacy are always sent.
func TestDescribe_EveryKind(t *testing.T) {
	t.Parallel()
	for _, declared := range areas.Mails() {
		kind, hasPage := views.Describe(declared)
		if declared.Kind == mailtexts.Test.Kind {
			continue
		}
		if !hasPage || kind.Group == "" || kind.When == "" {
			t.Errorf("%s has no page", declared.Kind)
			continue
		}
		if problems := kind.Bounds.Check(kind.Bounds.System); !kind.Bounds.IsFixed && len(problems) > 0 {
			t.Errorf("%s: the words of the program are refused: %+v", declared.Kind, problems)
		}
		if rendered := render(t, kind.Sample("a@x", "")); strings.ContainsAny(rendered.Text+rendered.Subject, "{}") {
			t.Errorf("%s leaves a variable: %s\n%s", declared.Kind, rendered.Subject, rendered.Text)
		}
		isAlways := kind.Group == views.OfPrivacy ||
			slices.Contains([]mail.Kind{mail.Reset.Kind, mail.Invite.Kind, "new_device", "email_code"}, declared.Kind)
		if isAlways && !declared.Required {
			t.Errorf("%s can be switched off", declared.Kind)
		}
	}
}

// The words of the association stand in place of those of the program; what a mail must contain stays.
func TestRender_OwnWords(t *testing.T) {
	t.Parallel()
	about := statusmails.OrderPaid.With(statusmails.OrderMessage{Number: "35", Total: "R$ {valor}", Method: "Pix"},
		mail.Message{To: "j@x", Name: "JOÃO DA SILVA", Path: "/cadastro/pedidos/35"})
	b := branding(t)
	b.Words = mailtexts.Words{Subject: "Pago: {número}", Opening: "{primeiro nome}, chegou {valor} na {associação}.\n\nObrigado!",
		Closing: "Até logo, <b>{primeiro nome}</b>."}
	got, err := views.Render(t.Context(), b, about)
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != "Pago: 35 · Associação Flor de Maio" {
		t.Errorf("the subject is %q", got.Subject)
	}
	for _, want := range []string{"Olá, João!", "João, chegou R$ {valor} na Associação Flor de Maio.\n\nObrigado!", "Forma: Pix",
		"Ver o pedido:\nhttps://", "Até logo, <b>João</b>."} {
		if !strings.Contains(got.Text, want) {
			t.Errorf("%q is missing in\n%s", want, got.Text)
		}
	}
	if strings.Contains(got.HTML, "<b>João</b>") {
		t.Error("the words are not escaped")
	}
}

// A telephone of the association is where the reader is to call.
func TestRender_Telephone(t *testing.T) {
	t.Parallel()
	b := branding(t)
	b.Contacts = settings.Contacts{Phone: "4832221840"}
	got, err := views.Render(t.Context(), b, mail.PasswordChanged.With(mail.None{}, mail.Message{To: "j@x"}))
	if err != nil || !strings.Contains(got.Text, "ligue agora: (48) 3222-1840") {
		t.Errorf("it says %s: %v", got.Text, err)
	}
}
