// Package triage is the configuration of the reception: its statuses, the reasons of completion, the waiting times that
// need attention, and the public form with what its questions accept. The items are those of package reception.
package triage

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/texts"
)

// Status is a configured status of the queue, a column of its board (decisions.md, "reception").
type Status struct {
	Value          string `json:"value"`
	Label          string `json:"label"`
	Color          string `json:"color"`
	IsDefaultEntry bool   `json:"is_default_entry"`
	IsDone         bool   `json:"is_done"`
}

// Limits of the statuses; the label's is also that of the form.
const (
	maxStatuses = 30
	maxLabel    = 60
)

var (
	identifierPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,59}$`)
	colorPattern      = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
)

// StatusesKey is the setting of the statuses.
var StatusesKey = settings.Key[[]Status]{System: "triage", Name: "statuses", Type: settings.Array, Check: checkStatuses, Required: true,
	Description: "Situações da fila da recepção, na ordem das colunas: uma é a de entrada, e pelo menos uma a de quem foi atendido.",
	Default: []Status{
		{Value: "waiting", Label: "Aguardando", Color: "#b45309", IsDefaultEntry: true},
		{Value: "in_progress", Label: "Em atendimento", Color: "#0f766e"},
		{Value: "done", Label: "Concluído", Color: "#475569", IsDone: true},
	}}

// Statuses lists the configured statuses in their order.
func Statuses(ctx context.Context, tx *db.DB) ([]Status, error) {
	return settings.Get(ctx, tx, StatusesKey)
}

// DefaultEntry returns the status of a new item; checkStatuses ensures that exactly one is marked.
func DefaultEntry(statuses []Status) string {
	return statuses[slices.IndexFunc(statuses, func(s Status) bool { return s.IsDefaultEntry })].Value
}

// Done returns the status of a completed item; checkStatuses ensures that there is one.
func Done(statuses []Status) string {
	return statuses[slices.IndexFunc(statuses, func(s Status) bool { return s.IsDone })].Value
}

// Find returns the configured status of a value.
func Find(statuses []Status, value string) (Status, bool) {
	at := slices.IndexFunc(statuses, func(s Status) bool { return s.Value == value })
	if at < 0 {
		return Status{}, false
	}
	return statuses[at], true
}

func checkStatuses(statuses []Status) error {
	entries, done, seen := 0, 0, map[string]bool{}
	for i, s := range statuses {
		switch {
		case !identifierPattern.MatchString(s.Value):
			return fmt.Errorf("[%d].value deve ter letras minúsculas, números, _ e -", i)
		case seen[s.Value]:
			return fmt.Errorf("[%d].value: já existe uma situação com este valor", i)
		case !isLabel(s.Label):
			return fmt.Errorf("[%d].label deve ser um texto de até %d caracteres", i, maxLabel)
		case !colorPattern.MatchString(s.Color):
			return fmt.Errorf("[%d].color deve ser uma cor como #0f766e", i)
		}
		seen[s.Value] = true
		if s.IsDefaultEntry {
			entries++
		}
		if s.IsDone {
			done++
		}
	}
	switch {
	case len(statuses) > maxStatuses:
		return fmt.Errorf("deve ter no máximo %d situações", maxStatuses)
	case entries != 1:
		return errors.New("escolha exatamente uma situação de entrada")
	case done == 0:
		return errors.New("escolha pelo menos uma situação de quem foi atendido")
	}
	return nil
}

func isLabel(text string) bool { return strings.TrimSpace(text) != "" && texts.Fits(text, maxLabel) }
