package paper

import (
	"io"
	"strconv"
	"time"

	"acolhe/models/payoutyear"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
)

// PayoutYear is what a professional was paid in a year, to be printed.
type PayoutYear struct {
	pdf.Head
	Year payoutyear.Year
	// Professional and TypeName are who was paid.
	Professional, TypeName string
}

// yearColumns share the width of a sheet.
var yearColumns = []pdf.Column{
	{Label: "Pago em", Width: 24, Align: "L"}, {Label: "Mês", Width: 40, Align: "L"}, {Label: "Extrato", Width: 28, Align: "L"},
	{Label: "Atend.", Width: 16, Align: "R"},
	{Label: "Recebido", Width: 25, Align: "R"}, {Label: "Taxa e doação", Width: 25, Align: "R"}, {Label: "Repassado", Width: 24, Align: "R"},
}

// Write writes the PDF.
func (p PayoutYear) Write(to io.Writer, now time.Time) error {
	p.Title = "Repasses de " + strconv.Itoa(p.Year.Year)
	document := pdf.New(p.Title, now)
	document.Begin(p.Head)
	document.Columns([]pdf.Fact{{Label: "Profissional", Value: p.Professional}}, []pdf.Fact{{Label: "Tipo", Value: p.TypeName}})
	zone := p.Now.Location()
	rows := make([][]string, len(p.Year.PaidIn))
	for i, s := range p.Year.PaidIn {
		rows[i] = []string{s.PaidOn.Shown(), fmtbr.LongMonth(s.Month.In(zone).From, zone), s.Number(), strconv.Itoa(s.Count),
			fmtbr.Money(s.Received), kept(s.Fee.Add(s.Donation)), fmtbr.Money(s.Payable)}
	}
	document.Table(yearColumns, rows)
	document.Sums([]pdf.Fact{{Label: "Repassado em " + strconv.Itoa(p.Year.Year), Value: fmtbr.Money(p.Year.Received())}})
	document.MoveTo(document.Y() + 2*pdf.Gap)
	document.Paragraph("Só o que foi pago no ano, na data do pagamento. Este extrato não é o informe oficial de rendimentos.")
	document.End()
	return document.Write(to)
}
