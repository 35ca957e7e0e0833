// Package portal shows a professional their own services, statements, appointments and data.
package portal

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/models/professionals"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	people "acolhe/views/panel/professionals"
	staff "acolhe/views/panel/reports"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
	"acolhe/views/ui/table"
	"acolhe/web"
)

// Addresses of the portal.
const (
	Path     = "/portal"
	WeekPath = Path + "/semana"
	FeedPath = WeekPath + "/agenda"
	DataPath = Path + "/dados"
)

// Navigation lists the pages of the portal.
func Navigation() []layouts.NavGroup {
	return []layouts.NavGroup{{Label: "Portal", Items: []layouts.NavItem{
		{Label: "Relatório", Href: Path, Icon: "receipt-text"}, {Label: "Semana", Href: WeekPath, Icon: "calendar-days"},
		{Label: "Ano", Href: YearPath, Icon: "chart-column"}, {Label: "Meus dados", Href: DataPath, Icon: "user"},
	}}}
}

// ContestHref returns the form that contests a service.
func ContestHref(id int64) string { return Path + "/contestar/" + strconv.FormatInt(id, 10) }

// ReplyHref returns the address that takes an answer about a service.
func ReplyHref(id int64) string { return Path + "/conversas/" + strconv.FormatInt(id, 10) }

// StatementHref returns the PDF of a statement.
func StatementHref(id int64) string {
	return Path + "/extratos/" + strconv.FormatInt(id, 10) + "/extrato.pdf"
}

// MonthHref returns the report of a month with the thread of a service, 0 for none.
func MonthHref(month civil.Month, thread int64) string {
	if thread == 0 {
		return Path + "?mes=" + month.String()
	}
	return Path + "?mes=" + month.String() + "&conversa=" + strconv.FormatInt(thread, 10)
}

// ReportData is a page of the report of a month. Statement is the closed one of the month, nil while it is open.
type ReportData struct {
	Professional professionals.Professional
	Report       reports.Report
	Page         web.PageQuery
	Statements   []reports.Statement
	Statement    *reports.Statement
	// Planned is the day on which the payout of the month is planned; the zero Date if none is configured.
	Planned  civil.Date
	Thread   *reports.Row
	Messages []contests.Message
	Own      string // the code of the reader
	Typed    web.FormData
	Refused  error
}

// isPaged reports whether the month has more services than the page.
func (d ReportData) isPaged() bool { return d.Report.Totals.Count > len(d.Report.Services) }

func (d ReportData) pager() table.Pager {
	return table.Pager{Here: ui.Here(MonthHref(d.Report.Month, 0)), Page: d.Page.Number, Size: d.Page.Size, Total: d.Report.Totals.Count}
}

func (d ReportData) subtitle() string {
	return fmtbr.Join(" · ", d.Professional.Name, people.TypeName(d.Professional.Type))
}

func (d ReportData) months() control.Months {
	return control.Months{Month: d.Report.Month, Action: Path, Href: func(month civil.Month) string { return MonthHref(month, 0) }}
}

func (d ReportData) strip() table.Strip {
	share, state := d.Report.Totals.Share, "mês em conferência"
	if d.Statement != nil {
		state = "mês fechado"
	}
	return table.Strip{Cells: []table.StripCell{
		{Label: "A receber em " + d.months().Name(), Value: fmtbr.Money(share.Payable),
			Note: fmtbr.Plural(d.Report.Totals.Count, "serviço", "serviços") + " · " + state, Main: true},
		{Label: "Recebido", Value: fmtbr.Money(share.Received)}, {Label: "Taxa", Value: kept(share.Fee)},
		{Label: "Doações", Value: kept(share.Donation)},
	}}
}

func kept(amount money.Amount) string {
	if amount.IsZero() {
		return "–"
	}
	return "−" + fmtbr.Money(amount)
}

