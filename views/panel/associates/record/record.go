// Package record shows one associate: the parts of the page, the drawer over the list, and what is left of an erased person.
package record

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/reception/triage"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	readsview "acolhe/views/panel/associates/reads"
	"acolhe/views/panel/associates/timeline"
	ordersview "acolhe/views/panel/orders"
	receptionview "acolhe/views/panel/reception"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// Part is a part of the page, as in its address.
type Part string

// The parts.
const (
	Summary      Part = ""
	Registration Part = "cadastro"
	PatientsPart Part = "pacientes"
	Documents    Part = "documentos"
	Orders       Part = "pedidos"
	Services     Part = "atendimentos"
	// Seen is for administrators: who saw the person's data.
	Seen Part = "quem-viu"
)

// NotesID is the id of the annotations on the page.
const NotesID = "notas"

// NewPart reads a part from an address; an unknown one is the summary.
func NewPart(slug string) Part {
	if part := Part(slug); slices.Contains([]Part{Registration, PatientsPart, Documents, Orders, Services, Seen}, part) {
		return part
	}
	return Summary
}

func (s Data) tabs() nav.Tabs {
	tabs := nav.Tabs{Label: "Partes do cadastro", Plain: true}
	problems := ""
	wrong := len(s.Associate.InvalidFields)
	if s.Mismatch.Field != "" {
		wrong++
	}
	if wrong > 0 {
		problems = fmtbr.Plural(wrong, "problema", "problemas")
	}
	for i, tab := range []struct {
		part     Part
		label    string
		count    int
		more     bool
		problems string
	}{
		{Summary, "Resumo", 0, false, ""}, {Registration, "Cadastro", 0, false, problems},
		{PatientsPart, "Pacientes", len(s.Patients), false, ""},
		{Documents, "Documentos", len(s.Files), false, ""}, {Orders, "Pedidos", s.Totals.Orders, false, ""},
		{Services, "Atendimentos", len(s.History.Services), len(s.History.Services) == s.Query.Window(), ""},
	} {
		link := nav.Tab{Label: tab.label, Href: ui.Here(s.href()).With("parte", string(tab.part)), Current: s.Part == tab.part,
			Key: strconv.Itoa(i + 1), Problems: tab.problems, More: tab.more}
		if tab.count > 0 {
			link.Count = &tab.count
		}
		tabs.Tabs = append(tabs.Tabs, link)
	}
	if s.May.SeeReads {
		tabs.Tabs = append(tabs.Tabs, nav.Tab{Label: "Quem viu", Href: ui.Here(s.href()).With("parte", string(Seen)), Current: s.Part == Seen,
			Key: strconv.Itoa(len(tabs.Tabs) + 1)})
	}
	return tabs
}

// timeline shows what happened, of the kind of the part.
func (s Data) timeline() timeline.Card {
	return timeline.Card{Associate: s.Associate, Patients: s.Patients, History: s.History, Changes: s.Changes, Visits: s.Visits,
		Files: s.filesCard(), Releases: s.Releases, Mails: s.Mails, Reminders: s.Reminders, Terms: s.Terms, Query: s.Query,
		Title: s.timelineTitle(), Here: s.here(), HasFilters: s.Part == Summary, Now: s.Now}
}

func (s Data) here() ui.Here {
	here := ui.Here(s.href()).With("parte", string(s.Part))
	if s.Part == Summary {
		here = ui.Here(here).With("historico", s.Query.Only)
	}
	return ui.Here(here)
}

func (s Data) timelineTitle() string {
	titles := map[Part]string{Orders: "Pedidos", Services: "Atendimentos"}
	return cmp.Or(titles[s.Part], "Linha do tempo")
}

// reads are who saw the data of the person and of the patients.
func (s Data) reads() readsview.Cards {
	return readsview.Cards{Person: s.Associate.ID, Reads: s.Reads, IsProtected: s.IsProtected, MayProtect: s.May.Administer, Now: s.Now}
}

