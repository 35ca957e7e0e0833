// Package allowance shows in a cart what the prescriptions allow.
package allowance

import (
	"strconv"
	"strings"

	"acolhe/models/prescriptions"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// ReasonField is the name of the field with the reason to let an order pass.
const ReasonField = "prescription_reason"

// Of says what the prescriptions allow of a product of the cart; nil while they do not matter.
func Of(allowance prescriptions.Allowance, code string) ui.Content {
	line, isKnown := allowance.Of(code)
	switch {
	case !isKnown:
		return nil
	case line.IsExempt:
		return ui.Badge{Tone: ui.Muted, Text: "Não precisa de receita"}
	case line.Problem == "":
		return ui.Badge{Tone: ui.Good, Text: "Pode levar " + strconv.Itoa(line.Left()) + " de " + strconv.Itoa(line.Allowed) + " " + allowance.Rule.PeriodText() +
			"; receita até " + line.Until.Shown()}
	}
	tone := ui.Warn
	if allowance.Rule.Mode == prescriptions.Block {
		tone = ui.Bad
	}
	_, message, _ := strings.Cut(allowance.Rule.Message(line), ": ")
	return ui.Badge{Tone: tone, Text: strings.ToUpper(message[:1]) + message[1:]}
}

// Release asks for the reason to let the order pass, or says who may; nil if nothing is blocked.
func Release(allowance prescriptions.Allowance, mayFree bool, typed, problem string) ui.Content {
	if !allowance.Blocks() {
		return nil
	}
	if !mayFree {
		return ui.CardEmpty{Text: "A receita não permite este pedido. Só Acolhimento e Administrador liberam."}
	}
	return control.Input{Name: ReasonField, Label: "Motivo para liberar além da receita", Value: typed, MaxLength: 500, Optional: true,
		Hint: "Fica no histórico do pedido, com seu nome.", Error: problem, Autocomplete: "off"}
}
