package admin_test

import (
	"strings"
	"testing"

	"acolhe/models/platform/mail"
	"acolhe/models/types/page"
	"acolhe/views/admin"
	"acolhe/views/layouts"
	"acolhe/web"
)

// The page says at its head when mails reach nobody, and offers no try that would be in vain.
func TestTheListSaysWhetherMailIsSent(t *testing.T) {
	t.Parallel()
	const off, kept = "O envio de e-mails está desligado", "Nada é enviado"
	for name, c := range map[string]struct {
		outbox mail.Outbox
		says   string
	}{
		"off":   {mail.Outbox{}, off},
		"kept":  {mail.Outbox{Configured: true, Folder: "/dados/mail"}, kept},
		"ready": {mail.Outbox{Configured: true}, ""},
	} {
		var drawn strings.Builder
		one := 1
		list := admin.MailList{Outbox: c.outbox, Query: admin.MailQuery{Page: web.PageQuery{Number: 1, Size: page.DefaultPageSize}}}
		list.Found = page.Of[mail.Entry]{Meta: page.Meta{FilterCount: &one}, Items: []mail.Entry{
			{ID: 1, Kind: mail.Reset, Recipient: "eva@exemplo.org.br", Status: mail.Failed, MessageEncrypted: []byte("x"), MessageExpires: list.Now.AddDate(1, 0, 0)},
		}}
		if err := admin.Mails(layouts.Frame{}, list).Render(t.Context(), &drawn); err != nil {
			t.Fatal(err)
		}
		for _, sentence := range []string{off, kept} {
			if strings.Contains(drawn.String(), sentence) != (sentence == c.says) {
				t.Errorf("%s: %q is there or missing against the rule", name, sentence)
			}
		}
		if offered := strings.Contains(drawn.String(), "Tentar de novo"); offered != c.outbox.Configured {
			t.Errorf("%s: another try is offered: %v", name, offered)
		}
	}
}