// totals are the figures below the head, each a link to the counted records.
func (s Data) totals() []nav.CountCell {
	ordersHref := ui.Here(s.href()).With("parte", string(Orders))
	placed := nav.CountCell{Label: "Pedidos", Value: strconv.Itoa(s.Totals.Orders), Href: ordersHref}
	if s.Totals.Awaiting > 0 {
		placed.Note, placed.Tone = fmtbr.Plural(s.Totals.Awaiting, "aguarda pagamento", "aguardam pagamento"), ui.Warn
	}
	cells := []nav.CountCell{placed, {Label: "Total pago", Value: fmtbr.Money(s.Totals.Paid), Href: ordersHref, Note: paidNote(s.Totals)}}
	if len(s.History.Orders) > 0 {
		last := s.History.Orders[0]
		cells = append(cells, nav.CountCell{Label: "Último pedido", Value: fmtbr.Date(last.DateCreated, s.Now.Location()),
			Href: ordersview.Href(last.ID), Note: ordersview.Number(last.ID) + ", " + strings.ToLower(ordersview.StatusBadge(last.Status).Text)})
	}
	if s.Next != nil {
		cells = append(cells, s.nextAppointment())
	}
	if contact, found := s.lastContact(); found {
		cells = append(cells, contact)
	}
	return cells
}

// nextAppointment is the next service with a date, of the associate or of a patient.
func (s Data) nextAppointment() nav.CountCell {
	date, zone := *s.Next.ConsultationDate, s.Now.Location()
	return nav.CountCell{Label: "Próximo horário", Href: agenda.Href(s.Next.ID),
		Value: fmtbr.ShortWeekday(date, zone) + " " + fmtbr.DayMonth(date, zone) + ", " + fmtbr.Clock(date, zone),
		Note:  fmtbr.Join(" · ", associatesview.ServiceName(s.Next.Type), s.Next.ProfessionalName)}
}

// lastContact is the newest annotation or item of the reception.
func (s Data) lastContact() (cell nav.CountCell, found bool) {
	cell = nav.CountCell{Label: "Último contato"}
	shown := func(at time.Time) string { return fmtbr.Ago(at, s.Now, s.Now.Location()) }
	var at time.Time
	if notes := newestFirst(s.Associate.Annotations); len(notes) > 0 {
		at, found = notes[0].DateCreated, true
		cell.Value, cell.Note = shown(at), "anotação de "+associatesview.NoteAuthor(notes[0])
		cell.Href = ui.Here(s.href()).With("historico", "anotacoes") + "#" + timeline.ID
	}
	if len(s.Visits) > 0 && s.Visits[0].DateCreated.After(at) {
		visit := s.Visits[0]
		cell.Value, cell.Href, cell.Note, found = shown(visit.DateCreated), receptionview.Href(visit.ID), "na recepção", true
		if visit.CompletedBy != nil {
			cell.Note = "com " + fmtbr.FirstName(*visit.CompletedBy) + ", na recepção"
		}
	}
	return cell, found
}

func paidNote(totals orders.PersonTotals) string {
	switch totals.PaidOrders {
	case 0:
		return "nenhum pedido pago"
	case 1:
		return "em 1 pedido"
	}
	return "média de " + fmtbr.Money(totals.Mean)
}

// chatPhone returns the phone for messages by WhatsApp; empty if the associate does not allow them.
func (s Data) chatPhone() string {
	if s.Associate.RefusesWhatsApp() {
		return ""
	}
	return s.phone()
}

func (s Data) phone() string {
	if first := texts.Of(s.Associate.Phone); first != "" {
		return first
	}
	return texts.Of(s.Associate.PhoneSecondary)
}

// facts returns a line about the person, below the name.
func (s Data) facts() string {
	age, cpf := "", fmtbr.CPF(texts.Of(s.Associate.AssociateCPF))
	if day := s.Associate.BirthDate; day != nil {
		age = fmtbr.Plural(day.YearsUntil(civil.Of(s.Now)), "ano", "anos")
	}
	if cpf != "" {
		cpf = "CPF\u00a0" + cpf
	}
	return fmtbr.Join(" · ", age, cpf, s.city().Value, "cadastro desde "+fmtbr.MonthYear(s.Associate.DateCreated, s.Now.Location()))
}

