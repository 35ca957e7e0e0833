package triage

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
)

// CompletionReason is the reason why an item ended: one of the program, or the label of a configured one.
type CompletionReason string

// The reasons of the specification.
const (
	Pedido      CompletionReason = "Pedido"
	Servico     CompletionReason = "Serviço"
	Agendamento CompletionReason = "Agendamento"
)

// Own lists the reasons of the program, which orders and services set by themselves.
func Own() []CompletionReason { return []CompletionReason{Pedido, Servico, Agendamento} }

// Outcome of a reason in the analyses.
const (
	CountsAsOrder   = "order"
	CountsAsService = "service"
	CountsAsNeither = "neither"
)

// Reason is a configured reason (decisions.md, "triage.completion_reasons").
type Reason struct {
	Label    string `json:"label"`
	CountsAs string `json:"counts_as"`
}

// maxReasons is the maximum number of configured reasons.
const maxReasons = 20

// reasonsKey is the setting of the reasons.
var reasonsKey = settings.Key[[]Reason]{System: "triage", Name: "completion_reasons", Type: settings.Array, Check: checkReasons,
	Description: "Motivos de conclusão da recepção, além de Pedido, Serviço e Agendamento, e como contam nas análises.",
	Default: []Reason{
		{Label: "Dúvida respondida", CountsAs: CountsAsNeither},
		{Label: "Sem retorno", CountsAs: CountsAsNeither},
		{Label: "Cadastro iniciado", CountsAs: CountsAsNeither},
	}}

// Reasons lists the reasons that a person can choose: those of the program, then the configured ones.
func Reasons(ctx context.Context, tx *db.DB) ([]CompletionReason, error) {
	configured, err := settings.Get(ctx, tx, reasonsKey)
	reasons := Own()
	for _, reason := range configured {
		reasons = append(reasons, CompletionReason(reason.Label))
	}
	return reasons, err
}

// IsReason reports whether a reason is one of the program or configured.
func IsReason(ctx context.Context, tx *db.DB, reason CompletionReason) (bool, error) {
	if slices.Contains(Own(), reason) {
		return true, nil
	}
	reasons, err := Reasons(ctx, tx)
	return slices.Contains(reasons, reason), err
}

func checkReasons(reasons []Reason) error {
	if len(reasons) > maxReasons {
		return fmt.Errorf("deve ter no máximo %d motivos", maxReasons)
	}
	seen := map[CompletionReason]bool{}
	for _, own := range Own() {
		seen[own] = true
	}
	for i, reason := range reasons {
		switch {
		case !isLabel(reason.Label):
			return fmt.Errorf("[%d].label deve ser um texto de até %d caracteres", i, maxLabel)
		case seen[CompletionReason(reason.Label)]:
			return fmt.Errorf("[%d].label: já existe um motivo com este nome", i)
		case !slices.Contains([]string{CountsAsOrder, CountsAsService, CountsAsNeither}, reason.CountsAs):
			return errors.New("cada motivo conta como order, service ou neither")
		}
		seen[CompletionReason(reason.Label)] = true
	}
	return nil
}
