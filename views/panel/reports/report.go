package reports

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/models/professionals"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	people "acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/record"
	"acolhe/views/ui/table"
	"acolhe/web"
)

// Fragments that a new filter replaces.
const (
	Results = "lista"
	Tabs    = "relatorio-abas"
)

// Data is the report of a month. Overview has the sums of all filters but the tab, and Part those of the tab, too.
type Data struct {
	Overview, Part reports.Overview
	// Professionals are those of the whole month.
	Professionals []reports.Professional
	// Rows are all of a report that is not folded, else Limit of one group.
	Rows  []reports.Row
	Limit int
	// Thread is the service of the open thread.
	Thread     bookings.Service
	Filter     Filter
	Statements map[int64]reports.Statement // by professional
	Messages   []contests.Message          // of the open thread
	Contests   []contests.OpenMonth
	// Claims are the contests that professionals sent for the month.
	Claims []professionals.MonthContest
	// CanValidate and CanSettle are the permissions to validate, and to close months and pay.
	CanValidate, CanSettle bool
	// OpensProfessionals is the permission to open the professionals' records.
	OpensProfessionals bool
	// Typed is the answer as it was sent, Refused the reason why nothing was stored.
	Typed   web.FormData
	Refused error
	Now     time.Time
}

func (d Data) monthName() string {
	return d.months().Name()
}

func (d Data) months() control.Months {
	filter := d.Filter
	filter.Thread, filter.Group, filter.From = 0, 0, 0
	return control.Months{Month: d.Overview.Month, Action: Path, Query: filter.query(), Href: func(month civil.Month) string {
		filter.Month = month.String()
		return filter.Href()
	}}
}

// InTab reports whether a service with a validation belongs to the tab.
func InTab(validation *bookings.Validation, tab Tab) bool {
	wanted := tab.Validation()
	if wanted == nil || validation == nil {
		return wanted == nil || *wanted == ""
	}
	return *validation == *wanted
}

func (d Data) count(tab Tab) int {
	count, _ := d.Overview.Sum(func(sum reports.Sum) bool { return InTab(&sum.Validation, tab) })
	return count
}

func (d Data) tabs() []nav.Tab {
	var tabs []nav.Tab
	for _, tab := range []struct {
		tab   Tab
		label string
	}{{All, "Todos"}, {Open, "A conferir"}, {Contested, "Contestados"}, {Approved, "Aprovados"}} {
		filter := d.Filter
		filter.Tab, filter.Thread, filter.Group, filter.From = tab.tab, 0, 0, 0
		tabs = append(tabs, nav.Tab{Label: tab.label, Href: filter.Href(), Count: new(d.count(tab.tab)), Current: d.Filter.Tab == tab.tab})
	}
	return tabs
}

// contestedElsewhere are the other months with contested services.
func (d Data) contestedElsewhere() []ui.Link {
	var links []ui.Link
	for _, open := range d.Contests {
		if open.Month != d.Overview.Month {
			month := fmtbr.LongMonth(open.Month.In(d.Overview.Zone).From, d.Overview.Zone)
			links = append(links, ui.Link{Text: month + " (" + fmtbr.Integer(int64(open.Count)) + ")", Href: Filter{Month: open.Month.String(), Tab: Contested}.Href()})
		}
	}
	return links
}

func (d Data) filters() table.Filters {
	clear := Filter{Month: d.Filter.Month}
	return table.Filters{Action: Path, Target: Results, Label: "Filtrar o relatório", Q: d.Filter.Search, Placeholder: "Associado, paciente ou número", Sheet: "filtros",
		Hidden: []control.Option{{Value: "mes", Label: d.Filter.Month}, {Value: "situacao", Label: string(d.Filter.Tab)}},
		On:     table.FiltersOn{ID: "filtros-ligados", Count: len(texts.Of(texts.Optional(d.Filter.Professional)))}, Clear: clear.Href(),
		Show: table.FiltersShow{ID: "filtros-ver", Sheet: "filtros", Text: "Ver " + fmtbr.Plural(d.total(), "serviço", "serviços")}}
}

