// Package layouts is the frame around every page: the document head, the navigation and header
// of the signed-in surfaces, the card of the pages before them, and the regions that messages
// go to. It shows what a Frame says and decides nothing: which entries the person may see is the
// caller's business, and the parts inside a page are those of package ui.
package layouts

import (
	"strings"
	"time"

	"acolhe/web"
)

// Frame is what a page says about itself and about the person who is signed in. The zero value is usable.
type Frame struct {
	Title       string // of the page, as in its h1; the document's title adds the program's name
	Association string // the name in the brand; "Acolhe" when empty
	Home        string // where the brand leads; "/" when empty
	Path        string // of the request; marks the navigation entry
	Trail       []Crumb
	Now         time.Time // when the request came, in the association's time zone; the one thing that a fragment has too

	PersonName     string
	PersonRole     string
	PersonInitials string
	Account        []NavItem // entries of the account menu above "Sair"
	SignOut        string    // address that a POST signs out at; no entry when empty

	Theme   string // "claro", "escuro" or "auto", from the cookie `tema`; "auto" when empty
	Density string // "confortavel" or "compacta", from the cookie `densidade`
	Menu    string // "recolhido" or empty, from the cookie `menu`

	Nav     []NavGroup
	Actions []NavItem // what the palette offers to do, beside the pages of Nav
	Search  string    // address that answers GET ?q= with palette options; empty: only the entries of Nav
	Opened  string    // address that takes by POST which of these options was opened

	News News // what the header says about the person's tasks

	Dev        bool       // a build for development: said in the header
	SampleData bool       // sample data is loaded: said in a ribbon
	Notice     web.Notice // shown once as a toast
	Refused    bool       // the page shows a refused form again: the title begins with "Erro: "
}

// Crumb is one step of the breadcrumb; the last one has no Href.
type Crumb struct{ Label, Href string }

// NavGroup is a titled group of the navigation.
type NavGroup struct {
	Label string
	Items []NavItem
}

// NavItem is an entry of the navigation. Key is the letter that goes there after G.
type NavItem struct {
	Label, Href, Icon, Key string
	Count                  *int
	CountLabel             string // what is counted, for screen readers: "pedidos em aberto"
}

// News is what came of the person's tasks while they did something else.
type News struct {
	Ended       int    // how many ended that the person has not looked at
	Label, Href string // what the header says of them, and where it leads
	// Aloud is the sentence of a toast; nothing for news that were told already.
	Aloud  string
	Failed bool   // the last one ended badly
	Watch  string // address that reports the next one, while others run; empty when none do
}

func (n News) isAny() bool { return n.Ended > 0 || n.Watch != "" }

// documentTitle follows GOV.UK: a refused form says so first, for a person who hears the tab's name only.
func (f Frame) documentTitle() string {
	title := "Acolhe"
	if f.Title != "" {
		title = f.Title + " · Acolhe"
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

// themeClass is the class of <html>: the style sheet knows "dark" and "auto", light is the default.
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

// current is how an entry relates to the page: "page", "true" when the page lies under it and
// no other entry is nearer, or empty.
func (f Frame) current(item NavItem) string {
	switch {
	case item.Href != f.nearest():
		return ""
	case item.Href == f.Path:
		return "page"
	}
	return "true"
}

// nearest is the longest address of the navigation that is the page or lies above it.
func (f Frame) nearest() string {
	longest := ""
	for _, group := range f.Nav {
		for _, item := range group.Items {
			above := f.Path == item.Href || strings.HasPrefix(f.Path, item.Href+"/")
			if above && len(item.Href) > len(longest) {
				longest = item.Href
			}
		}
	}
	return longest
}
