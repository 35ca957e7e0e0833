package reports

import (
	"strconv"

	"acolhe/models/bookings"
	"acolhe/models/reports"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/table"
)

// group is the rows of one professional.
type group struct {
	professional reports.Professional
	rows         []reports.Row
	statement    *reports.Statement
}

func (d Data) groups() (groups []group) {
	for _, professional := range d.Report.Professionals {
		g := group{professional: professional}
		for _, row := range d.Rows {
			if row.ProfessionalID == professional.ID {
				g.rows = append(g.rows, row)
			}
		}
		if statement, found := d.Statements[professional.ID]; found {
			g.statement = &statement
		}
		if len(g.rows) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

func (g group) isClosed() bool { return g.statement != nil && g.statement.IsClosed }

func (g group) approved() (count int) {
	for _, row := range g.rows {
		if row.Is(bookings.Approved) {
			count++
		}
	}
	return count
}

func (d Data) groupOf(g group) table.LedgerGroup {
	note := professionals.TypeName(g.professional.Type) + " · " + fmtbr.Plural(len(g.rows), "serviço", "serviços")
	var state ui.Content = table.Gauge{Value: g.approved(), Max: len(g.rows), Text: fmtbr.Integer(int64(g.approved())) + " de " + fmtbr.Plural(len(g.rows), "aprovado", "aprovados")}
	if g.isClosed() {
		note += " · extrato " + g.statement.Number()
		state = statementBadge(*g.statement)
	}
	id := "profissional-" + strconv.FormatInt(g.professional.ID, 10)
	return table.LedgerGroup{ID: id, Title: g.professional.Name, Note: note, Lead: d.columns()[:lead], Sums: sums(reports.Total(g.rows)), State: state, Menu: d.groupMenu(g), Select: d.CanValidate, Folded: g.isClosed()}
}

// groupMenu closes the month once every service is approved, and links to the statement and the professional.
func (d Data) groupMenu(g group) ui.Content {
	if g.statement == nil && d.CanSettle && d.Filter.Tab == All && d.Filter.Search == "" && g.approved() == len(g.rows) || g.statement != nil && !g.isClosed() && d.CanSettle {
		return ui.Button{Label: "Fechar mês", Small: true, Href: d.closeHref(g), Attrs: dialog.AskAttrs()}
	}
	menu := ui.Menu{ID: "acoes-" + strconv.FormatInt(g.professional.ID, 10), Label: "Ações de " + g.professional.Name}
	if g.statement != nil && d.CanSettle {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Abrir extrato " + g.statement.Number(), Icon: "receipt-text", Href: StatementHref(g.statement.ID)})
	}
	if d.CanSettle && g.statement == nil {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Fechar mês…", Icon: "lock", Href: d.closeHref(g), Asks: true})
	}
	menu.Items = append(menu.Items, ui.MenuItem{Label: "Abrir profissional", Icon: "stethoscope", Href: professionals.Href(g.professional.ID)})
	return menu
}

func (d Data) closeHref(g group) string {
	return ClosePath + "?mes=" + d.Report.Month.String() + "&professional_id=" + strconv.FormatInt(g.professional.ID, 10)
}

func sums(share reports.Share) []string {
	return []string{fmtbr.Money(share.Received), kept(share.Fee), kept(share.Donation), fmtbr.Money(share.Payable)}
}

// kept returns what the association keeps, with a true minus.
func kept(amount money.Amount) string {
	if amount.IsZero() {
		return "–"
	}
	return "−" + fmtbr.Money(amount)
}