func (d Data) professionalFilter() table.FilterSelect {
	options := make([]control.Option, len(d.Professionals))
	for i, professional := range d.Professionals {
		options[i] = control.Option{Value: strconv.FormatInt(professional.ID, 10), Label: professional.Name}
	}
	return table.FilterSelect{Name: "profissional", Label: "Profissional", All: "todos", Value: d.Filter.Professional, Options: options}
}

func (d Data) columns() []table.Column {
	return []table.Column{{Label: "Data"}, {Label: "Associado e paciente"}, {Label: "Nº", Right: true, HidesBelow: table.Medium}, {Label: "Pagamento", HidesBelow: table.Wide},
		{Label: "Recebido", Right: true}, {Label: "Taxa", Right: true}, {Label: "Doação", Right: true}, {Label: "A repassar", Right: true}, {Label: "Conferência"}, {Label: "Ações", Hidden: true}}
}

// lead is the number of columns before the amounts.
const lead = 4

func (d Data) foot() table.LedgerFoot {
	total, share := d.Part.Sum(reports.All)
	amounts := sums(share)
	note := fmtbr.Join(" · ", "", fmtbr.Plural(total, "serviço", "serviços"), some(d.count(Open), "a conferir", "a conferir"), some(d.count(Contested), "contestado", "contestados"))
	return table.LedgerFoot{Title: capitalised(d.monthName()), Note: " · " + note, Lead: d.columns()[:lead], Sums: amounts[:3], Grand: amounts[3], GrandNote: "a repassar no mês", Select: d.CanValidate}
}

func some(count int, one, many string) string {
	if count == 0 {
		return ""
	}
	return fmtbr.Plural(count, one, many)
}

