// Package mail serves the pages of the mails that the application sends.
package mail

import (
	"context"

	"net/http"
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	view "acolhe/views/admin/mail"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	"acolhe/web"
)

// Pages serves the pages of mails.
type Pages struct {
	DB     *db.DB
	Frame  frame.Func
	Outbox mail.Outbox
	// Development also shows the messages, which are stored instead of sent; in production only the recipient may read
	// their tokens.
	Development bool
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	routes := []web.Route{
		web.Page(view.Path, web.Administrator(), p.list().Show),
		web.Form(one+"/enviar", web.Administrator(), p.resend),
	}
	if !p.Development {
		return routes
	}
	return append(routes,
		web.Page(one, web.Administrator(), p.show),
		web.Page(one+"/html", web.Administrator(), p.showHTML),
	)
}

func (p Pages) list() list.Pages[mail.Entry, mail.ListInput] {
	return list.Pages[mail.Entry, mail.ListInput]{DB: p.DB, Frame: p.Frame, List: p.mails(),
		Complete: func(_ *web.Request, state *listview.State, _ []mail.Entry, _ listview.Query[mail.ListInput]) error {
			state.Before = view.Notice(p.Outbox)
			return nil
		}}
}

// mails returns the list of mails. Under a search each tab is counted separately.
func (p Pages) mails() list.List[mail.Entry, mail.ListInput] {
	return list.List[mail.Entry, mail.ListInput]{Definition: view.List(p.Outbox), Find: mail.List, Count: mail.Count,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, input mail.ListInput) (map[string]page.Counted, error) {
			if input.Q != "" {
				return nil, nil
			}
			counts, err := mail.CountByStatus(ctx, tx, by)
			return view.TabCounts(counts), err
		}}
}

func (p Pages) resend(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	entry, err := mail.Resend(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.Notify("A mensagem para " + entry.Recipient + " voltou para a fila.")
	return r.Redirect(view.Path)
}

func (p Pages) show(r *web.Request) error {
	entry, kept, err := p.find(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Mensagem "+strconv.FormatInt(entry.ID, 10), layouts.Crumb{Label: "Correio", Href: view.Path})
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, view.PageData{Entry: entry, Folder: p.Outbox.Folder, Kept: kept, Now: around.Now}))
}

// policy allows a message its own styles and links: no scripts, no forms, no external resources, and no access to the
// session of this site.
const policy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// showHTML answers with the message as HTML.
func (p Pages) showHTML(r *web.Request) error {
	_, kept, err := p.find(r)
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(kept.HTML)) // a client that disconnected needs no answer
	}))
}

// find reads a mail whose message is stored in the folder; any other is 404 NOT_FOUND.
func (p Pages) find(r *web.Request) (entry mail.Entry, kept mail.StoredMail, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return entry, kept, err
	}
	if entry, err = mail.Find(r.Context(), p.DB, r.By, id); err != nil {
		return entry, kept, err
	}
	if p.Outbox.Folder == "" {
		return entry, kept, errs.NotFound("As mensagens são enviadas e não ficam salvas.")
	}
	kept, err = p.Outbox.Folder.Read(entry.Reference)
	return entry, kept, err
}
