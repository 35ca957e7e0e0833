// Package allowance shows in a cart what the prescriptions allow, and what a repeated order leaves out.
package allowance

import (
	"strconv"
	"strings"

	"acolhe/models/prescriptions"
	"acolhe/views/ui"
)

// ReasonField is the name of the field with the reason to let an order pass.
const ReasonField = "prescription_reason"

// Request is the button that asks to let an order pass, Cut begins the one that sets the allowed quantity of a row.
const (
	Request = "liberacao"
	Cut     = "quantidade:"
)

// mostSquares is the largest allowed quantity that is drawn, a square a unit.
const mostSquares = 12

// Of says what the prescriptions allow of a product in a row of the cart; nil while they do not matter.
func Of(cart prescriptions.Cart, row int, code string) ui.Content {
	allowed, isKnown := cart.Of(code)
	if !isKnown {
		return nil
	}
	if allowed.IsExempt {
		return ui.Badge{Tone: ui.Muted, Text: "Não precisa de receita"}
	}
	shown := line{row: row, line: allowed, cuts: allowed.Problem == prescriptions.Over && allowed.Left() > 0}
	if allowed.Problem == "" {
		shown.badge = ui.Badge{Tone: ui.Good, Text: "Pode levar " + strconv.Itoa(allowed.Left()) + " de " + strconv.Itoa(allowed.Allowed) + " " +
			cart.Rule.PeriodText() + "; receita até " + allowed.Until.Shown()}
		return shown
	}
	shown.badge.Tone = ui.Warn
	if cart.Rule.Mode == prescriptions.Block {
		shown.badge.Tone = ui.Bad
	}
	_, message, _ := strings.Cut(cart.Rule.Message(allowed), ": ")
	shown.badge.Text = strings.ToUpper(message[:1]) + message[1:]
	return shown
}

// squares draw the allowed units: those taken before, those of this order, and those that stay free.
func (l line) squares() []string {
	if l.line.Allowed > mostSquares {
		return nil
	}
	kinds := make([]string, l.line.Allowed)
	for i := range kinds {
		switch {
		case i < l.line.Taken:
			kinds[i] = "taken"
		case i < l.line.Taken+l.line.Asked:
			kinds[i] = "this"
		default:
			kinds[i] = "free"
		}
	}
	return kinds
}

func (l line) cutLabel() string { return "Mudar para " + strconv.Itoa(l.line.Left()) }

func (l line) cut() string { return Cut + strconv.Itoa(l.row) + ":" + strconv.Itoa(l.line.Left()) }

// Release asks for the reason to let the order pass, or offers to request it; nil if nothing is blocked.
func Release(cart prescriptions.Cart, typed, problem string) ui.Content {
	if !cart.Blocks() {
		return nil
	}
	return release{cart, typed, problem}
}