func capitalised(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func (d Data) claimLine(contest professionals.MonthContest) ui.Line {
	return ui.Line{Title: contest.Professional.Name, Href: people.Href(contest.Professional.ID) + "#contestacoes", Note: fmtbr.Join(" · ", contest.Text, fmtbr.DateTime(contest.Date, d.Overview.Zone)),
		Actions: []ui.Content{people.RemoveContest(contest)}}
}

func (d Data) row(r reports.Row) table.Row {
	row := table.Row{Name: "o serviço " + number(r.ID)}
	if d.CanValidate && r.StatementID == nil {
		row.Pick = table.Pick{Value: strconv.FormatInt(r.ID, 10), State: stateOf(r), Amount: strings.TrimPrefix(fmtbr.Money(r.Payable), "R$\u00a0")}
	}
	return row
}

// stateOf is empty for a row to check: the box of a group selects those alone.
func stateOf(r reports.Row) string { return string(texts.Of(r.CommissionValidation)) }

// nobox reports whether the row has no checkbox in a table with checkboxes.
func (d Data) nobox(r reports.Row) bool { return d.CanValidate && r.StatementID != nil }

func (d Data) who(r reports.Row) table.LeadCell {
	filter := d.Filter
	filter.Thread, filter.Group, filter.From = r.ID, 0, 0
	return table.LeadCell{Text: fmtbr.Join(" · ", r.AssociateName, texts.Of(r.PatientName)), Href: filter.Href() + "#servico-" + strconv.FormatInt(r.ID, 10)}
}

// number returns the short number of a service for sentences: nº 2304. Its code is for the API and for files.
func number(id int64) string { return "nº " + strconv.FormatInt(id, 10) }

func (d Data) day(r reports.Row) string { return fmtbr.DayMonth(r.ConsultationDate, d.Overview.Zone) }

// Badge returns the state of a row.
func Badge(r reports.Row, open string) ui.Badge {
	switch {
	case r.Is(bookings.Approved):
		return ui.Badge{Tone: ui.Good, Text: "Aprovado"}
	case r.Is(bookings.Contested):
		return ui.Badge{Tone: ui.Warn, Text: "Contestado"}
	}
	return ui.Badge{Tone: ui.Muted, Text: open}
}

func (d Data) isOpen(r reports.Row) bool { return d.Filter.Thread == r.ID }

// buttons are the actions on one row.
func (d Data) buttons(r reports.Row) []ui.Button {
	id := strconv.FormatInt(r.ID, 10)
	post := func(label, icon, path string) ui.Button {
		return ui.Button{Label: label + " o serviço " + number(r.ID), Icon: icon, IconOnly: true, Variant: ui.Outline, Submit: true, Name: "um", Value: id, Attrs: templ.Attributes{"formaction": path, "title": label}}
	}
	switch {
	case !d.CanValidate || r.StatementID != nil:
		return nil
	case r.Is(bookings.Approved):
		return []ui.Button{post("Desfazer a aprovação d", "undo-2", RestorePath)}
	case r.Is(bookings.Contested):
		filter := d.Filter
		filter.Thread, filter.Group, filter.From = r.ID, 0, 0
		return []ui.Button{{Label: "Abrir a conversa do serviço " + number(r.ID), Icon: "message-square", IconOnly: true, Variant: ui.Outline, Href: filter.Href() + "#servico-" + id}}
	}
	attrs := dialog.AskAttrs()
	attrs["title"] = "Contestar"
	return []ui.Button{post("Aprovar", "check", ApprovePath),
		{Label: "Contestar o serviço " + number(r.ID), Icon: "circle-alert", IconOnly: true, Variant: ui.Outline, Href: ContestPath + "?ids=" + id, Attrs: attrs}}
}

// Messages returns the messages of a thread for its component; own is the code of the reader.
func Messages(messages []contests.Message, own string, zone *time.Location) []record.Message {
	shown := make([]record.Message, len(messages))
	for i, message := range messages {
		who, from := message.ActorName, "associação, "
		if message.ByProfessional {
			from = "pelo portal, "
		}
		if own != "" && texts.Of(message.ActorCode) == own {
			who, from = "Você", ""
		}
		shown[i] = record.Message{Who: who, Note: from + fmtbr.DateTime(message.DateCreated, zone), Initials: fmtbr.Initials(message.ActorName), Text: message.Text}
	}
	return shown
}

func (d Data) answer() control.Textarea {
	return control.Textarea{Name: "text", Label: "Resposta", Rows: 2, MaxLength: 1800, Value: d.Typed.Or("text", ""), Error: errs.For(errs.FieldsOf(d.Refused), "text"), Attrs: templ.Attributes{"form": "responder"}}
}

func (d Data) reply(label string, outcome contests.Outcome, variant ui.Variant) ui.Button {
	return ui.Button{Label: label, Small: true, Variant: variant, Submit: true, Form: "responder", Name: "outcome", Value: string(outcome)}
}

func (d Data) selection() table.Selection {
	return table.Selection{ID: "servicos", Actions: []ui.Content{
		table.Action{Label: "Aprovar", One: "Aprovar 1", Many: "Aprovar {n}", Icon: "check", Href: ApprovePath, Limit: 500, Key: "A", Variant: "primary"},
		table.Action{Label: "Contestar…", One: "Contestar…", Many: "Contestar…", Icon: "circle-alert", Href: ContestPath, Limit: 500, Key: "C", Asks: true},
	}}
}

func (d Data) export() ui.Menu {
	filter := d.Filter
	filter.Thread, filter.Group, filter.From = 0, 0, 0
	query := filter.query()
	item := func(label, icon, format string) ui.MenuItem {
		query.Set("formato", format)
		return ui.MenuItem{Label: label, Icon: icon, Post: ExportPath + "?" + query.Encode(), Downloads: true}
	}
	return ui.Menu{ID: "exportar", Label: "Exportar este relatório", Text: "Exportar", Icon: "download",
		Items: []ui.MenuItem{item("Planilha do Excel", "table-2", "xlsx"), item("CSV", "file-text", "csv")}}
}

func (d Data) refusal() string {
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func statementBadge(s reports.Statement) ui.Badge {
	switch {
	case !s.IsClosed:
		return ui.Badge{Tone: ui.Warn, Text: "Reaberto"}
	case s.PaidOn != nil:
		return ui.Badge{Tone: ui.Good, Text: "Pago em " + s.PaidOn.Shown()}
	}
	return ui.Badge{Tone: ui.Info, Text: "Fechado, a pagar"}
}
