package paper

import (
	"io"
	"strconv"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/reports"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Statement is a statement of a closed month to be printed.
type Statement struct {
	pdf.Head
	Statement reports.Statement
	// TypeName is the name of the professional's type.
	TypeName string
}

// lineColumns share the width of a sheet.
var lineColumns = []pdf.Column{
	{Label: "Data", Width: 16, Align: "L"}, {Label: "Associado e paciente", Width: 68, Align: "L"}, {Label: "Nº", Width: 18, Align: "R"},
	{Label: "Recebido", Width: 20, Align: "R"}, {Label: "Taxa", Width: 20, Align: "R"}, {Label: "Doação", Width: 18, Align: "R"},
	{Label: "A repassar", Width: 22, Align: "R"},
}

// StatementTitle returns the title of a printed statement.
func StatementTitle(s reports.Statement) string {
	title := "Extrato " + s.Number()
	if s.Version > 1 {
		title += ", " + strconv.Itoa(s.Version) + "ª versão"
	}
	return title
}

// Write writes the PDF.
func (s Statement) Write(to io.Writer, now time.Time) error {
	document := pdf.New(StatementTitle(s.Statement), now)
	document.Begin(s.Head)
	zone := s.Now.Location()
	document.Columns([]pdf.Fact{
		{Label: "Profissional", Value: s.Statement.ProfessionalName}, {Label: "Tipo", Value: s.TypeName},
		{Label: "Chave Pix", Value: reports.KeyOf(s.Statement.PaymentDetails)},
	}, []pdf.Fact{
		{Label: "Mês", Value: fmtbr.LongMonth(s.Statement.Month.In(zone).From, zone)},
		{Label: "Fechado em", Value: fmtbr.DateTime(s.Statement.DateClosed, zone)}, {Label: "Pagamento", Value: s.paid()},
	})
	document.Table(lineColumns, s.rows(zone))
	share := s.Statement.Share()
	document.Sums([]pdf.Fact{{Label: "Recebido de associados", Value: fmtbr.Money(share.Received)},
		{Label: "Taxa da associação", Value: kept(share.Fee)},
		{Label: "Doações à associação", Value: kept(share.Donation)}, {Label: "A repassar", Value: fmtbr.Money(share.Payable)}})
	document.End()
	return document.Write(to)
}

func (s Statement) paid() string {
	if s.Statement.PaidOn == nil {
		return "a pagar"
	}
	return "pago em " + s.Statement.PaidOn.Shown()
}

func (s Statement) rows(zone *time.Location) [][]string {
	rows := make([][]string, len(s.Statement.Lines))
	for i, line := range s.Statement.Lines {
		rows[i] = []string{fmtbr.DayMonth(line.ConsultationDate, zone), fmtbr.Join(" · ", line.AssociateName, texts.Of(line.PatientName)),
			strconv.FormatInt(line.ServiceID, 10),
			fmtbr.Money(line.Received), kept(line.Fee), kept(line.Donation), fmtbr.Money(line.Payable)}
	}
	return rows
}

// kept returns what the association keeps, with a true minus.
func kept(amount money.Amount) string {
	if amount.IsZero() {
		return "–"
	}
	return "−" + fmtbr.Money(amount)
}
