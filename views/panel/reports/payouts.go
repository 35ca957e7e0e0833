package reports

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/models/reports"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/table"
)

// PayoutsData is the page of the payouts of a month.
type PayoutsData struct {
	reports.Payouts
	// WritesKeys reports whether the reader may write the key of a professional.
	WritesKeys bool
}

func (d PayoutsData) months() control.Months {
	return control.Months{Month: d.Month, Action: PayoutsPath, Href: func(month civil.Month) string { return PayoutsPath + "?mes=" + month.String() }}
}

func (d PayoutsData) monthName() string { return d.months().Name() }

// sum adds up the payouts that match, and counts them.
func (d PayoutsData) sum(matches func(reports.Payout) bool) (sum money.Amount, count int) {
	for _, payout := range d.Rows {
		if matches(payout) {
			sum, count = sum.Add(payout.Share.Payable), count+1
		}
	}
	return sum, count
}

func (d PayoutsData) sums() []table.StripCell {
	cell := func(label string, matches func(reports.Payout) bool, one, many string) table.StripCell {
		sum, count := d.sum(matches)
		return table.StripCell{Label: label, Value: fmtbr.Money(sum), Note: fmtbr.Plural(count, one, many)}
	}
	return []table.StripCell{
		cell("A repassar no mês", func(reports.Payout) bool { return true }, "pessoa", "pessoas"),
		cell("Pronto para pagar", reports.Payout.IsReady, "extrato", "extratos"),
		cell("Fechado, sem chave Pix", reports.Payout.LacksKey, "extrato", "extratos"),
		cell("Já pago", reports.Payout.IsPaid, "extrato", "extratos"),
		cell("Ainda em conferência", func(p reports.Payout) bool { return !p.IsClosed() }, "pessoa", "pessoas"),
	}
}

// The forms of the buttons of a row: the rows are within the form of the selection, and forms do not nest.
const (
	unpayForm  = "desfazer-repasse"
	askKeyForm = "pedir-chave"
)

// withoutKey says what a missing key means, and who can write it.
func (d PayoutsData) withoutKey() string {
	text := "Sem ela, o repasse fica fora do arquivo CSV. O profissional informa a chave no portal"
	if d.WritesKeys {
		return text + ", ou você no cadastro dele."
	}
	return text + "; o Acolhimento, no cadastro dele."
}

// lacking are the payouts that wait for a key.
func (d PayoutsData) lacking() (found []reports.Payout) {
	for _, payout := range d.Rows {
		if payout.LacksKey() {
			found = append(found, payout)
		}
	}
	return found
}

func namesOf(payouts []reports.Payout) []string {
	names := make([]string, len(payouts))
	for i, payout := range payouts {
		names[i] = payout.Professional.Name
	}
	return names
}

func (d PayoutsData) columns() []table.Column {
	return []table.Column{{Label: "Profissional"}, {Label: "Extrato"}, {Label: "Serviços", Right: true, HidesBelow: table.Medium},
		{Label: "Chave Pix", HidesBelow: table.Medium}, {Label: "A repassar", Right: true}, {Label: "Situação"}, {Label: "Ações", Hidden: true}}
}

func (d PayoutsData) row(p reports.Payout) table.Row {
	row := table.Row{Name: p.Professional.Name}
	if p.IsReady() {
		row.Pick = table.Pick{Value: strconv.FormatInt(p.Statement.ID, 10)}
	}
	return row
}

func (d PayoutsData) number(p reports.Payout) ui.Content {
	if p.Statement == nil {
		return ui.Quiet("–")
	}
	return ui.Link{Text: p.Statement.Number(), Href: StatementHref(p.Statement.ID)}
}

func (d PayoutsData) badge(p reports.Payout) ui.Badge {
	switch {
	case p.IsPaid():
		return statementBadge(*p.Statement)
	case p.LacksKey():
		return ui.Badge{Tone: ui.Warn, Text: "Falta a chave Pix"}
	case p.IsClosed():
		return ui.Badge{Tone: ui.Info, Text: "Pronto para pagar"}
	case p.Unresolved > 0:
		return ui.Badge{Tone: ui.Muted, Text: strconv.Itoa(p.Unresolved) + " a resolver"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "A fechar"}
}

// action is the next step of a payout.
func (d PayoutsData) action(p reports.Payout) ui.Content {
	professional := strconv.FormatInt(p.Professional.ID, 10)
	switch {
	case p.IsPaid():
		return ui.Button{Label: "Desfazer", Small: true, Variant: ui.Outline, Submit: true, Name: "ids", Value: strconv.FormatInt(p.Statement.ID, 10),
			Attrs: templ.Attributes{"form": unpayForm, "aria-label": "Desfazer o pagamento de " + p.Professional.Name}}
	case p.LacksKey():
		return ui.Button{Label: "Pedir pelo portal", Small: true, Variant: ui.Outline, Submit: true, Name: "id", Value: strconv.FormatInt(p.Statement.ID, 10),
			Attrs: templ.Attributes{"form": askKeyForm, "aria-label": "Pedir a chave Pix a " + p.Professional.Name + " pelo portal"}}
	case p.IsClosed():
		return ui.Button{Label: "Marcar pago…", Small: true, Variant: ui.Outline, Href: PayPath + "?ids=" + strconv.FormatInt(p.Statement.ID, 10),
			Attrs: dialog.AskAttrs()}
	}
	return ui.Button{Label: "Conferir", Small: true, Variant: ui.Ghost,
		Href: Filter{Month: d.Month.String(), Professional: professional}.Href()}
}

func (d PayoutsData) selection() table.Selection {
	return table.Selection{ID: "repasses", Actions: []ui.Content{
		table.Action{Label: "Marcar como pago…", One: "Marcar 1 como pago…", Many: "Marcar {n} como pagos…", Icon: "wallet", Href: PayPath,
			Limit: 500, Key: "A", Asks: true, Variant: "primary"},
	}}
}
