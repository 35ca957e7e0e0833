// Package timeline shows everything that happened to an associate in one list.
package timeline

import (
	"slices"
	"strconv"
	"time"

	"acolhe/models/areas"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/history"
	"acolhe/models/orders"
	"acolhe/models/platform/mail"
	"acolhe/models/prescriptions"
	"acolhe/models/reception/contacts"
	"acolhe/models/reminders"
	"acolhe/models/signing"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	filesview "acolhe/views/panel/files"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/panel/releases"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// ID is the id of the timeline in the page.
const ID = "historico"

// The number of events that the timeline shows at first, adds each time, and shows at most.
const (
	step = 20
	most = 300
)

// drawerEvents is the number of events in the drawer.
const drawerEvents = 5

// Card shows what happened to an associate and to their patients, as far as the person may see it.
type Card struct {
	Associate associates.Associate
	Patients  []associates.Associate
	History   history.History
	// Changes are those of the associate and of the patients, Visits the associate's items in the reception.
	Changes   []history.Change
	Visits    []contacts.Contact
	Files     filesview.Card
	Releases  []prescriptions.Release
	Mails     []mail.Entry
	Reminders []reminders.Reminder
	Terms     []signing.Contract
	Query     Query
	Title     string
	// Here is the address of the page; HasFilters offers links that show one kind of event.
	Here       ui.Here
	HasFilters bool
	// Now is in the association's time zone.
	Now time.Time
}

// Query is the state of the timeline, all of which is in the address.
type Query struct {
	// Only is the only of a filter, or empty for all.
	Only  string
	Shown int
	// withoutNotes leaves out the annotations, which the drawer shows separately.
	withoutNotes bool
}

// NewQuery reads the state from parameters; malformed ones count as the default.
func NewQuery(only, shown string) Query {
	query := Query{Shown: step}
	if slices.ContainsFunc(filterList(), func(filter filter) bool { return filter.only == only }) {
		query.Only = only
	}
	if number, err := strconv.Atoi(shown); err == nil && number > step {
		query.Shown = min(number, most)
	}
	return query
}

// ForDrawer is the short timeline of the drawer.
func ForDrawer() Query { return Query{Shown: drawerEvents, withoutNotes: true} }

// Window returns the number of rows of each list that the timeline may need: one more than it shows.
func (q Query) Window() int { return q.Shown + 1 }

func (q Query) wants(kind string) bool { return q.Only == "" || q.Only == kind }

// happening is an event with its time.
type happening struct {
	at    time.Time
	event record.Event
}

// happenings returns everything that happened to the person in one list, newest first.
func (c Card) happenings() []happening {
	var all []happening
	if c.Query.wants("pedidos") {
		for _, order := range c.History.Orders {
			all = append(all, happening{order.DateCreated, orderEvent(order)})
			if order.PaidAt != nil {
				all = append(all, happening{*order.PaidAt, paymentEvent(order)})
			}
		}
		for _, one := range releases.Happenings(c.Releases) {
			all = append(all, happening{one.At, one.Event})
		}
	}
	if c.Query.wants("servicos") {
		for _, service := range c.History.Services {
			all = append(all, happening{service.DateCreated, c.serviceEvent(service)})
		}
	}
	if c.Query.wants("anotacoes") && !c.Query.withoutNotes {
		for _, note := range c.Associate.Annotations {
			all = append(all, happening{note.DateCreated, noteEvent(note)})
		}
	}
	if !c.Query.withoutNotes {
		all = append(all, c.recordHappenings()...)
	}
	slices.SortStableFunc(all, func(a, b happening) int { return b.at.Compare(a.at) })
	return all
}

// recordHappenings are those of the record itself, which the drawer leaves out.
func (c Card) recordHappenings() []happening {
	var all []happening
	if c.Query.wants("mudancas") {
		all = append(all, c.changeHappenings()...)
	}
	if c.Query.wants("arquivos") {
		for _, file := range c.Files.Files {
			all = append(all, happening{file.DateCreated,
				record.Event{Title: "Documento: " + file.FileName, Text: c.Files.Line(file), Icon: "paperclip"}})
		}
		for _, term := range c.Terms {
			all = append(all, termEvents(term)...)
		}
	}
	if c.Query.wants("mensagens") {
		for _, opened := range c.Reminders {
			all = append(all, happening{opened.DateCreated, reminderEvent(opened)})
		}
		for _, mail := range c.Mails {
			all = append(all, happening{mail.DateCreated, mailEvent(mail)})
		}
	}
	if c.Query.wants("recepcao") {
		for _, visit := range c.Visits {
			all = append(all, visitEvents(visit)...)
		}
	}
	return all
}

// changeHappenings are the changes of the person and of their patients. A record from before the history began at least
// has the day of its creation.
func (c Card) changeHappenings() []happening {
	var all []happening
	isCreated := len(c.Changes) > c.Query.Shown
	for _, change := range c.Changes {
		isCreated = isCreated || change.Action == history.Created && change.UserID == c.Associate.ID
		if event, isShown := c.changeEvent(change); isShown {
			all = append(all, happening{change.DateCreated, event})
		}
	}
	if !isCreated {
		all = append(all, happening{c.Associate.DateCreated, record.Event{Title: "Cadastro criado", Icon: "user-plus"}})
	}
	return all
}

// Events returns the happenings on the page.
func (c Card) Events() []record.Event {
	var events []record.Event
	for _, one := range c.happenings() {
		if len(events) == c.Query.Shown {
			break
		}
		one.event.At = ui.Moment(one.at, c.Now)
		events = append(events, one.event)
	}
	return events
}

// dayEvents are the events of one day under its heading.
type dayEvents struct {
	title  string
	events []record.Event
}

// days returns the events on the page by day.
func (c Card) days() []dayEvents {
	var days []dayEvents
	for i, one := range c.happenings() {
		if i == c.Query.Shown {
			break
		}
		title := dayOf(one.at, c.Now)
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, dayEvents{title: title})
		}
		one.event.At = ui.When{Text: fmtbr.Clock(one.at, c.Now.Location()), ISO: ui.Moment(one.at, c.Now).ISO,
			Title: fmtbr.DateTime(one.at, c.Now.Location())}
		days[len(days)-1].events = append(days[len(days)-1].events, one.event)
	}
	return days
}

