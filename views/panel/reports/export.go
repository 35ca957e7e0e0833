package reports

import (
	"strconv"
	"time"

	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/reports"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/panel/professionals"
)

// Columns are those of the report as a file.
func Columns(zone *time.Location) []exports.Column[reports.Row] {
	amount := func(name string, of func(reports.Row) money.Amount) exports.Column[reports.Row] {
		return exports.Column[reports.Row]{Name: name, Kind: kind.Decimal, Value: func(r reports.Row) string { return of(r).String() }}
	}
	text := func(name string, of func(reports.Row) string) exports.Column[reports.Row] {
		return exports.Column[reports.Row]{Name: name, Kind: kind.Text, Value: of}
	}
	return []exports.Column[reports.Row]{
		text("Profissional", func(r reports.Row) string { return r.ProfessionalName }),
		text("Tipo", func(r reports.Row) string { return professionals.TypeName(r.Type) }),
		{Name: "Data", Kind: kind.Date, Value: func(r reports.Row) string { return sheet.Day(r.ConsultationDate, zone) }},
		text("Associado", func(r reports.Row) string { return r.AssociateName }),
		text("Paciente", func(r reports.Row) string { return texts.Of(r.PatientName) }),
		{Name: "Nº", Kind: kind.Integer, Value: func(r reports.Row) string { return strconv.FormatInt(r.ID, 10) }},
		text("Código", func(r reports.Row) string { return r.ServiceCode }),
		text("Pagamento", func(r reports.Row) string { return texts.Of(r.PaymentType) }),
		amount("Recebido", func(r reports.Row) money.Amount { return r.Share.Received }),
		amount("Taxa", func(r reports.Row) money.Amount { return r.Share.Fee }),
		amount("Doação", func(r reports.Row) money.Amount { return r.Share.Donation }),
		amount("A repassar", func(r reports.Row) money.Amount { return r.Share.Payable }),
		text("Conferência", func(r reports.Row) string { return Badge(r, "A conferir").Text }),
	}
}

// LineColumns are those of a statement as a file.
func LineColumns(zone *time.Location) []exports.Column[reports.Line] {
	amount := func(name string, of func(reports.Line) money.Amount) exports.Column[reports.Line] {
		return exports.Column[reports.Line]{Name: name, Kind: kind.Decimal, Value: func(l reports.Line) string { return of(l).String() }}
	}
	return []exports.Column[reports.Line]{
		{Name: "Data", Kind: kind.Date, Value: func(l reports.Line) string { return sheet.Day(l.ConsultationDate, zone) }},
		{Name: "Associado", Kind: kind.Text, Value: func(l reports.Line) string { return l.AssociateName }},
		{Name: "Paciente", Kind: kind.Text, Value: func(l reports.Line) string { return texts.Of(l.PatientName) }},
		{Name: "Nº", Kind: kind.Integer, Value: func(l reports.Line) string { return strconv.FormatInt(l.ServiceID, 10) }},
		{Name: "Código", Kind: kind.Text, Value: func(l reports.Line) string { return l.ServiceCode }},
		amount("Recebido", func(l reports.Line) money.Amount { return l.Received }),
		amount("Taxa", func(l reports.Line) money.Amount { return l.Fee }),
		amount("Doação", func(l reports.Line) money.Amount { return l.Donation }),
		amount("A repassar", func(l reports.Line) money.Amount { return l.Payable }),
	}
}

// PayoutColumns are those of the file of payouts.
func PayoutColumns() []exports.Column[reports.Payout] {
	return []exports.Column[reports.Payout]{
		{Name: "Profissional", Kind: kind.Text, Value: func(p reports.Payout) string { return p.Professional.Name }},
		{Name: "Extrato", Kind: kind.Text, Value: func(p reports.Payout) string { return p.Statement.Number() }},
		{Name: "Chave Pix", Kind: kind.Text, Value: func(p reports.Payout) string { return p.Key }},
		{Name: "Valor", Kind: kind.Decimal, Value: func(p reports.Payout) string { return p.Statement.Payable.String() }},
	}
}

// Summary describes an export without personal data.
func Summary(filter Filter) []string {
	states := map[Tab]string{All: "todos", Open: "a conferir", Contested: "contestados", Approved: "aprovados"}
	return []string{"mês " + filter.Month, fmtbr.Join(" ", "conferência:", states[filter.Tab])}
}
