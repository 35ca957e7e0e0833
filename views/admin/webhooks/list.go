// Package webhooks shows the pages of administrators on webhooks: the endpoints, their deliveries and a form.
package webhooks

import (
	"net/url"
	"time"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/table"
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
	endpoints.Endpoint
	Health endpoints.Health
}

// List returns the list of endpoints.
func List() list.Definition[Row, endpoints.ListInput] {
	return list.Definition[Row, endpoints.ListInput]{
		About: list.About{
			Name: "webhooks", Title: "Webhooks", Text: "Avisam outros sistemas sobre mudanças em tempo real.", Path: Path, Collection: "users_api",
			New:  list.New{Label: "Novo webhook", Slug: "novo"},
			Rows: list.Noun{One: "webhook", Many: "webhooks", None: "Nenhum webhook"},
			NothingYet: list.Sentence{Title: "Nenhum webhook ainda",
				Text: "Com um webhook, a loja do site ou o sistema do escritório recebe cada pedido assim que ele muda."},
		},
		Lead: list.Lead[Row]{Label: "Nome", Text: func(r *Row) string { return r.Name },
			Href: func(r *Row) string { return ui.RowHref(Path, r.ID) }},
		Columns: []list.Column[Row]{
			{Name: "endereco", Label: "Endereço", Place: table.Below, Text: func(r *Row) string { return host(r.URL) }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: func(r *Row) ui.Badge { return state(r.Endpoint) }},
			{Name: "entregues", Label: "Entregues, 24 h", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Health.Delivered) }},
			{Name: "esperam", Label: "A tentar", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Health.Waiting) }},
			{Name: "perdidas", Label: "Perdidas, 30 dias", Right: true, Text: func(r *Row) string { return fmtbr.Integer(r.Health.Dead) }},
			{Name: "tempo", Label: "Tempo mediano", Right: true, Place: table.End, Text: func(r *Row) string { return median(r.Health) }},
			{Name: "testar", Label: "Teste", Cell: func(r *Row, _ time.Time) ui.Content {
				return ui.PostButton{Label: "Testar", Name: r.Name, Action: ui.RowHref(Path, r.ID) + "/testar"}
			}},
		},
		Read: list.Windowed(func(in *endpoints.ListInput) *page.Window { return &in.Window }),
	}
}

func host(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.Host
}

func median(h endpoints.Health) string {
	if h.Median == nil {
		return "–"
	}
	return fmtbr.Integer(int64(*h.Median)) + " ms"
}

func state(e endpoints.Endpoint) ui.Badge {
	switch {
	case !e.Enabled:
		return ui.Badge{Tone: ui.Muted, Text: "Desligado"}
	case e.FailingSince != nil:
		return ui.Badge{Tone: ui.Bad, Text: "Falhando"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Ligado"}
}
