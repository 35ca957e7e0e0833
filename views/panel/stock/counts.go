package stock

import (
	"acolhe/models/stock"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// Counts are the figures of the products that end.
func Counts(lacking, ending page.Counted) []nav.CountCell {
	figure := func(label, filter, note string, counted page.Counted) nav.CountCell {
		cell := nav.CountCell{Label: label, Value: nav.Counted(counted), Href: Path + "?situacao=" + filter, Note: note}
		if counted.Rows > 0 {
			cell.Tone = ui.Warn
		}
		return cell
	}
	return []nav.CountCell{figure("Acabando", low, "abaixo do mínimo", lacking),
		figure("Vencendo", expiring, "em "+fmtbr.Plural(stock.ExpiringDays, "dia", "dias"), ending)}
}
