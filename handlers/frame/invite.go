package frame

import (
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	mailview "acolhe/views/admin/mail"
	"acolhe/web"
)

// NotifyInvite reports on the next page what became of the mail with an invite. In development the mail is only stored.
// Administrators get a link to the mails.
func NotifyInvite(r *web.Request, outbox mail.Outbox, status mail.Status, address string) {
	text := "O convite para " + address + " não saiu agora. O motivo está na página da pessoa."
	switch {
	case outbox.Folder != "":
		text = "Convite para " + address + " criado, mas o e-mail não está configurado. Copie o link no Correio."
	case status == mail.Sent:
		r.Notify("Convite enviado para " + address + ".")
		return
	}
	if access.IsAdministrator(r.By) {
		r.NotifyOf(text, mailview.Path)
		return
	}
	r.Notify(text)
}
