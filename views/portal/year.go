package portal

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"acolhe/models/payoutyear"
	"acolhe/models/reports"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/table"
)

// YearPath is the page of a year.
const YearPath = Path + "/ano"

// YearHref returns the page of a year.
func YearHref(year int) string { return YearPath + "?ano=" + strconv.Itoa(year) }

// YearData is the page of a year.
type YearData struct {
	Year payoutyear.Year
	// Details is where payouts go.
	Details pix.Details
	Now     time.Time
}

func (d YearData) title() string { return strconv.Itoa(d.Year.Year) }

func (d YearData) strip() table.Strip {
	return table.Strip{Cells: []table.StripCell{{Label: "Já pago", Value: fmtbr.Money(d.Year.Paid), Main: true},
		{Label: "A receber", Value: fmtbr.Money(d.Year.Due)},
		{Label: "Atendimentos", Value: strconv.Itoa(d.Year.Count)}}}
}

func (d YearData) line(month payoutyear.Month) ui.Line {
	name := fmtbr.Capitalized(fmtbr.LongMonth(month.Month.In(d.Now.Location()).From, d.Now.Location()))
	line := ui.Line{Title: name, Href: MonthHref(month.Month, 0), Note: fmtbr.Plural(month.Count, "atendimento", "atendimentos"),
		Figure: fmtbr.Money(month.Payable)}
	switch statement := month.Statement; {
	case statement == nil:
		line.Note += " até hoje"
		line.Status = ui.Badge{Tone: ui.Muted, Text: "Em aberto"}
	case statement.PaidOn == nil:
		line.Status = ui.Badge{Tone: ui.Info, Text: "Fechado, a pagar"}
	default:
		line.Note += ". Pago em " + statement.PaidOn.Shown()
		line.Status = ui.Badge{Tone: ui.Good, Text: "Pago"}
	}
	return line
}

// keyNote says where payouts go; of a telephone and a number of a document only the end.
func (d YearData) keyNote() string {
	if d.Details.Key == "" {
		return "Falta a sua chave Pix: sem ela, o repasse não entra no arquivo de pagamentos."
	}
	note := "Os repasses caem na chave Pix " + masked(d.Details)
	if d.Details.Holder != "" {
		note += ", em nome de " + d.Details.Holder
	}
	return note + "."
}

// masked hides the middle of a key that is a number.
func masked(details pix.Details) string {
	if details.Kind == pix.KeyEmail || len(details.Key) < 8 {
		return details.Key
	}
	return strings.Repeat("•", 5) + details.Key[len(details.Key)-4:]
}

// WriteYear writes the payouts of a year as a sheet for Brazilian programs: semicolons, and commas in numbers.
func WriteYear(to io.Writer, year payoutyear.Year, zone *time.Location) error {
	if _, err := io.WriteString(to, "\ufeff"); err != nil {
		return err
	}
	file := csv.NewWriter(to)
	file.Comma, file.UseCRLF = ';', true
	if err := file.Write([]string{"Pago em", "Mês", "Extrato", "Atendimentos", "Recebido", "Taxa", "Doação", "Repassado"}); err != nil {
		return err
	}
	for _, statement := range year.PaidIn {
		if err := file.Write(yearLine(statement, zone)); err != nil {
			return err
		}
	}
	file.Flush()
	return file.Error()
}

func yearLine(s reports.Statement, zone *time.Location) []string {
	return []string{s.PaidOn.Shown(), fmtbr.LongMonth(s.Month.In(zone).From, zone), texts.Truncate(s.Number(), 20), strconv.Itoa(s.Count),
		number(s.Received), number(s.Fee), number(s.Donation), number(s.Payable)}
}

// number returns an amount without the sign of the currency: 1890,00.
func number(amount money.Amount) string { return strings.Replace(amount.String(), ".", ",", 1) }
