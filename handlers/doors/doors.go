// Package doors serves what is before every sign-in: the start page with a door for each kind of people, the size of the
// letters, and what makes the pages an app of a phone.
package doors

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/types/secret"
	"acolhe/static"
	"acolhe/views/doors"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Doors serves these pages.
type Doors struct{ DB *db.DB }

// Routes returns the routes.
func (d Doors) Routes() []web.Route {
	return []web.Route{
		web.Page("/", web.Anyone(), d.start),
		web.Page(layouts.LetterPath, web.Public(), d.showLetters),
		web.Form(layouts.LetterPath, web.Public(), d.chooseLetters).RateLimit(lettersLimit()),
		web.Page(layouts.ManifestPath, web.Public(), d.manifest),
		web.Page("/sem-internet", web.Public(), d.showOffline),
		web.Page("/sem-internet/equipe", web.Public(), d.showStaffOffline),
		web.Page("/sw.js", web.Public(), d.worker),
	}
}

// lettersLimit is the rate limit of choosing the size of the letters, which stores nothing but a cookie.
func lettersLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "letters", Limit: 120, Per: 15 * time.Minute}
}

// start leads a signed-in person of the staff or the portal to their first page, and shows the doors to everybody else.
func (d Doors) start(r *web.Request) error {
	if r.By.IsKnown() {
		return r.Redirect(frame.Home(r.By))
	}
	page := doors.Start{}
	var err error
	if page.Contacts, err = settings.ReadContacts(r.Context(), d.DB); err != nil {
		return err
	}
	if page.Frame, err = d.frame(r, "Início"); err != nil {
		return err
	}
	return r.Render(page.Page())
}

func (d Doors) showLetters(r *web.Request) error {
	around, err := d.frame(r, "Tamanho das letras")
	if err != nil {
		return err
	}
	return r.Render(doors.Letters{Frame: around, Back: web.LocalPath(r.Query("volta"), "/")}.Page())
}

// chooseLetters keeps the size of the letters in a cookie of a year, and leads back.
func (d Doors) chooseLetters(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	size := posted.Or("letra", "")
	if !layouts.IsLetterSize(size) {
		size = ""
	}
	r.Keep(layouts.LetterCookie, size)
	return r.Redirect(web.LocalPath(posted.Or("volta", ""), "/"))
}

func (d Doors) showOffline(r *web.Request) error {
	around, err := d.frame(r, "Sem internet")
	if err != nil {
		return err
	}
	phone, err := settings.Get(r.Context(), d.DB, settings.AssociationPhone)
	if err != nil {
		return err
	}
	return r.Render(doors.OfflinePage(around, phone))
}

// showStaffOffline shows the page of those who work in the association when one of theirs cannot be loaded. The worker keeps it,
// and it names nobody.
func (d Doors) showStaffOffline(r *web.Request) error {
	association, err := settings.Get(r.Context(), d.DB, settings.AssociationName)
	if err != nil {
		return err
	}
	return r.Render(doors.StaffOfflinePage(layouts.Frame{Title: "Sem conexão", Association: association, Home: "/", Theme: r.Cookie("tema"), Path: r.Path()}))
}

// worker answers with the script that browsers run for the pages without internet; it stands at the root, whose pages it serves.
// Under the policy of stored documents it could not fetch, and browsers would not install it.
func (d Doors) worker(r *web.Request) error {
	script := static.Content("worker.js")
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/javascript; charset=utf-8")
		header.Set("Content-Security-Policy", workerPolicy)
		header.Set("Cache-Control", "no-cache")
		header.Set("ETag", `"`+hex.EncodeToString(secret.Hash(string(script)))+`"`)
		http.ServeContent(w, request, "", time.Time{}, bytes.NewReader(script))
	}))
}

// workerPolicy is what the worker itself may do: ask this site for pages and files.
const workerPolicy = "default-src 'none'; connect-src 'self'"

// frame returns the frame of these pages, which is that of associates.
func (d Doors) frame(r *web.Request, title string) (layouts.Frame, error) {
	around, err := frame.Outside(r, d.DB, title)
	around.Home, around.Path = "/", r.Path()
	return around, err
}

// manifest describes the pages to phones that keep them as an app.
func (d Doors) manifest(r *web.Request) error {
	association, err := settings.Get(r.Context(), d.DB, settings.AssociationName)
	if err != nil {
		return err
	}
	written, err := json.Marshal(doors.ManifestOf(association))
	if err != nil {
		return err
	}
	return r.ServeContent(func(context.Context) (web.Content, error) {
		return web.Content{Name: "manifesto.webmanifest", ContentType: "application/manifest+json", Inline: true,
			Tag:     hex.EncodeToString(secret.Hash(string(written))),
			Content: unclosed{bytes.NewReader(written)}}, nil
	})
}

// unclosed is a content in memory, which needs no closing.
type unclosed struct{ io.ReadSeeker }

// Close implements io.Closer.
func (unclosed) Close() error { return nil }
