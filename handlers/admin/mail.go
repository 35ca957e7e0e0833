package admin

import (
	"net/http"
	"strconv"

	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/admin"
	"acolhe/views/layouts"
	"acolhe/web"
)

// mailCrumb leads back to the list.
var mailCrumb = layouts.Crumb{Label: "Correio", Href: admin.MailPath}

// mailRoutes: what a message says is shown in development alone, where it is kept instead of
// being sent; elsewhere nobody but its recipient may read its token.
func (a Admin) mailRoutes() []web.Route {
	routes := []web.Route{
		web.Page(admin.MailPath, web.Administrator(), a.listMails),
		web.Form(admin.MailPath+"/:id/enviar", web.Administrator(), a.sendMailAgain),
	}
	if !a.Development {
		return routes
	}
	return append(routes,
		web.Page(admin.MailPath+"/:id", web.Administrator(), a.showMail),
		web.Page(admin.MailPath+"/:id/html", web.Administrator(), a.showMailHTML),
	)
}

func (a Admin) listMails(r *web.Request) error {
	frame, err := a.frame(r, "Correio")
	if err != nil {
		return err
	}
	query := admin.MailQuery{Words: r.Query("q"), Status: r.Query("situacao"), Page: r.QueryPage()}
	counts, err := mail.CountByStatus(r.Context(), a.DB, r.By)
	if err != nil {
		return err
	}
	window := page.Window{Limit: new(query.Page.Size), Offset: query.Page.Offset(), Count: page.FilterCount}
	found, err := mail.List(r.Context(), a.DB, r.By, mail.ListInput{Window: window, Status: admin.MailStatus(query.Status), Q: query.Words})
	if err != nil {
		return err
	}
	list := admin.MailList{Query: query, Found: found, Counts: counts, Outbox: a.Mail, Now: frame.Now}
	return r.Render(admin.Mails(frame, list), admin.MailListFragment)
}

func (a Admin) sendMailAgain(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	envelope, err := mail.Resend(r.Context(), a.DB, r.By, id)
	if err != nil {
		return err
	}
	r.Notify("A mensagem para " + envelope.Recipient + " voltou para a fila.")
	return r.Redirect(admin.MailPath)
}

func (a Admin) showMail(r *web.Request) error {
	envelope, kept, err := a.keptMail(r)
	if err != nil {
		return err
	}
	frame, err := a.frame(r, "Mensagem "+strconv.FormatInt(envelope.ID, 10), mailCrumb)
	if err != nil {
		return err
	}
	return r.Render(admin.Mail(frame, admin.MailSheet{Envelope: envelope, Folder: a.Mail.Folder, Kept: kept, Now: frame.Now}))
}

// mailPolicy lets a message show its own styles and open its links, and nothing else: no
// scripts, no forms, nothing from outside, and no part in this site's session.
const mailPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// showMailHTML gives the message as a mail program would draw it.
func (a Admin) showMailHTML(r *web.Request) error {
	_, kept, err := a.keptMail(r)
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", mailPolicy)
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(kept.HTML)) // whoever went away needs no answer
	}))
}

// keptMail gives a mail whose message is in the folder; any other is 404.
func (a Admin) keptMail(r *web.Request) (envelope mail.Entry, kept mail.StoredMail, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return envelope, kept, err
	}
	if envelope, err = mail.Find(r.Context(), a.DB, r.By, id); err != nil {
		return envelope, kept, err
	}
	if a.Mail.Folder == "" {
		return envelope, kept, errs.NotFound("As mensagens são enviadas, e não guardadas.")
	}
	kept, err = a.Mail.Folder.Read(envelope.Reference)
	return envelope, kept, err
}
