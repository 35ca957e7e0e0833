package orders

import "acolhe/models/orders"

// Step is a move of an order that needs further data. Its value ends the address of its page.
type Step string

// The steps.
const (
	Pay      Step = "pagar"
	Send     Step = "enviar"
	MoveBack Step = "voltar"
	Cancel   Step = "cancelar"
)

// Steps returns the steps.
func Steps() []Step { return []Step{Pay, Send, MoveBack, Cancel} }

// StepHref returns the address of the page of a step.
func StepHref(id int64, step Step) string { return Href(id) + "/" + string(step) }

// ManySteps returns the steps that several orders take together.
func ManySteps() []Step { return []Step{Pay, Send, Cancel} }

// ManyHref returns the address of the page of a step of several orders.
func ManyHref(step Step) string { return Path + "/" + string(step) }

// Status returns the resulting status of a step.
func (s Step) Status() orders.Status {
	return map[Step]orders.Status{Pay: orders.Paid, Send: orders.Sent, Cancel: orders.Cancelled}[s]
}
