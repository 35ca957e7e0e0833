package webhooks

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/table"
)

// delivery is a row of the list of deliveries.
type delivery = webhooks.Delivery

// statuses are the tabs after all, and the badges of deliveries.
var statuses = []struct {
	status    webhooks.Status
	slug      string
	many, one string
	tone      ui.Tone
}{
	{webhooks.Queued, "fila", "Na fila", "Na fila", ui.Muted},
	{webhooks.Failed, "a-tentar", "A tentar", "Vai tentar", ui.Warn},
	{webhooks.Dead, "perdidas", "Perdidas", "Perdida", ui.Bad},
	{webhooks.Delivered, "entregues", "Entregues", "Entregue", ui.Good},
}

// Deliveries returns the list of the deliveries of an endpoint, which is its page.
func Deliveries(of endpoints.Endpoint) list.Definition[delivery, webhooks.DeliveriesInput] {
	path := ui.RowHref(Path, of.ID)
	return list.Definition[delivery, webhooks.DeliveriesInput]{
		About: list.About{
			Name: "entregas", Title: of.Name, Text: of.URL, Path: path, Collection: "users_api",
			Rows:         list.Noun{One: "entrega", Many: "entregas", None: "Nenhuma entrega"},
			NothingYet:   list.Sentence{Title: "Nenhuma entrega ainda", Text: "Use Testar para enviar a primeira. As entregas ficam 30 dias."},
			NothingFound: list.Sentence{Title: "Nenhuma entrega aqui", Text: "Não há entregas nesta situação."},
		},
		Filters: []list.Filter[webhooks.DeliveriesInput]{{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: statusOptions(),
			Set: setStatus}},
		Tabs: tabs(),
		Lead: list.Lead[delivery]{Label: "Evento", Text: func(d *delivery) string { return Title(*d) },
			Href: func(d *delivery) string { return ui.RowHref(path+"/entregas", d.ID) }},
		Columns: []list.Column[delivery]{
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: func(d *delivery) ui.Badge { return badge(d.Status) }},
			{Name: "tentativas", Label: "Tentativas", Right: true, Text: func(d *delivery) string { return strconv.Itoa(d.Attempts) }},
			{Name: "resposta", Label: "Resposta", Place: table.Below, Text: answer},
			{Name: "proxima", Label: "Próxima", Text: func(*delivery) string { return "–" }, Cell: next},
			{Name: "quando", Label: "Quando", Right: true, Place: table.End,
				Cell: func(d *delivery, now time.Time) ui.Content { return ui.Moment(d.DateCreated, now) }},
		},
		Read: list.Windowed(func(in *webhooks.DeliveriesInput) *page.Window { return &in.Window }),
	}
}

func setStatus(in *webhooks.DeliveriesInput, slug string) error {
	for _, known := range statuses {
		if known.slug == slug {
			in.Status = known.status
		}
	}
	return nil
}

func statusOptions() (options []control.Option) {
	for _, known := range statuses {
		options = append(options, control.Option{Value: known.slug, Label: known.many})
	}
	return options
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todas"}}
	for _, option := range statusOptions() {
		tabs = append(tabs, list.Tab{Label: option.Label, Filters: url.Values{"situacao": {option.Value}}})
	}
	return tabs
}

func badge(status webhooks.Status) ui.Badge {
	for _, known := range statuses {
		if known.status == status {
			return ui.Badge{Tone: known.tone, Text: known.one}
		}
	}
	return ui.Badge{Tone: ui.Muted, Text: string(status)}
}

func answer(d *delivery) string {
	switch {
	case d.ResponseStatus != nil && d.DurationMS != nil:
		return strconv.Itoa(*d.ResponseStatus) + " · " + fmtbr.Integer(int64(*d.DurationMS)) + " ms"
	case d.Error != nil:
		return *d.Error
	}
	return "–"
}

// next shows when the next attempt is, if there is one.
func next(d *delivery, now time.Time) ui.Content {
	switch {
	case d.Status == webhooks.Queued:
		return ui.Badge{Tone: ui.Muted, Text: "agora"}
	case d.Status == webhooks.Failed && d.NextAttemptAt != nil:
		return feedback.Countdown{Left: d.NextAttemptAt.Sub(now), Short: true}
	}
	return nil
}
