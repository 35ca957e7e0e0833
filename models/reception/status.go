package reception

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
)

// Status is a configured status of the queue, a column of its board (decisions.md, "reception").
type Status struct {
	Value          string `json:"value"`
	Label          string `json:"label"`
	Color          string `json:"color"`
	IsDefaultEntry bool   `json:"is_default_entry"`
	IsDone         bool   `json:"is_done"`
}

// statusesKey is the setting of the statuses.
var statusesKey = settings.Key[[]Status]{System: "triage", Name: "statuses", Type: settings.Array, Check: checkStatuses, Required: true,
	Description: "Situações da fila da recepção, na ordem das colunas: uma é a de entrada, e pelo menos uma a de quem foi atendido.",
	Default: []Status{
		{Value: "waiting", Label: "Aguardando", Color: "#b45309", IsDefaultEntry: true},
		{Value: "in_progress", Label: "Em atendimento", Color: "#0f766e"},
		{Value: "done", Label: "Concluído", Color: "#475569", IsDone: true},
	}}

// Statuses lists the configured statuses in their order.
func Statuses(ctx context.Context, tx *db.DB) ([]Status, error) {
	return settings.Get(ctx, tx, statusesKey)
}

// entry returns the status of a new item; checkStatuses holds that exactly one is marked.
func entry(statuses []Status) string {
	return statuses[slices.IndexFunc(statuses, func(s Status) bool { return s.IsDefaultEntry })].Value
}

func find(statuses []Status, value string) (Status, bool) {
	at := slices.IndexFunc(statuses, func(s Status) bool { return s.Value == value })
	if at < 0 {
		return Status{}, false
	}
	return statuses[at], true
}
