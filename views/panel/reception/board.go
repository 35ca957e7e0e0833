// Package reception shows the queue of the reception: its board, an item beside it, and the form of a new item.
package reception

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"time"

	"acolhe/models/reception/queue"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/ui"
	"acolhe/views/ui/board"
	"acolhe/views/ui/nav"
)

// The addresses of the board, of its events, and of the form of a new item.
const (
	Path     = "/painel/recepcao"
	LivePath = Path + "/ao-vivo"
	NewSlug  = "nova"
)

// The addresses of the preferences of a person.
const (
	SoundPath = Path + "/som"
	FoldPath  = Path + "/recolher"
)

// KnownHeader is the header with the states of the lanes that an open board shows. A lane that is still in one of them is
// answered without its tickets.
const KnownHeader = "X-Known-Lanes"

// LatestHeader is the header with the highest id of the contacts that an open board has shown. Later ones are announced, and
// do not move what is shown.
const LatestHeader = "X-Known-Contact"

// Href returns the address of an item.
func Href(id int64) string { return ui.RowHref(Path, id) }

// The ends of the addresses of an item's actions.
const (
	attendSlug   = "/atender"
	moveSlug     = "/mover"
	assignSlug   = "/atendente"
	detailsSlug  = "/dados"
	removeSlug   = "/excluir"
	linkSlug     = "/vincular"
	unlinkSlug   = "/desvincular"
	notesSlug    = "/anotacao"
	completeSlug = "/concluir"
	writingSlug  = "/escrevendo"
)

// BoardData is the data of the page.
type BoardData struct {
	Board  queue.Board
	Filter Filter
	By     auth.Caller
	// Now is in the association's time zone.
	Now       time.Time
	CanCreate bool
	CanChange bool
	CanRemove bool
	// FormLink is the public address of the contact form.
	FormLink string
	// Open is the item beside the board; nil for none.
	Open        *ItemData
	Preferences queue.Preferences
	// Tags are the tags that an item can get.
	Tags tags.Catalogue
	// Known are the states of lanes that the open board shows.
	Known []string
}

func (d BoardData) tabs() []nav.Tab {
	tab := func(label string, whose queue.Whose, count int) nav.Tab {
		return nav.Tab{Label: label, Href: d.Filter.of(whose).at(Path), Count: &count, Current: d.Filter.Whose == whose}
	}
	return []nav.Tab{
		tab("Todas", queue.Everybody, d.Board.All), tab("Minhas", queue.Mine, d.Board.Mine),
		tab("Sem atendente", queue.Nobody, d.Board.Nobodys),
	}
}

// shown returns the index of the lane that a phone shows.
func (d BoardData) shown() int {
	return max(0, slices.IndexFunc(d.Board.Lanes, func(lane queue.Lane) bool { return lane.Value == d.Filter.Lane }))
}

func (d BoardData) laneTabs() []nav.Tab {
	tabs := make([]nav.Tab, len(d.Board.Lanes))
	for i, lane := range d.Board.Lanes {
		count := lane.Count
		tabs[i] = nav.Tab{Label: laneName(lane), Href: d.Filter.in(lane.Value).at(Path), Count: &count, Current: i == d.shown()}
	}
	return tabs
}

// laneName returns the name of a lane; one with items that ended says that they are those of today.
func laneName(lane queue.Lane) string {
	if lane.IsDone {
		return lane.Label + " hoje"
	}
	return lane.Label
}

// maxKey is the last lane with a key.
const maxKey = 9

func (d BoardData) lane(i int) board.Lane {
	lane := d.Board.Lanes[i]
	column := board.Lane{ID: "situacao-" + lane.Value, Value: lane.Value, Label: laneName(lane), Color: lane.Color, Count: lane.Count,
		Open: i == d.shown(), Empty: "Ninguém aqui."}
	if lane.IsDefaultEntry && lane.Count > len(d.Board.News) {
		column.News, column.NewsHref = len(d.Board.News), d.Filter.withNew(d.Board.News).at(d.path())
	}
	if column.More = lane.Count - len(lane.Items) - column.News; column.More > 0 && d.Filter.canShowMore(lane.Value) {
		column.MoreHref = d.Filter.more(lane.Value).at(d.path())
	}
	if d.CanChange && i < maxKey {
		column.Number = i + 1
	}
	column.Folded, column.Fold = slices.Contains(d.Preferences.Folded, lane.Value), FoldPath
	column.State = d.stateOf(column, lane)
	column.Same = slices.Contains(d.Known, column.State)
	return column
}

// path returns the address of the page: of the open item, or of the board.
func (d BoardData) path() string {
	if d.Open != nil {
		return Href(d.Open.Item.ID)
	}
	return Path
}

// canShowMore reports whether a lane may show more tickets.
func (f Filter) canShowMore(status string) bool { return f.shown()[status] < queue.MaxLane }

// stateOf returns a digest of what a lane shows, with the waiting times in the words of the page.
func (d BoardData) stateOf(column board.Lane, lane queue.Lane) string {
	digest := fnv.New64a()
	fmt.Fprint(digest, column, d.Filter, d.CanChange, d.Tags)
	for _, item := range lane.Items {
		shown, _ := json.Marshal(item) // a row can be encoded
		digest.Write(shown)
		fmt.Fprint(digest, fmtbr.Elapsed(d.Now.Sub(item.DateCreated)), waitTone(d.Board, item, d.Now), d.Open != nil && d.Open.Item.ID == item.ID)
	}
	return strconv.FormatUint(digest.Sum64(), 36)
}