func (d ReportData) columns() []table.Column {
	return []table.Column{{Label: "Data"}, {Label: "Associado"}, {Label: "Recebido", Right: true}, {Label: "Taxa", Right: true},
		{Label: "Doação", Right: true}, {Label: "A receber", Right: true}, {Label: "Conferência"}, {Label: "Ações", Hidden: true}}
}

func (d ReportData) day(r reports.Row) string {
	return fmtbr.DayMonth(r.ConsultationDate, d.Report.Zone)
}

// action contests a service, or opens its thread; nil on a statement.
func (d ReportData) action(r reports.Row) ui.Content {
	switch {
	case r.Is(bookings.Contested):
		return ui.Button{Label: "Conversa", Small: true, Variant: ui.Outline, Href: MonthHref(d.Report.Month, r.ID) + "#conversa"}
	case r.StatementID != nil:
		return nil
	}
	attrs := dialog.AskAttrs()
	attrs["aria-label"] = "Contestar o serviço de " + r.AssociateName
	return ui.Button{Label: "Contestar", Small: true, Variant: ui.Ghost, Href: ContestHref(r.ID), Attrs: attrs}
}

func (d ReportData) foot() table.LedgerFoot {
	share := d.Report.Totals.Share
	return table.LedgerFoot{Title: fmtbr.Plural(d.Report.Totals.Count, "serviço", "serviços"), Lead: make([]table.Column, 2),
		Sums: []string{fmtbr.Money(share.Received), kept(share.Fee), kept(share.Donation)}, Grand: fmtbr.Money(share.Payable)}
}

func (d ReportData) messages() []record.Message {
	return staff.Messages(d.Messages, d.Own, d.Report.Zone)
}

func (d ReportData) answer() control.Textarea {
	return control.Textarea{Name: "text", Label: "Responder", MaxLength: 1800, Value: d.Typed.Or("text", ""),
		Error: errs.For(errs.FieldsOf(d.Refused), "text")}
}

func (d ReportData) statementLine(s reports.Statement) ui.Line {
	badge := ui.Badge{Tone: ui.Info, Text: "Fechado, a pagar"}
	if s.PaidOn != nil {
		badge = ui.Badge{Tone: ui.Good, Text: "Pago em " + s.PaidOn.Shown()}
	}
	return ui.Line{Title: staff.MonthName(s, d.Report.Zone), Href: StatementHref(s.ID), Note: "nº " + s.Number(),
		Figure: fmtbr.Money(s.Payable), Status: badge}
}

// ContestData is the form that contests a service.
type ContestData struct {
	Row     reports.Row
	Zone    *time.Location
	Month   civil.Month
	Typed   web.FormData
	Refused error
}

// Reasons are the choices of the form; the chosen one begins the text.
var reasons = []control.Option{{Value: "O valor recebido", Label: "O valor recebido"},
	{Value: "A taxa ou a doação", Label: "A taxa ou a doação"},
	{Value: "Não atendi esta pessoa", Label: "Não atendi esta pessoa"}, {Value: "Outro motivo", Label: "Outro motivo"}}

// Reason returns the posted reason if it is one of the choices, else the last one.
func Reason(posted string) string {
	for _, reason := range reasons {
		if reason.Value == posted {
			return posted
		}
	}
	return reasons[len(reasons)-1].Value
}

func (d ContestData) ask() dialog.Ask {
	text := fmtbr.Join(" · ", d.Row.AssociateName, fmtbr.Date(d.Row.ConsultationDate, d.Zone), "recebido "+fmtbr.Money(d.Row.Share.Received),
		"a receber "+fmtbr.Money(d.Row.Payable))
	return dialog.Ask{Title: "Contestar serviço", Text: text, Verb: "Enviar contestação", Action: ContestHref(d.Row.ID),
		Back: MonthHref(d.Month, 0), Refusal: d.refusal(),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(string) string { return "Explique o motivo" })}
}

// askIn returns the form for a page or a dialog.
func (d ContestData) askIn(isDialog bool) dialog.Ask {
	ask := d.ask()
	ask.IsDialog = isDialog
	return ask
}

