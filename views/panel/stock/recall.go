package stock

import (
	"strconv"
	"time"

	"acolhe/models/recalls"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/table"
)

// NotifySlug is the part of the address of the letters after that of a lot.
const NotifySlug = "/avisar"

// PeoplePart is the part of the page of a lot that a page with letters on their way reads again.
const PeoplePart = "pessoas"

// PeopleOnPage is the number of orders on a page of a lot.
const PeopleOnPage = 60

// groups are the tabs of the people, with the value in the address.
var groups = []struct {
	slug, label string
	group       recalls.Group
}{{"", "Todas", ""}, {"a-avisar", "A avisar", recalls.Missing}, {"avisadas", "Avisadas", recalls.Notified}, {"falhou", "Sem carta", recalls.Unsent}}

// GroupOf returns the group of a value in the address; any other is everybody.
func GroupOf(slug string) recalls.Group {
	for _, one := range groups {
		if one.slug == slug {
			return one.group
		}
	}
	return ""
}

// here is the address of the page with a group.
func (d LotData) here(group recalls.Group) string {
	for _, one := range groups {
		if one.group == group && one.slug != "" {
			return LotHref(d.Lot.ID) + "?aviso=" + one.slug
		}
	}
	return LotHref(d.Lot.ID)
}

func (d LotData) tabs() (tabs []nav.Tab) {
	for _, one := range groups {
		tab := nav.Tab{Label: one.label, Href: d.here(one.group), Count: new(d.ordersOf(one.group)), Current: one.group == d.Group}
		tabs = append(tabs, tab)
	}
	return tabs
}

func (d LotData) ordersOf(group recalls.Group) int {
	if group == "" {
		return d.Progress.Orders
	}
	return d.Progress.OrdersOf[group]
}

func (d LotData) listed() int { return d.ordersOf(d.Group) }

func (d LotData) nobody() string {
	if d.Progress.Orders == 0 {
		return "Nenhum pedido tem unidades deste lote."
	}
	return "Ninguém nesta lista."
}

func (d LotData) columns() []table.Column {
	columns := []table.Column{{Label: "Pessoa"}, {Label: "Pedido"}, {Label: "Unidades", Right: true}, {Label: "Separado em"}}
	if d.Lot.BlockedAt == nil {
		return append(columns, table.Column{Label: "Contato"}, table.Column{Label: "Situação"})
	}
	return append(columns, table.Column{Label: "Detalhe"}, table.Column{Label: "Aviso"})
}

func (d LotData) contact(person recalls.Person) string {
	return fmtbr.Join(" · ", fmtbr.Phone(texts.Of(person.Phone)), texts.Of(person.Email))
}

// toNotify is the number of people to whom no letter goes yet, if the caller may send it.
func (d LotData) toNotify() int {
	if d.Lot.BlockedAt == nil || !d.CanNotify {
		return 0
	}
	return d.Progress.Of[recalls.ToNotify]
}

func (d LotData) notifyLabel() string {
	switch count := d.toNotify(); {
	case count == d.Progress.All:
		return "Avisar " + fmtbr.Plural(count, "pessoa…", "pessoas…")
	case count == 1:
		return "Avisar a que falta…"
	default:
		return "Avisar as " + fmtbr.Integer(count) + " que faltam…"
	}
}

const unblockDialog = "liberar"

// unblockText says what the end of a recall does, and what it does not.
func (d LotData) unblockText() string {
	text := "O lote " + d.Lot.Number + " volta a sair na separação."
	if notified := d.Progress.People(recalls.Notified); notified > 0 {
		text += " Nenhuma carta sai sobre isso: fale com " + fmtbr.Plural(notified, "pessoa avisada.", "pessoas avisadas.")
	}
	return text
}

func (d LotData) adviceHint() string {
	if d.Recall.LotID != 0 {
		return "As cartas anteriores deste lote saíram com este texto, e as novas também sairão."
	}
	return "De 40 a 2.000 caracteres, sem endereços de páginas."
}

func (d LotData) askLetters() dialog.Ask {
	return dialog.Ask{Title: "Avisar quem recebeu o lote " + d.Lot.Number, Action: LotHref(d.Lot.ID) + NotifySlug, Back: LotHref(d.Lot.ID),
		Verb: "Mandar " + fmtbr.Plural(d.toNotify(), "carta", "cartas"), Problems: d.problems()}
}

