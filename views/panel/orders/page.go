package orders

import (
	"time"

	"acolhe/models/orders"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// PageData is the page of one order.
type PageData struct {
	Order   orders.Order
	History []orders.Event
	Pix     orders.PixPayment
	// Version is the version of the order on the page.
	Version string
	// CanChange reports whether to offer changing the order and its status.
	CanChange bool
	// AssociateHref is the page of the associate.
	AssociateHref string
	// Tags are the options in the form of notes.
	Tags tags.Catalogue
	// Note is the typed note after an error.
	Note *Note
	// Refused is the reason why nothing was changed.
	Refused error
	// Now is in the association's time zone.
	Now time.Time
}

// Note holds the fields that may change in every status.
type Note struct {
	Info string   `form:"info"`
	Tags []string `form:"tags"`
}

func (s PageData) href() string { return Href(s.Order.ID) }

// steps returns the possible next statuses, without cancelling.
func (s PageData) steps() []orders.Status {
	var steps []orders.Status
	for _, next := range s.Order.Status.Next() {
		if next != orders.Cancelled {
			steps = append(steps, next)
		}
	}
	return steps
}

// stepButton returns the button of a status change.
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

// MovedWords returns the message after a status change.
func MovedWords(order orders.Order) string {
	moved := map[orders.Status]string{
		orders.AwaitingPayment: "voltou para Aguardando pagamento", orders.Paid: "marcado como pago", orders.Picking: "em separação",
		orders.Sent: "marcado como enviado", orders.Delivered: "marcado como entregue", orders.Cancelled: "cancelado",
	}[order.Status]
	return Title(order.ID) + " " + moved + "."
}

// cancelling returns the confirmation before an order is cancelled.
func (s PageData) cancelling() ui.Confirm {
	return ui.Confirm{ID: "cancelar", Title: "Cancelar o pedido " + Number(s.Order.ID) + " de " + s.Order.NameAssociate + "?",
		Text: "O pedido de " + fmtbr.Money(s.Order.Total) + " será cancelado. Não dá para desfazer.",
		Verb: "Cancelar pedido", Keep: "Manter pedido", Action: s.href() + "/situacao", Variant: ui.Danger}
}

// refusal returns the reason why nothing was changed, if it belongs to no field.
func (s PageData) refusal() string {
	refused := errs.As(s.Refused)
	switch {
	case refused == nil || len(refused.Fields) > 0:
		return ""
	case errs.IsStale(refused):
		return "Outra pessoa mudou este pedido. Nada foi salvo. Confira o pedido e tente de novo."
	}
	return refused.Message
}

func (s PageData) problems() ui.Problems {
	return problemsOf(errs.FieldsOf(s.Refused))
}

func (s PageData) note() Note {
	if s.Note != nil {
		return *s.Note
	}
	return Note{Info: texts.Of(s.Order.Info), Tags: s.Order.Tags}
}

func (s PageData) freightApart() bool {
	return s.Order.Totals().Freight.IsZero() && !s.Order.DeliveryPrice.IsZero()
}

func (s PageData) facts() []ui.Fact {
	facts := []ui.Fact{
		{Label: "Nome", Content: ui.Link{Text: s.Order.NameAssociate, Href: s.AssociateHref}},
		{Label: "E-mail", Value: texts.Of(s.Order.Email)},
		{Label: "Prescritor", Value: texts.Of(s.Order.Prescriber)},
		{Label: "Entrega", Value: addressLine(s.Order.Address)},
	}
	if freight := freightLine(s.Order); freight != "" {
		facts = append(facts, ui.Fact{Label: "Frete", Value: freight})
	}
	return facts
}

// noteFacts returns the notes for a person who may not change them.
func (s PageData) noteFacts() []ui.Fact {
	return []ui.Fact{{Label: "Observações", Value: texts.Of(s.Order.Info)}, {Label: "Etiquetas", Value: tagsOf(&s.Order)}}
}

// freightLine describes how an order is sent, once that was chosen.
func freightLine(order orders.Order) string {
	if option := order.FreightOption; option != nil {
		return fmtbr.Join(" · ", option.ServiceLabel, fmtbr.Plural(option.ETADays, "dia", "dias"))
	}
	return texts.Of(order.FreightCarrier)
}