func (d ContestData) refusal() string {
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func (d ContestData) choice() control.Radio {
	return control.Radio{Name: "reason", Label: "O que está errado?", Value: d.Typed.Or("reason", reasons[0].Value), Options: reasons}
}

func (d ContestData) text() control.Textarea {
	return control.Textarea{Name: "text", Label: "Explique o motivo", Hint: "Diga o valor certo e onde está o comprovante.", MaxLength: 1500,
		Rows: 4, Value: d.Typed.Or("text", ""), Error: errs.For(errs.FieldsOf(d.Refused), "text"),
		Attrs: templ.Attributes{"required": true}}
}

// OwnData is the form of the own data.
type OwnData struct {
	Professional professionals.Professional
	Version      string
	Email        string
	Typed        web.FormData
	Refused      error
}

func (d OwnData) phone() control.Input {
	return control.Input{Name: "phone", Label: "Telefone", Kind: control.Phone, Optional: true,
		Value: d.Typed.Or("phone", fmtbr.Phone(texts.Of(d.Professional.Phone))), Error: errs.For(errs.FieldsOf(d.Refused), "phone")}
}

func (d OwnData) details() pix.Details {
	return pix.ParseDetails(texts.Of(d.Professional.PaymentDetails))
}

func (d OwnData) keyKind() control.Select {
	options := make([]control.Option, 0, len(pix.KeyKinds()))
	for _, kind := range pix.KeyKinds() {
		options = append(options, control.Option{Value: string(kind), Label: string(kind)})
	}
	return control.Select{Name: "pix_kind", Label: "Tipo da chave Pix", Prompt: "Escolha", Optional: true, Options: options,
		Value: d.Typed.Or("pix_kind", string(d.details().Kind)), Error: errs.For(errs.FieldsOf(d.Refused), "pix_kind")}
}

func (d OwnData) key() control.Input {
	return control.Input{Name: "pix_key", Label: "Chave Pix", Optional: true, MaxLength: 120, Value: d.Typed.Or("pix_key", d.details().Key),
		Error: errs.For(errs.FieldsOf(d.Refused), "pix_key")}
}

func (d OwnData) holder() control.Input {
	return control.Input{Name: "holder", Label: "Nome do titular", Hint: "Como aparece no banco.", Optional: true, MaxLength: 120,
		Value: d.Typed.Or("holder", d.details().Holder), Error: errs.For(errs.FieldsOf(d.Refused), "holder")}
}

func (d OwnData) other() control.Textarea {
	return control.Textarea{Name: "other", Label: "Outros dados para pagamento", Hint: "Banco, agência e conta, se não usa Pix.",
		Optional: true, MaxLength: 1700,
		Value: d.Typed.Or("other", d.details().Other), Error: errs.For(errs.FieldsOf(d.Refused), "payment_details")}
}

// keyNote says whether the payment details have a Pix key.
func (d OwnData) keyNote() string {
	if key := reports.KeyOf(d.Professional.PaymentDetails); key != "" {
		return "Chave Pix reconhecida: " + key
	}
	return "Sem chave Pix, a associação não consegue incluir você no arquivo de repasses."
}

func (d OwnData) facts() []record.Fact {
	p := d.Professional
	council := ""
	if p.Council != nil {
		council = fmtbr.Join(" ", texts.Of(p.Council)+"-"+texts.Of(p.CouncilState), texts.Of(p.CouncilNumber))
	}
	return []record.Fact{{Label: "Nome", Value: p.Name}, {Label: "Tipo e registro", Value: fmtbr.Join(", ", people.TypeName(p.Type), council)},
		{Label: "E-mail de acesso", Value: d.Email}}
}

func (d OwnData) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string {
		return map[string]string{"phone": "Telefone", "payment_details": "Outros dados para pagamento", "pix_kind": "Tipo da chave Pix",
			"pix_key": "Chave Pix", "holder": "Nome do titular"}[path]
	})
}
