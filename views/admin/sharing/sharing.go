// Package sharing shows administrators everything that leaves, with how often in each month.
package sharing

import (
	"strings"
	"time"

	"acolhe/models/sharing"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/privacy"
	"acolhe/views/ui"
	"acolhe/views/ui/table"
)

// Path is the address of the page.
const Path = privacy.SharingPath

// PageData is what the page shows. Names are those of lists and letters by their keys.
type PageData struct {
	Sources []sharing.Source
	Months  []civil.Month
	Names   map[string]string
}

var titles = map[sharing.Kind]string{sharing.Webhook: "Webhooks", sharing.Token: "Tokens de API", sharing.Export: "Exportações",
	sharing.Mail: "E-mails", sharing.Calendar: "Agenda externa"}

var units = map[sharing.Kind]string{
	sharing.Webhook:  "Entregas por mês",
	sharing.Token:    "Leituras por mês",
	sharing.Export:   "Arquivos por mês",
	sharing.Mail:     "E-mails enviados por mês",
	sharing.Calendar: "Eventos por mês",
}

func (d PageData) of(kind sharing.Kind) (found []sharing.Source) {
	for _, source := range d.Sources {
		if source.Kind == kind {
			found = append(found, source)
		}
	}
	return found
}

func (d PageData) columns() []table.Column {
	columns := []table.Column{{Label: "Para onde"}, {Label: "Colunas"}}
	for _, month := range d.Months {
		columns = append(columns, table.Column{Label: shortMonth(month), Right: true})
	}
	return columns
}

func shortMonth(month civil.Month) string {
	return fmtbr.MonthYear(month.In(time.UTC).From, time.UTC)
}

func (d PageData) name(source sharing.Source) string {
	if name := d.Names[string(source.Kind)+" "+source.Key]; name != "" {
		return name
	}
	if source.Kind == sharing.Calendar {
		return "Google Agenda"
	}
	return fmtbr.Capitalized(source.Name)
}

// href returns the address of the source itself.
func href(source sharing.Source) string {
	switch source.Kind {
	case sharing.Webhook:
		return "/admin/webhooks/" + source.Key
	case sharing.Token:
		return "/admin/tokens/" + source.Key
	case sharing.Mail:
		return "/admin/correio"
	case sharing.Calendar:
		return "/admin/servicos/calendar"
	}
	return "/admin/seguranca?q=" + source.Key
}

func columnsBadge(source sharing.Source) ui.Content {
	switch {
	case source.Kind != sharing.Webhook && source.Kind != sharing.Token:
		return ui.Badge{Tone: ui.Muted, Text: "do próprio envio"}
	case source.WithoutHealth:
		return ui.Badge{Tone: ui.Good, Text: "sem saúde"}
	case !source.IsOn:
		return ui.Badge{Tone: ui.Muted, Text: "desligado"}
	}
	return ui.Badge{Tone: ui.Warn, Text: "todas"}
}

// limit is the button that leads to where columns are limited; nil if they are, or cannot be.
func limit(source sharing.Source) ui.Content {
	if source.WithoutHealth || !source.IsOn || source.Kind != sharing.Webhook && source.Kind != sharing.Token {
		return nil
	}
	to := href(source)
	if source.Kind == sharing.Webhook {
		to += "/editar"
	}
	return ui.Button{Label: "Limitar colunas", Variant: ui.Outline, Small: true, Href: to,
		Attrs: map[string]any{"aria-label": "Limitar colunas de " + strings.TrimSpace(source.Name)}}
}

func monthCell(count int64) string {
	if count == 0 {
		return "–"
	}
	return fmtbr.Integer(count)
}
