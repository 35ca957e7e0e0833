// Package layouts renders the frame around every page: the document head, the navigation and header of the signed-in
// surfaces, the card of the pages before sign-in, and the regions for messages. It only renders a Frame: the caller
// chooses the entries that the person may see, and package ui has the parts inside a page.
package layouts

import (
	"strings"
	"time"

	"acolhe/models/types/fmtbr"
	"acolhe/web"
)

// Frame describes a page and the person who is signed in. The zero value is usable.
type Frame struct {
	Association string    // the name in the brand; "Acolhe" when empty
	Now         time.Time // time of the request, in the association's time zone
	IsFragment  bool      // htmx requested a part of the page: of the fields below only SigningIsClosed is set

	Title   string // of the page, as in its h1; the document's title adds the program's name
	Home    string // target of the brand link; "/" when empty
	Path    string // of the request; marks the navigation entry
	Address string // replaces the address in the browser, when that of the request is only a form's
	Trail   []Crumb

	PersonCode     string // user_code; only this person can continue on the page after a session has ended
	PersonName     string
	PersonEmail    string // in the sign-in that opens over the page after a session has ended
	PersonRole     string
	PersonInitials string
	Account        []NavItem // entries of the account menu above "Sair"
	SignOut        string    // address of the POST that signs out; no entry when empty
	Shared         bool      // a shared computer, which signs out by itself

	Theme   string // "claro", "escuro" or "auto", from the cookie `tema`; "auto" when empty
	Letters string // size of the letters, from the cookie `letra`; empty is that of the browser
	Density string // "confortavel" or "compacta" (the default), from the cookie `densidade`
	Menu    string // "recolhido" or empty, from the cookie `menu`

	Nav       []NavGroup
	Back      NavItem    // entry above Nav that leads to another surface; none when it has no Href
	Elsewhere []NavGroup // pages of other surfaces, for the palette
	Actions   []NavItem  // actions of the palette, besides the pages
	Help      string     // help of the area to which the page belongs
	Search    string     // address that answers GET ?q= with palette options; without it the palette has only the entries of Nav
	Opened    string     // address of the POST that records which of these options was opened

	Bell Bell // the person's notices, shown in the header

	News News // results of the person's tasks, shown in the header

	Alarms []Alarm // shown above the content until they are mended

	OpenRequests, OpenIncidents int // those of the privacy desk, for the pages of administrators

	SigningIsClosed bool // contracts cannot be made and signed: pages offer neither

	Dev        bool       // a development build: shown in the header
	SampleData bool       // sample data is loaded: shown in a ribbon
	Notice     web.Notice // shown once as a toast
	QuotaLeft  string     // what is left of a quota that the page uses; empty while it is far
	Refused    bool       // the page shows errors of a form: the title begins with "Erro: "
}

// Crumb is one step of the breadcrumb; the last one has no Href.
type Crumb struct{ Label, Href string }

// NavGroup is a titled group of the navigation.
type NavGroup struct {
	Label string
	Items []NavItem
}

// NavItem is an entry of the navigation. Key is the letter that opens it after G. An action of the palette without Href
// clicks the element of the page that matches the selector Press; without a match the action is hidden.
type NavItem struct {
	Label, Href, Icon, Key string
	Press                  string
	Count                  string
	CountLabel             string // the counted things, for screen readers: "pedidos em aberto"
}

// WithCount returns the entry with the number of things that wait there, if there are any; most is the highest number shown.
func (i NavItem) WithCount(count, most int, label string) NavItem {
	switch {
	case count > most:
		i.Count, i.CountLabel = fmtbr.Integer(most)+"+", label
	case count > 0:
		i.Count, i.CountLabel = fmtbr.Integer(count), label
	}
	return i
}

// Bell leads to the person's notices. The zero value is not shown.
type Bell struct {
	Href   string
	Unread int
	// Count is the address that answers with the number of unread notices, Live that of an event after each new one.
	Count, Live string
}

// News holds the results of the person's tasks in the background.
type News struct {
	Ended       int    // number of ended tasks that the person has not opened
	Label, Href string // text in the header, and its link
	// Aloud is the sentence of a toast; empty for results already announced.
	Aloud  string
	Failed bool   // the last one failed
	Watch  string // address to poll for the next result while tasks run; else empty
}

func (n News) isAny() bool { return n.Ended > 0 || n.Watch != "" }

// documentTitle follows GOV.UK: the title of a page with errors begins with them, because a screen reader first reads
// the title of the tab. A page below another one also names that, so that the list and the analysis of orders differ.
func (f Frame) documentTitle() string {
	title := "Acolhe"
	if last := len(f.Trail) - 1; last >= 0 && f.Trail[last].Label != f.Title {
		title = f.Trail[last].Label + " · " + title
	}
	if f.Title != "" {
		title = f.Title + " · " + title
	}
	if f.Refused {
		title = "Erro: " + title
	}
	return title
}

func (f Frame) brand() string {
	if f.Association == "" {
		return "Acolhe"
	}
	return f.Association
}

func (f Frame) home() string {
	if f.Home == "" {
		return "/"
	}
	return f.Home
}

// themeClass returns the class of <html>: the style sheet has "dark" and "auto", light is the default.
func (f Frame) themeClass() string {
	switch f.Theme {
	case "claro":
		return ""
	case "escuro":
		return "dark"
	}
	return "auto"
}

func (f Frame) theme() string {
	if f.Theme == "claro" || f.Theme == "escuro" {
		return f.Theme
	}
	return "auto"
}

// current returns the aria-current of an entry: "page", "true" if the page is below it and no other entry is
// nearer, or empty.
func (f Frame) current(item NavItem) string {
	switch path := item.path(); {
	case path != f.nearest():
		return ""
	case path == f.Path:
		return "page"
	}
	return "true"
}

// Icon returns the icon that the page has in the navigation, empty if it is not below an entry.
func (f Frame) Icon() string {
	for _, group := range f.Nav {
		for _, item := range group.Items {
			if f.current(item) != "" {
				return item.Icon
			}
		}
	}
	return ""
}

// path returns the address without its query.
func (i NavItem) path() string {
	path, _, _ := strings.Cut(i.Href, "?")
	return path
}

// nearest returns the longest address of the navigation that is the page or above it, else one below that to which the
// breadcrumb leads.
func (f Frame) nearest() string {
	nearest := f.above(f.Path)
	for _, crumb := range f.Trail {
		if entry := f.above(crumb.Href); strings.HasPrefix(entry, nearest+"/") {
			nearest = entry
		}
	}
	return nearest
}

// above returns the longest address of the navigation that is a page or above it.
func (f Frame) above(page string) (longest string) {
	for _, group := range f.Nav {
		for _, item := range group.Items {
			path := item.path()
			if (page == path || strings.HasPrefix(page, path+"/")) && len(path) > len(longest) {
				longest = path
			}
		}
	}
	return longest
}