// moreHref returns the address with older events, empty if there are none.
func (c Card) moreHref() string {
	if len(c.happenings()) <= c.Query.Shown || c.Query.Shown >= most {
		return ""
	}
	return c.Here.With("ate", strconv.Itoa(c.Query.Shown+step)) + "#" + ID
}

func (c Card) foot() ui.Content {
	more := c.moreHref()
	if more == "" {
		return nil
	}
	return ui.CardFoot{Text: "Os " + strconv.Itoa(c.Query.Shown) + " mais recentes",
		Link: ui.Link{Text: "Mostrar mais " + strconv.Itoa(step), Href: more}}
}

// filter is a link over the timeline that shows one kind of event.
type filter struct{ only, label string }

func filterList() []filter {
	return []filter{{"", "Tudo"}, {"pedidos", "Pedidos"}, {"servicos", "Atendimentos"}, {"arquivos", "Documentos"},
		{"mensagens", "Mensagens"},
		{"recepcao", "Recepção"}, {"anotacoes", "Anotações"}, {"mudancas", "Mudanças"}}
}

func mailEvent(entry mail.Entry) record.Event {
	badges := map[mail.Status]ui.Badge{mail.Queued: {Tone: ui.Muted, Text: "Na fila"}, mail.Failed: {Tone: ui.Bad, Text: "Não foi entregue"},
		mail.Sent: {Tone: ui.Good, Text: "Enviado"}}
	return record.Event{Title: "E-mail: " + areas.MailLabel(entry.Kind), Icon: "mail", Tone: ui.Info, Badge: badges[entry.Status]}
}

func orderEvent(order orders.Order) record.Event {
	what := ""
	if len(order.Items) > 0 {
		what = ordersview.Summary(&order)
	}
	return record.Event{Title: "Pedido " + ordersview.Number(order.ID) + " · " + fmtbr.Money(order.Total), Href: ordersview.Href(order.ID),
		Icon: "shopping-cart", Tone: ordersview.StatusBadge(order.Status).Tone, Text: what,
		Badge: ordersview.StatusBadge(order.Status)}
}

func (c Card) serviceEvent(service bookings.Service) record.Event {
	day := "sem data marcada"
	if service.ConsultationDate != nil {
		day = fmtbr.DateTime(*service.ConsultationDate, c.Now.Location())
	}
	return record.Event{Title: associatesview.ServiceName(service.Type) + " com " + service.ProfessionalName, Href: agenda.Href(service.ID),
		Icon: "stethoscope", Tone: ui.Info,
		Text: fmtbr.Join(" · ", day, texts.Of(service.PatientName), serviceStatusName(service.Status))}
}

// serviceStatusName returns the status of a service for pages.
func serviceStatusName(status bookings.Status) string {
	return map[bookings.Status]string{bookings.AwaitingPayment: "Aguardando pagamento", bookings.Paid: "Pagamento concluído"}[status]
}

func noteEvent(note associates.Annotation) record.Event {
	return record.Event{Title: "Anotação", Text: note.Text, Who: associatesview.NoteAuthor(note), Icon: "message-square"}
}

// dayOf returns the heading over the events of one day.
func dayOf(at, now time.Time) string {
	today, day := civil.Of(now), civil.Of(at.In(now.Location()))
	switch {
	case day == today:
		return "Hoje"
	case day == civil.Of(now.AddDate(0, 0, -1)):
		return "Ontem"
	}
	return fmtbr.LongDate(at, now.Location())
}
