package panel

import (
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/errs"
	"acolhe/views/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
)

// OrderSheet is one order with how its total came to be and who did what.
type OrderSheet struct {
	Order   orders.Order
	History []orders.Event
	Pix     orders.PixPayment
	// Version is the one of the order that the page shows.
	Version string
	// MayChange tells that the person may change and move orders.
	MayChange bool
	// Tags are offered to be ticked.
	Tags []string
	// Note is info and tags as they were typed when they were refused.
	Note *OrderNote
	// Refused says why nothing was done.
	Refused error
	// Now carries the association's time zone.
	Now time.Time
}

// OrderNote is what may be written to an order whatever its status.
type OrderNote struct {
	Info string   `form:"info"`
	Tags []string `form:"tags"`
}

func (s OrderSheet) href() string { return ordersview.Href(s.Order.ID) }

// steps are the moves forward; cancelling is asked for apart.
func (s OrderSheet) steps() []orders.Status {
	var steps []orders.Status
	for _, next := range s.Order.Status.Next() {
		if next != orders.Cancelled {
			steps = append(steps, next)
		}
	}
	return steps
}

// stepButton says the move as what is done.
func stepButton(to orders.Status) ui.Button {
	button := map[orders.Status]ui.Button{
		orders.Paid:      {Label: "Marcar como pago", Icon: "wallet"},
		orders.Picking:   {Label: "Iniciar separação", Icon: "package"},
		orders.Sent:      {Label: "Marcar como enviado", Icon: "truck"},
		orders.Delivered: {Label: "Marcar como entregue", Icon: "circle-check"},
	}[to]
	button.Submit = true
	return button
}

// MovedWords says what became of the order.
func MovedWords(order orders.Order) string {
	return ordersview.Title(order.ID) + ": " + strings.ToLower(string(order.Status)) + "."
}

// cancelling names the order and the effect.
func (s OrderSheet) cancelling() ui.Confirm {
	return ui.Confirm{ID: "cancelar", Title: "Cancelar o pedido " + ordersview.Number(s.Order.ID) + " de " + s.Order.NameAssociate + "?",
		Text: "O pedido de " + fmtbr.Money(s.Order.Total) + " deixa de valer e não volta atrás: para retomar, é preciso registrar outro.",
		Verb: "Cancelar pedido", Keep: "Manter pedido", Action: s.href() + "/situacao", Variant: ui.Danger}
}

// refusal is why nothing was done, when no field tells.
func (s OrderSheet) refusal() string {
	refused := errs.As(s.Refused)
	switch {
	case refused == nil || len(refused.Fields) > 0:
		return ""
	case errs.IsStale(refused):
		return "Outra pessoa mudou este pedido enquanto ele estava aberto aqui. Nada foi feito: confira como ele está agora e tente de novo."
	}
	return refused.Message
}

func (s OrderSheet) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(s.Refused), orderLabel)
}

func (s OrderSheet) note() OrderNote {
	if s.Note != nil {
		return *s.Note
	}
	return OrderNote{Info: text(s.Order.Info), Tags: s.Order.Tags}
}

func (s OrderSheet) freightApart() bool {
	return s.Order.Totals().Freight.IsZero() && !s.Order.DeliveryPrice.IsZero()
}

func (s OrderSheet) facts() []ui.Fact {
	facts := []ui.Fact{
		{Label: "Nome", Content: ui.Link{Text: s.Order.NameAssociate, Href: PersonHref(s.Order.User)}},
		{Label: "E-mail", Value: text(s.Order.Email)},
		{Label: "Prescritor", Value: text(s.Order.Prescriber)},
		{Label: "Entrega", Value: addressLine(s.Order.Address)},
	}
	if freight := freightLine(s.Order); freight != "" {
		facts = append(facts, ui.Fact{Label: "Frete", Value: freight})
	}
	return facts
}

// noteFacts are for who may not write them.
func (s OrderSheet) noteFacts() []ui.Fact {
	return []ui.Fact{{Label: "Observações", Value: text(s.Order.Info)}, {Label: "Etiquetas", Value: strings.Join(s.Order.Tags, ", ")}}
}

// freightLine says how an order goes, as far as that was chosen.
func freightLine(order orders.Order) string {
	if option := order.FreightOption; option != nil {
		return fmtbr.Join(" · ", option.ServiceLabel, fmtbr.Plural(option.ETADays, "dia", "dias"))
	}
	return text(order.FreightCarrier)
}
