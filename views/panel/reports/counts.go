package reports

import (
	"time"

	"acolhe/models/settlement"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// Counts are what the closing of months waits for.
func Counts(open settlement.Settlement) []nav.CountCell {
	validate := nav.CountCell{Label: "A validar", Value: nav.Counted(open.Unvalidated), Note: "serviços de " + monthName(open.Month),
		Href: Filter{Month: open.Month.String(), Tab: Open}.Href()}
	contested := nav.CountCell{Label: "Contestados", Value: "0", Note: "nenhum sem resposta", Href: MonthHref(open.Month)}
	if len(open.Contested) > 0 {
		first, count := open.Contested[0], 0
		for _, month := range open.Contested {
			count += month.Count
		}
		contested = nav.CountCell{Label: "Contestados", Value: fmtbr.Integer(int64(count)), Tone: ui.Warn, Note: "desde " + monthName(first.Month),
			Href: Filter{Month: first.Month.String(), Tab: Contested}.Href()}
	}
	pay := nav.CountCell{Label: "A repassar", Value: fmtbr.Money(open.Payable), Note: "nenhum extrato a pagar", Href: PayoutsHref(open.Month)}
	if open.Payouts > 0 {
		pay.Note, pay.Href = fmtbr.Plural(open.Payouts, "extrato", "extratos")+" desde "+monthName(open.First), PayoutsHref(open.First)
	}
	return []nav.CountCell{validate, contested, pay}
}

// monthName returns the name of a month within a sentence: outubro de 2026.
func monthName(month civil.Month) string { return fmtbr.LongMonth(month.In(time.UTC).From, time.UTC) }
