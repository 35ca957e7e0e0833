package frame

import (
	"time"

	"acolhe/models/backups"
	frames "acolhe/models/frame"
	"acolhe/models/platform/db"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin"
	"acolhe/views/admin/reads"
	"acolhe/views/layouts"
	"acolhe/web"
)

// addAdministration adds what every page of the administration shows: alarms until they are mended, and what waits at the privacy desk.
func addAdministration(r *web.Request, tx *db.DB, around *layouts.Frame) error {
	found, err := frames.ReadAdministration(r.Context(), tx, r.By)
	around.Alarms = Alarms(found.Alarms, r.Now)
	around.OpenRequests, around.OpenIncidents = found.Requests, found.Incidents
	around.Nav = admin.Navigation(found.Requests + found.Incidents)
	return err
}

// Alarms returns the raised alarms in words, the worst first.
func Alarms(found frames.Alarms, now time.Time) (shown []layouts.Alarm) {
	for _, raised := range found.Raised {
		shown = append(shown, words(raised, found, now))
	}
	return shown
}

func words(raised frames.Alarm, found frames.Alarms, now time.Time) layouts.Alarm {
	ago := func(last *time.Time) string { return fmtbr.Elapsed(now.Sub(*last)) }
	switch {
	case raised == frames.LogBroken:
		return layouts.Alarm{Title: "O registro de quem viu não confere.", Text: "A última conferência achou linha que falta ou mudou.", Href: reads.Path}
	case raised == frames.NoCopy && found.Copied == nil:
		return layouts.Alarm{Title: "Nenhuma cópia de segurança ficou pronta.", Text: "Perder o servidor agora é perder tudo.", Href: backups.Path}
	case raised == frames.NoCopy:
		return layouts.Alarm{Title: "A última cópia de segurança tem " + ago(found.Copied) + ".", Text: "O que entrou depois dela só está no servidor.",
			Href: backups.Path}
	case found.Rehearsed == nil:
		return layouts.Alarm{Title: "Nenhum ensaio de restauração deu certo.", Text: "Sem ensaio, ninguém sabe se a cópia volta.", Href: backups.Path}
	}
	return layouts.Alarm{Title: "O último ensaio de restauração bom tem " + ago(found.Rehearsed) + ".", Text: "Sem ensaio, ninguém sabe se a cópia volta.",
		Href: backups.Path}
}