// steps are what is done of a recall.
func (d LotData) steps() []ui.Line {
	notified, failed := d.Progress.People(recalls.Notified), d.Progress.People(recalls.Unsent)
	missing := d.Progress.People(recalls.Missing)
	letters := ui.Line{Title: "Avisar " + fmtbr.Plural(d.Progress.All, "pessoa", "pessoas"), Status: ui.Badge{Tone: ui.Warn, Text: "Falta"},
		Note: fmtbr.Join(" · ", fmtbr.Plural(notified, "avisada", "avisadas"), fmtbr.Plural(missing, "a avisar", "a avisar"),
			fmtbr.Plural(failed, "sem carta", "sem carta"))}
	if missing == 0 && failed == 0 {
		letters.Status = ui.Badge{Tone: ui.Good, Text: "Feito"}
	}
	read := ui.Line{Title: "Responderam “Li e parei de usar”", Figure: integer(d.Progress.Of[recalls.Acknowledged])}
	steps := []ui.Line{
		{Title: "Bloquear o lote na separação", Note: "na hora, ao recolher", Status: ui.Badge{Tone: ui.Good, Text: "Feito"}},
		{Title: "Deixar à parte " + fmtbr.Plural(d.Lot.Quantity, "unidade", "unidades"), Note: "registre o descarte como perda"},
	}
	if waiting := d.Progress.Of[recalls.InHouse]; waiting > 0 {
		steps = append(steps, ui.Line{Title: "Trocar o que não saiu", Note: "de pedidos de " + fmtbr.Plural(waiting, "pessoa", "pessoas"),
			Status: ui.Badge{Tone: ui.Warn, Text: "Falta"}})
	}
	return append(steps, letters, read)
}

// isOpen reports whether a person is still to be notified by a colleague.
func isOpen(state recalls.State) bool {
	return state == recalls.ToNotify || state == recalls.Failed || state == recalls.NoEmail || state == recalls.Sent
}

func stateBadge(state recalls.State) ui.Badge {
	return map[recalls.State]ui.Badge{
		recalls.ToNotify:     {Tone: ui.Warn, Text: "A avisar"},
		recalls.Sending:      {Tone: ui.Info, Text: "Carta a caminho"},
		recalls.Sent:         {Tone: ui.Good, Text: "Carta enviada"},
		recalls.Failed:       {Tone: ui.Bad, Text: "Carta falhou"},
		recalls.NoEmail:      {Tone: ui.Bad, Text: "Sem e-mail"},
		recalls.Acknowledged: {Tone: ui.Good, Text: "Leu e parou"},
		recalls.Called:       {Tone: ui.Good, Text: "Avisada"},
		recalls.InHouse:      {Tone: ui.Info, Text: "Não saiu"},
	}[state]
}

// StateLabel returns the name of a state.
func StateLabel(state recalls.State) string { return stateBadge(state).Text }

// Detail says when and by whom a person was notified.
func Detail(person recalls.Person, zone *time.Location) string {
	switch {
	case person.Acknowledged != nil:
		return "respondeu em " + fmtbr.DateTime(*person.Acknowledged, zone)
	case person.CalledAt != nil:
		return fmtbr.Join(", ", texts.Of(person.CalledByName), fmtbr.DateTime(*person.CalledAt, zone))
	case person.State == recalls.Failed:
		return fmtbr.Join(" · ", fmtbr.Phone(texts.Of(person.Phone)), "a carta a "+texts.Of(person.Email)+" falhou")
	case person.State == recalls.InHouse:
		return "o pedido ainda não foi enviado"
	case person.DateLetter != nil:
		return "e-mail, " + fmtbr.DateTime(*person.DateLetter, zone)
	}
	return fmtbr.Phone(texts.Of(person.Phone))
}

// detail is Detail, with a telephone number that dials.
func (d LotData) detail(person recalls.Person) table.Cell {
	shown := Detail(person, d.Now.Location())
	if number := texts.Of(person.Phone); number != "" && shown == fmtbr.Phone(number) {
		return table.Cell{Content: ui.Link{Text: shown, Href: fmtbr.Tel(number)}, Place: table.Below}
	}
	return table.Cell{Text: shown, Place: table.Below}
}

// orderPlace is where a phone shows the order: of a recalled lot it shows how to reach the person instead.
func (d LotData) orderPlace() table.Place {
	if d.Lot.BlockedAt != nil {
		return table.Away
	}
	return table.Below
}

const certificateName = "Laudo"

func (d LotData) certificateLabel() string {
	if d.Certificate.ID != 0 {
		return "Trocar o laudo"
	}
	return "Laudo do laboratório"
}

// personHref is the address with which a colleague says that a person was notified, or takes that back.
func personHref(lot, person int64, verb string) string {
	return LotHref(lot) + "/pessoas/" + strconv.FormatInt(person, 10) + "/" + verb
}
