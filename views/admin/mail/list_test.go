package mail

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/mail"
	"acolhe/views/layouts"
	"acolhe/views/list"
)

// The page reports whether mails are sent, and offers no useless retry.
func TestList_Outbox(t *testing.T) {
	t.Parallel()
	const off, kept = "O envio de e-mails está desligado", "Nenhum e-mail é enviado"
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	entries := []mail.Entry{{ID: 1, Kind: mail.Reset.Kind, Recipient: "eva@exemplo.org.br", Status: mail.Failed, MessageEncrypted: []byte("x"),
		MessageExpires: now.AddDate(1, 0, 0)}}
	for name, c := range map[string]struct {
		outbox   mail.Outbox
		sentence string
	}{
		"off":   {mail.Outbox{}, off},
		"kept":  {mail.Outbox{Configured: true, Folder: "/dados/mail"}, kept},
		"ready": {mail.Outbox{Configured: true}, ""},
	} {
		var html strings.Builder
		page := List(c.outbox).Page(list.State{Now: now, Before: Notice(c.outbox)}, entries)
		if err := list.Panel(layouts.Frame{}, page).Render(t.Context(), &html); err != nil {
			t.Fatal(err)
		}
		for _, sentence := range []string{off, kept} {
			if strings.Contains(html.String(), sentence) != (sentence == c.sentence) {
				t.Errorf("%s: %q is shown: %v", name, sentence, sentence != c.sentence)
			}
		}
		if offered := strings.Contains(html.String(), "Tentar de novo"); offered != c.outbox.Configured {
			t.Errorf("%s: another try is offered: %v", name, offered)
		}
	}
}
