package reports

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/models/reports"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/table"
)

// group is the rows of one professional. Rows are those of the page, before them come from others; the sums are of all.
type group struct {
	reports.Group
	rows      []reports.Row
	from      int
	statement *reports.Statement
	count     int
	share     reports.Share
}

func (d Data) groups() []group {
	groups := make([]group, len(d.Part.Groups))
	for i, of := range d.Part.Groups {
		g := group{Group: of}
		g.count, g.share = of.Sum(reports.All)
		for _, row := range d.Rows {
			if row.ProfessionalID == of.Professional.ID {
				g.rows = append(g.rows, row)
			}
		}
		if of.Professional.ID == d.Filter.Group {
			g.from = d.Filter.From
		}
		if statement, found := d.Statements[of.Professional.ID]; found {
			g.statement = &statement
		}
		groups[i] = g
	}
	return groups
}

func (g group) isClosed() bool { return g.statement != nil && g.statement.IsClosed }

func (g group) approved() int {
	count, _ := g.Sum(func(sum reports.Sum) bool { return sum.Validation == bookings.Approved })
	return count
}

// toCheck is the number of rows without a validation and without a statement.
func (g group) toCheck() int {
	count, _ := g.Sum(func(sum reports.Sum) bool { return sum.Validation == "" && !sum.OnStatement })
	return count
}

func (g group) id() string { return "profissional-" + strconv.FormatInt(g.Professional.ID, 10) }

// rowsID is the fragment of a group's rows.
func rowsID(professionalID int64) string { return "linhas-" + strconv.FormatInt(professionalID, 10) }

func (d Data) groupOf(g group) table.LedgerGroup {
	note := professionals.TypeName(g.Professional.Type) + " · " + fmtbr.Plural(g.count, "serviço", "serviços")
	var state ui.Content = table.Gauge{Value: g.approved(), Max: g.count,
		Text: fmtbr.Integer(int64(g.approved())) + " de " + fmtbr.Plural(g.count, "aprovado", "aprovados")}
	if g.isClosed() {
		note += " · extrato " + g.statement.Number()
		state = statementBadge(*g.statement)
	}
	shown := table.LedgerGroup{ID: g.id(), Title: g.Professional.Name, Note: note, Lead: d.columns()[:lead], Sums: sums(g.share), State: state,
		Menu: d.groupMenu(g), Select: d.CanValidate, Folded: g.isClosed() && !d.IsFolded()}
	if len(g.rows) == 0 {
		shown.Folded, shown.Load = true, d.Filter.groupHref(g.Professional.ID, 0)
	}
	return shown
}

// hasMore reports whether rows of the group follow those of the page.
func (g group) hasMore() bool { return len(g.rows) > 0 && g.from+len(g.rows) < g.count }

// more loads the next rows of a group in place of its own row.
func (d Data) more(g group) ui.Button {
	next := g.from + len(g.rows)
	href := d.Filter.groupHref(g.Professional.ID, next)
	return ui.Button{Label: "Mais " + strconv.Itoa(min(MoreRows, g.count-next)), Icon: "chevron-down", Small: true, Variant: ui.Ghost,
		Href: href + "#" + g.id(),
		Attrs: templ.Attributes{"hx-get": href, "hx-target": "closest tr", "hx-swap": "outerHTML",
			"aria-label": "Mais serviços de " + g.Professional.Name}}
}

func (g group) shown() string {
	return fmtbr.Integer(int64(g.from+len(g.rows))) + " de " + fmtbr.Integer(int64(g.count)) + ", do mais antigo"
}

// before leads back to the rows before those of the page.
func (d Data) before(g group) ui.Button {
	return ui.Button{Label: "Serviços anteriores", Small: true, Variant: ui.Ghost,
		Href: d.Filter.groupHref(g.Professional.ID, max(0, g.from-MoreRows)) + "#" + g.id()}
}

// groupMenu closes the month once every service is approved, and links to the statement and the professional.
func (d Data) groupMenu(g group) ui.Content {
	if g.statement == nil && d.CanSettle && d.Filter.Tab == All && d.Filter.Search == "" && g.approved() == g.count || g.statement != nil &&
		!g.isClosed() && d.CanSettle {
		return ui.Button{Label: "Fechar mês", Small: true, Href: d.closeHref(g), Attrs: dialog.AskAttrs()}
	}
	menu := ui.Menu{ID: "acoes-" + strconv.FormatInt(g.Professional.ID, 10), Label: "Ações de " + g.Professional.Name, InForm: d.CanValidate}
	if count := g.toCheck(); d.CanValidate && count > 0 {
		filter := d.Filter
		filter.Thread, filter.From, filter.Group = 0, 0, g.Professional.ID
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Aprovar " + fmtbr.Plural(count, "serviço", "serviços") + " a conferir", Icon: "check",
			Post: ApproveGroupPath + "?" + filter.query().Encode()})
	}
	if g.statement != nil && d.CanSettle {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Abrir extrato " + g.statement.Number(), Icon: "receipt-text",
			Href: StatementHref(g.statement.ID)})
	}
	if d.CanSettle && g.statement == nil {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Fechar mês…", Icon: "lock", Href: d.closeHref(g), Asks: true})
	}
	if d.OpensProfessionals {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Abrir profissional", Icon: "stethoscope", Href: professionals.Href(g.Professional.ID)})
	}
	if len(menu.Items) == 0 {
		return nil
	}
	return menu
}

func (d Data) closeHref(g group) string {
	return ClosePath + "?mes=" + d.Overview.Month.String() + "&professional_id=" + strconv.FormatInt(g.Professional.ID, 10)
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