func (s Data) waitingText() string {
	return "Na recepção " + fmtbr.Since(s.Waiting.DateCreated, s.Now)
}

// completions are the reasons for completing the open item here.
func (s Data) completions() []ui.MenuItem {
	items := make([]ui.MenuItem, 0, 2)
	for _, reason := range []triage.CompletionReason{triage.Pedido, triage.Servico} {
		items = append(items, ui.MenuItem{Icon: "circle-check",
			Label: "Terminou em " + map[triage.CompletionReason]string{triage.Pedido: "pedido", triage.Servico: "serviço"}[reason],
			Post:  ui.Here(s.href()+"/recepcao/concluir").With("motivo", string(reason))})
	}
	return items
}

// menu returns the further actions; key is the key for editing, if the menu has it.
func (s Data) menu(key string) []ui.MenuItem {
	var items []ui.MenuItem
	if s.May.PlaceOrder && s.Totals.Orders > 0 {
		items = append(items, ordersview.RepeatLast(s.Associate.UserCode))
	}
	if s.May.Change {
		items = append(items, ui.MenuItem{Label: "Editar cadastro", Icon: "pencil", Key: key, Href: s.href() + "/editar"},
			ui.MenuItem{Label: "Foto", Icon: "image", Href: s.href() + associatesview.PictureSlug},
			ui.MenuItem{Label: "Novo paciente", Icon: "user-plus", Href: s.href() + "/pacientes/novo"})
	}
	if s.mayBecomeAssociate() {
		items = append(items, ui.MenuItem{Label: "Admitir como associado", Icon: "user-check", Opens: "tornar-associado"})
	}
	items = append(items, ui.MenuItem{Label: "Carteirinha", Icon: "id-card", Href: s.href() + "/carteirinha"},
		ui.MenuItem{Label: "Cadastro pelo site", Icon: "id-card", Href: s.href() + "/cadastro-pelo-site"})
	if s.May.Change && s.Associate.EmailAccount != nil {
		items = append(items, ui.MenuItem{Label: "Enviar acesso ao associado", Icon: "send", Post: s.href() + "/acesso"})
	}
	items = append(items, ui.MenuItem{Label: "Copiar código (UUID)", Icon: "copy", Copies: s.Associate.UserCode.String()})
	if s.May.Administer {
		label := "Registrar falecimento…"
		if s.Death.IsRecorded() {
			label = "Falecimento…"
		}
		items = append(items, ui.MenuItem{Label: label, Icon: "calendar-x", Href: "/admin/privacidade/falecimento/" + strconv.FormatInt(s.Associate.ID, 10)})
	}
	if s.May.Remove {
		items = append(items, ui.MenuItem{Rule: true}, ui.MenuItem{Label: "Excluir…", Icon: "trash-2", Opens: "excluir", Destructive: true})
	}
	return items
}

// barMenu returns the menu of the bar on a phone, where the actions of the head are hidden.
func (s Data) barMenu() []ui.MenuItem {
	var items []ui.MenuItem
	switch {
	case s.Waiting.ID != 0 && s.May.Complete:
		items = s.completions()
	case s.Waiting.ID == 0 && s.May.Receive:
		items = append(items, ui.MenuItem{Label: "Enviar para a recepção", Icon: "concierge-bell", Post: s.href() + "/recepcao"})
	}
	if email := s.Associate.ContactEmail(); email != "" {
		items = append(items, ui.MenuItem{Label: "Escrever e-mail", Icon: "mail", Href: "mailto:" + email})
	}
	return append(items, s.menu("")...)
}

func (s Data) tagEditor() ui.TagEditor {
	editor := ui.TagEditor{Names: s.Associate.Tags, Offered: s.Tags.Names(), Color: s.Tags.Color}
	if s.May.Change {
		editor.Add, editor.Remove = s.href()+"/etiquetas", s.href()+"/etiquetas/tirar"
	}
	return editor
}

// editHref returns the address of a field of the form.
func (s Data) editHref(field string) string { return s.href() + "/editar#" + ui.FieldID(field) }

func number(count int) string {
	if count == 0 {
		return ""
	}
	return strconv.Itoa(count)
}
