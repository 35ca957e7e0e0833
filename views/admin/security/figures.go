package security

import (
	"strconv"
	"time"

	"acolhe/models/attention"
	"acolhe/models/platform/security"
	"acolhe/models/reads"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/operators"
	readsview "acolhe/views/admin/reads"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// figures are the counts above the events, each a link to what it counts.
func figures(f attention.Figures, now time.Time) nav.Counts {
	entered := nav.CountCell{Label: "Entradas em 24 h", Value: strconv.Itoa(f.SignedIn), Href: tabHref(security.Logins)}
	if f.SignedIn > 0 {
		entered.Note = "de " + fmtbr.Plural(f.People, "pessoa", "pessoas")
	}
	if f.NewDevices > 0 {
		entered.Note, entered.Tone = fmtbr.Plural(f.NewDevices, "aparelho novo", "aparelhos novos"), ui.Warn
	}
	refused := nav.CountCell{Label: "Recusadas em 24 h", Value: strconv.Itoa(f.Refused), Href: tabHref(security.Refusals), Note: "nenhum bloqueio"}
	if f.Limited > 0 {
		refused.Note, refused.Tone = fmtbr.Plural(f.Limited, "bloqueio", "bloqueios")+" por alguns minutos", ui.Warn
	}
	step := nav.CountCell{Label: "Sem segunda etapa", Value: strconv.Itoa(f.WithoutStep), Href: operators.Path, Note: "sem prazo"}
	if f.StepDue != nil {
		step.Note, step.Tone = "prazo em "+fmtbr.DayMonth(*f.StepDue, now.Location()), ui.Warn
	}
	return nav.Counts{Label: "Resumo da segurança", Counts: []nav.CountCell{entered, refused, step, logCell(f.Log, now)}}
}

// logCell says whether the log of who saw what was whole at its last check.
func logCell(check reads.Check, now time.Time) nav.CountCell {
	cell := nav.CountCell{Label: "Registro de quem viu", Value: "Íntegro", Href: readsview.Path}
	switch {
	case check.At == nil:
		cell.Value, cell.Note = "–", "ainda não conferido"
		return cell
	case len(check.Faults) > 0:
		cell.Value, cell.Tone = "Não confere", ui.Bad
	}
	cell.Note = "conferido " + fmtbr.Ago(*check.At, now, now.Location())
	return cell
}

func tabHref(group security.Group) string { return Path + "?tipo=" + string(group) }