func (d BoardData) entryCount() int {
	for _, lane := range d.Board.Lanes {
		if lane.IsDefaultEntry {
			return lane.Count
		}
	}
	return 0
}

func (d BoardData) ticket(item queue.Waiting) board.Ticket {
	ticket := board.Ticket{
		Title: item.DisplayName(), Href: d.Filter.Href(item.ID), Notes: item.NoteCount, Current: d.Open != nil && d.Open.Item.ID == item.ID,
		Who: texts.Of(item.AttendantName), Mine: isMine(item, d.By), New: slices.Contains(d.Filter.first(), item.ID),
		Tags: ui.TagsOf(item.Labels[:min(maxTags, len(item.Labels))], d.Tags.Color), Writing: writing(item),
	}
	ticket.Initials = fmtbr.Initials(ticket.Who)
	if item.CompletedAt != nil {
		ticket.Time = board.Time{Text: fmtbr.Clock(*item.CompletedAt, d.Now.Location()), Title: "terminou"}
		ticket.Link, ticket.Icon, ticket.Ended = texts.Of(item.CompletionReason), "check", true
		return ticket
	}
	ticket.Tone = waitTone(d.Board, item, d.Now)
	ticket.Time = board.Time{Text: fmtbr.Elapsed(d.Now.Sub(item.DateCreated)),
		Title: "desde " + fmtbr.DateTime(item.DateCreated, d.Now.Location())}
	if ticket.Icon, ticket.Link = identity(item); item.Membership == nil && item.Similar == 0 {
		ticket.Icon = "" // that of the style sheet
	}
	ticket.Text, ticket.Blank = texts.Shorten(texts.Of(item.Message), maxMessage), "Não deixou mensagem."
	if d.CanChange && item.Attendant == nil {
		ticket.Attend = Href(item.ID) + attendSlug
	}
	return ticket
}

// The most letters of a message and tags on a ticket.
const (
	maxMessage = 72
	maxTags    = 2
)

// menu holds the lanes, the attendant and the end, for the tickets.
func (d BoardData) menu() []ui.MenuItem {
	if !d.CanChange {
		return nil
	}
	var menu []ui.MenuItem
	for _, lane := range d.Board.Lanes {
		if !lane.IsDone {
			menu = append(menu, ui.MenuItem{Label: "Mover para " + lane.Label,
				Post: board.MenuHref(Path, moveSlug) + "?status=" + url.QueryEscape(lane.Value)})
		}
	}
	menu = append(menu, ui.MenuItem{Label: "Passar para…", Icon: "user-check", Href: d.Filter.at(board.MenuHref(Path, assignSlug)),
		Asks: true})
	return append(menu, ui.MenuItem{Label: "Concluir…", Icon: "check", Href: d.Filter.at(board.MenuHref(Path, completeSlug)), Asks: true})
}

func isMine(item queue.Waiting, by auth.Caller) bool {
	return item.Attendant != nil && item.Attendant.String() == by.Code
}

// identity returns the icon and the text of who waits.
func identity(item queue.Waiting) (icon, text string) {
	if item.Similar > 0 {
		return "users", fmtbr.Plural(item.Similar, "cadastro parecido", "cadastros parecidos")
	}
	if item.Membership == nil {
		return "user-x", "Sem cadastro"
	}
	place := fmtbr.Join("/", texts.Of(item.City), texts.Of(item.State))
	return "user-check", fmtbr.Join(" · ", associatesview.MembershipName(*item.Membership), place)
}

func waitTone(board queue.Board, item queue.Waiting, now time.Time) ui.Tone {
	switch waited := now.Sub(item.DateCreated); {
	case waited >= board.Late:
		return ui.Bad
	case waited >= board.Warn:
		return ui.Warn
	}
	return ""
}

func waiting(board queue.Board, item queue.Waiting, now time.Time) ui.Content {
	return nav.Elapsed{Text: fmtbr.Elapsed(now.Sub(item.DateCreated)), What: "espera há",
		Title: "chegou " + fmtbr.DateTime(item.DateCreated, now.Location()),
		Tone:  waitTone(board, item, now)}
}

// writing says who is writing the notes of an item: "Aline está escrevendo".
func writing(item queue.Waiting) string {
	switch len(item.Writers) {
	case 0:
		return ""
	case 1:
		return item.Writers[0] + " está escrevendo"
	}
	return fmtbr.List(item.Writers) + " estão escrevendo"
}

// labels are the choices of the tag filter.
func (d BoardData) labels() []ui.MenuItem {
	choices := []ui.MenuItem{{Label: "Todas as etiquetas", Href: d.Filter.labelled("").at(Path)}}
	for _, name := range d.Tags.Names() {
		icon := ""
		if name == d.Filter.Label {
			icon = "check"
		}
		choices = append(choices, ui.MenuItem{Label: name, Icon: icon, Href: d.Filter.labelled(name).at(Path)})
	}
	return choices
}

func (d BoardData) empty() string {
	switch {
	case d.Filter.Label != "":
		return "Ninguém na fila com a etiqueta “" + d.Filter.Label + "”."
	case d.Filter.Search != "":
		return "Ninguém na fila com “" + d.Filter.Search + "”."
	case d.Filter.Whose == queue.Mine:
		return "Nenhum atendimento com você."
	case d.Filter.Whose == queue.Nobody:
		return "Todos já têm quem os atenda."
	}
	return "Fila vazia. Novos contatos aparecem aqui na hora."
}
