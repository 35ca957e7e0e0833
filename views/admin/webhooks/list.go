// Package webhooks shows the pages of administrators on webhooks: the endpoints, their deliveries and a form.
package webhooks

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/webhooks"
	"acolhe/views/list"
	"acolhe/views/ui"
)

// Path is the address of the list, NewPath that of the form of a new endpoint, LivePath that of the events after changes of
// deliveries.
const (
	Path     = "/admin/webhooks"
	NewPath  = Path + "/novo"
	LivePath = Path + "/ao-vivo"
)

// Row is an endpoint with its health.
type Row struct {
	webhooks.Endpoint
	Health webhooks.Health
}

// List returns the list of endpoints.
func List() list.Definition[Row, webhooks.ListInput] {
	return list.Definition[Row, webhooks.ListInput]{
		About: list.About{
			Name: "webhooks", Title: "Webhooks", Text: "Avisam outros sistemas assim que um registro muda.", Path: Path, Collection: "users_api",
			New:        list.New{Label: "Novo webhook", Slug: "novo"},
			Rows:       list.Noun{One: "webhook", Many: "webhooks", None: "Nenhum webhook"},
			NothingYet: list.Sentence{Title: "Nenhum webhook ainda", Text: "Com um webhook, a loja do site ou o sistema do escritório recebe cada pedido assim que ele muda."},
		},
		Lead: list.Lead[Row]{Label: "Nome", Text: func(r *Row) string { return r.Name }, Href: func(r *Row) string { return ui.RowHref(Path, r.ID) }},
		Columns: []list.Column[Row]{
			{Name: "endereco", Label: "Endereço", Place: ui.Below, Text: func(r *Row) string { return host(r.URL) }},
			{Name: "situacao", Label: "Situação", Place: ui.Side, Badge: func(r *Row) ui.Badge { return state(r.Endpoint) }},
			{Name: "entregues", Label: "Entregues, 24 h", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Health.Delivered) }},
			{Name: "esperam", Label: "A tentar", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Health.Waiting) }},
			{Name: "perdidas", Label: "Perdidas, 30 dias", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Health.Dead) }},
			{Name: "tempo", Label: "Tempo mediano", Right: true, Place: ui.End, Text: func(r *Row) string { return median(r.Health) }},
			{Name: "testar", Label: "Teste", Cell: func(r *Row, _ time.Time) ui.Content {
				return ui.PostButton{Label: "Testar", Name: r.Name, Action: ui.RowHref(Path, r.ID) + "/testar"}
			}},
		},
		Find: func(ctx context.Context, tx *db.DB, by auth.Caller, query list.Query[webhooks.ListInput]) (page.Of[Row], error) {
			query.Input.Window = query.Window
			found, err := webhooks.List(ctx, tx, by, query.Input)
			if err != nil {
				return page.Of[Row]{}, err
			}
			return withHealth(ctx, tx, by, found)
		},
		Count: webhooks.Count,
	}
}

func withHealth(ctx context.Context, tx *db.DB, by auth.Caller, found page.Of[webhooks.Endpoint]) (page.Of[Row], error) {
	ids := make([]int64, len(found.Items))
	for i, endpoint := range found.Items {
		ids[i] = endpoint.ID
	}
	health, err := webhooks.ReadHealth(ctx, tx, by, ids)
	rows := page.Of[Row]{Meta: found.Meta}
	for _, endpoint := range found.Items {
		rows.Items = append(rows.Items, Row{endpoint, health[endpoint.ID]})
	}
	return rows, err
}

func host(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.Host
}

func median(h webhooks.Health) string {
	if h.Median == nil {
		return "–"
	}
	return fmtbr.Integer(int64(*h.Median)) + " ms"
}

func state(e webhooks.Endpoint) ui.Badge {
	switch {
	case !e.Enabled:
		return ui.Badge{Tone: ui.Muted, Text: "Desligado"}
	case e.FailingSince != nil:
		return ui.Badge{Tone: ui.Bad, Text: "Falhando"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Ligado"}
}

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
func Deliveries(of webhooks.Endpoint) list.Definition[delivery, webhooks.DeliveriesInput] {
	path := ui.RowHref(Path, of.ID)
	return list.Definition[delivery, webhooks.DeliveriesInput]{
		About: list.About{
			Name: "entregas", Title: of.Name, Text: of.URL, Path: path, Collection: "users_api",
			Rows:         list.Noun{One: "entrega", Many: "entregas", None: "Nenhuma entrega"},
			NothingYet:   list.Sentence{Title: "Nenhuma entrega ainda", Text: "Use Testar para enviar a primeira. As entregas ficam 30 dias."},
			NothingFound: list.Sentence{Title: "Nenhuma entrega aqui", Text: "Não há entregas nesta situação."},
		},
		Filters: []list.Filter[webhooks.DeliveriesInput]{{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: statusOptions(), Set: setStatus}},
		Tabs:    tabs(),
		Lead: list.Lead[delivery]{Label: "Evento", Text: func(d *delivery) string { return Title(*d) },
			Href: func(d *delivery) string { return ui.RowHref(path+"/entregas", d.ID) }},
		Columns: []list.Column[delivery]{
			{Name: "situacao", Label: "Situação", Place: ui.Side, Badge: func(d *delivery) ui.Badge { return badge(d.Status) }},
			{Name: "tentativas", Label: "Tentativas", Right: true, Text: func(d *delivery) string { return strconv.Itoa(d.Attempts) }},
			{Name: "resposta", Label: "Resposta", Place: ui.Below, Text: answer},
			{Name: "proxima", Label: "Próxima", Text: func(*delivery) string { return "–" }, Cell: next},
			{Name: "quando", Label: "Quando", Right: true, Place: ui.End, Cell: func(d *delivery, now time.Time) ui.Content { return ui.Moment(d.DateCreated, now) }},
		},
		Find: func(ctx context.Context, tx *db.DB, by auth.Caller, query list.Query[webhooks.DeliveriesInput]) (page.Of[delivery], error) {
			query.Input.Window, query.Input.Endpoint = query.Window, of.ID
			return webhooks.ListDeliveries(ctx, tx, by, query.Input)
		},
		Count: func(ctx context.Context, tx *db.DB, by auth.Caller, input webhooks.DeliveriesInput, limit int) (page.Counted, error) {
			input.Endpoint = of.ID
			return webhooks.CountDeliveries(ctx, tx, by, input, limit)
		},
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

func statusOptions() (options []ui.Option) {
	for _, known := range statuses {
		options = append(options, ui.Option{Value: known.slug, Label: known.many})
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
		return ui.Countdown{Left: d.NextAttemptAt.Sub(now), Short: true}
	}
	return nil
}
