// Package parcel shows the label of an order and where its parcel is.
package parcel

import (
	"cmp"
	"fmt"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// Addresses of the pages of labels.
const (
	LabelsLivePath = ordersview.Path + "/etiquetas/ao-vivo"

	LabelSlug       = "/etiqueta"
	LabelPDFSlug    = "/etiqueta.pdf"
	LabelCancelSlug = LabelSlug + "/cancelar"
	LabelCheckSlug  = LabelSlug + "/conferir"
	LabelSendSlug   = LabelSlug + "/enviar"
)

// Part is the part of an order's page that follows its parcel.
const Part = "envio"

// LabelState is the state of a label in a word; its tone repeats it.
func LabelState(parcel parcels.Parcel) ui.Badge {
	switch parcel.State {
	case parcels.Queued:
		return ui.Badge{Tone: ui.Muted, Text: "Na fila"}
	case parcels.Buying:
		return ui.Badge{Tone: ui.Info, Text: "Comprando…"}
	case parcels.Unknown:
		return ui.Badge{Tone: ui.Warn, Text: "Sem resposta"}
	case parcels.Refused:
		return ui.Badge{Tone: ui.Bad, Text: "Recusada"}
	case parcels.Bought:
		return ui.Badge{Tone: ui.Info, Text: "Comprada, em preparo"}
	case parcels.Cancelling:
		return ui.Badge{Tone: ui.Warn, Text: "Cancelando…"}
	case parcels.Cancelled:
		return ui.Badge{Tone: ui.Muted, Text: "Cancelada"}
	}
	switch parcel.Stage {
	case freight.Posted:
		return ui.Badge{Tone: ui.Sent, Text: "Postada"}
	case freight.InTransit:
		return ui.Badge{Tone: ui.Sent, Text: "Em trânsito"}
	case freight.Out:
		return ui.Badge{Tone: ui.Sent, Text: "Saiu para entrega"}
	case freight.Arrived:
		return ui.Badge{Tone: ui.Good, Text: "Entregue"}
	case freight.Problem:
		return ui.Badge{Tone: ui.Bad, Text: "Com problema"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Comprada"}
}

// Card shows the label of an order and where its parcel is; of an order that needs none, nothing.
type Card struct {
	Order orders.Order
	// Parcel is the latest label of the order, without an id if there is none; its events are the latest first.
	Parcel parcels.Parcel
	Events []parcels.Event
	// QR are the squares of its tracking code.
	QR [][]bool
	// SellsLabels reports whether a carrier sells labels here.
	SellsLabels bool
	// CanChange reports whether to offer changing the order.
	CanChange bool
	// IsHeld reports that units of the order may not leave: it gets no label.
	IsHeld bool
	// Now is in the association's time zone.
	Now time.Time
}

func (c Card) href() string { return ordersview.Href(c.Order.ID) }

// IsShown reports whether the order has a label, or may get one.
func (c Card) IsShown() bool {
	return c.Parcel.ID != 0 || c.awaitsShipping() && (c.Order.FreightOption != nil || c.mayChoose())
}

// awaitsShipping reports whether the order is paid and not sent.
func (c Card) awaitsShipping() bool {
	return c.Order.Status == orders.Paid || c.Order.Status == orders.Picking
}

// mayBuy reports whether the page offers to buy a label.
func (c Card) mayBuy() bool {
	return c.CanChange && !c.IsHeld && c.awaitsShipping() && c.Order.FreightOption != nil && (c.Parcel.ID == 0 || c.Parcel.IsOver())
}

// mayChoose reports whether the page offers to choose the freight of an order to be delivered without one.
func (c Card) mayChoose() bool {
	return c.CanChange && c.SellsLabels && c.awaitsShipping() && c.Order.FreightOption == nil && c.Order.Address != nil &&
		c.Order.Address.CEP != ""
}

// asksCarrier reports whether the carrier has to be asked what became of a payment or a cancellation.
func (c Card) asksCarrier() bool {
	return c.Parcel.State == parcels.Unknown || c.Parcel.State == parcels.Cancelling
}

// labelIsNext reports whether the next step of an order in separation is one of its label: to buy it, to ask about it, or to
// print it for the first time.
func (c Card) labelIsNext() bool {
	isUnprinted := c.Parcel.State == parcels.Ready && c.Parcel.PrintedAt == nil
	return c.Order.Status == orders.Picking && (c.mayBuy() || c.asksCarrier() || isUnprinted)
}

// labelVariant makes the next step the page's primary button.
func (c Card) labelVariant() ui.Variant {
	if c.labelIsNext() {
		return ui.Primary
	}
	return ui.Outline
}

// StepVariant is the variant of the button of the next status.
func (c Card) StepVariant() ui.Variant {
	if c.labelIsNext() {
		return ui.Outline
	}
	return ui.Primary
}

// beforeLabel describes what an order without a label lacks.
func (c Card) beforeLabel() string {
	if c.Order.FreightOption == nil {
		return "Ainda sem frete de transportadora. Escolha o frete para comprar a etiqueta."
	}
	return "Ainda sem etiqueta. Frete escolhido: " + ordersview.FreightLine(c.Order) + "."
}

func (c Card) buyLabel() string {
	label := "Comprar etiqueta"
	if c.Parcel.State == parcels.Refused {
		label = "Tentar de novo"
	}
	return label + ", " + fmtbr.Money(c.Order.FreightOption.Price)
}

func (c Card) note() string {
	if c.Parcel.TrackedAt == nil {
		return ""
	}
	return "atualizado às " + fmtbr.Clock(*c.Parcel.TrackedAt, c.Now.Location())
}

// CheckLabel returns "Conferir no Melhor Envio".
func CheckLabel(parcel parcels.Parcel) string {
	service, _ := externalservices.DefinitionOf(parcel.Provider)
	return "Conferir " + service.In()
}

func (c Card) facts() []record.Fact {
	parcel := c.Parcel
	service := parcel.ServiceLabel
	if definition, _ := externalservices.DefinitionOf(parcel.Provider); definition.Name == externalservices.CarrierB {
		service += " " + definition.By()
	}
	facts := []record.Fact{
		{Label: "Transportadora", Value: service},
		{Label: "Custo da etiqueta", Value: fmtbr.Money(parcel.Price) + " · cobrado " + fmtbr.Money(c.Order.DeliveryPrice)},
		{Label: "Pacote", Value: fmt.Sprintf("%d × %d × %d cm, %s", parcel.LengthCm, parcel.WidthCm, parcel.HeightCm, ordersview.Weight(parcel.WeightG))},
		{Label: "Conteúdo declarado", Value: parcel.Content + ", " + fmtbr.Money(parcel.Value)},
	}
	if code := texts.Of(parcel.TrackingCode); code != "" {
		facts = append(facts, record.Fact{Label: "Código de rastreio", Content: ui.Copy{Text: code, What: "o código de rastreio"}})
	}
	if at := parcel.PrintedAt; at != nil {
		facts = append(facts, record.Fact{Label: "Impressa", Value: ui.Moment(*at, c.Now).Text})
	}
	if at := parcel.LetterSentAt; at != nil {
		facts = append(facts, record.Fact{Label: "Aviso ao associado", Value: "Enviado em " + ui.Moment(*at, c.Now).Text})
	}
	return facts
}

func (c Card) events() []record.Event {
	events := make([]record.Event, len(c.Events))
	for i, event := range c.Events {
		events[i] = record.Event{Title: event.Description, Icon: "truck", At: ui.Moment(event.DateCreated, c.Now)}
	}
	return events
}

// Ask is the question before a label is bought or cancelled.
type Ask struct {
	Order  orders.Order
	Parcel parcels.Parcel
	// Price is what the label costs now.
	Price   money.Amount
	Cancels bool
	Refused error
	// Next is the address after an accepted form; the page of the order if empty.
	Next string
	Now  time.Time
}

// Title returns the title of the question.
func (a Ask) Title() string {
	if a.Cancels {
		return "Cancelar a etiqueta?"
	}
	return "Comprar etiqueta"
}

// Back returns the address after the question.
func (a Ask) Back() string { return cmp.Or(a.Next, ordersview.Href(a.Order.ID)) }

// CancelledMessage returns the message after a cancellation: that the label is cancelled, or why the carrier kept it.
func CancelledMessage(parcel parcels.Parcel) string {
	if parcel.State == parcels.Cancelled {
		return "Etiqueta do pedido " + ordersview.Number(parcel.OrderID) + " cancelada."
	}
	return "A etiqueta do pedido " + ordersview.Number(parcel.OrderID) + " não foi cancelada: " + texts.Of(parcel.Failure)
}

func (a Ask) ask() dialog.Ask {
	ask := dialog.Ask{Title: a.Title(), Text: ordersview.Title(a.Order.ID) + " de " + a.Order.NameAssociate, Back: a.Back()}
	refused := errs.As(a.Refused)
	if refused != nil {
		ask.Refusal = refused.Message
	}
	switch {
	case a.Cancels && a.Parcel.CanCancel():
		ask.Action, ask.Verb, ask.Variant = ordersview.Href(a.Order.ID)+LabelCancelSlug, "Cancelar etiqueta", ui.Danger
	case a.Cancels && ask.Refusal == "":
		ask.Refusal = "Esta etiqueta não pode mais ser cancelada."
	case !a.Cancels && !a.Price.IsZero():
		ask.Action, ask.Verb = ordersview.Href(a.Order.ID)+LabelSlug, "Comprar por "+fmtbr.Money(a.Price)
	}
	return ask
}

func (a Ask) text() string {
	switch {
	case a.Cancels && a.Parcel.Provider == externalservices.CarrierB:
		return "O valor volta ao saldo em até 12 horas."
	case a.Cancels:
		return "A " + a.Parcel.Carrier() + " deixa de esperar o pacote."
	case a.Price.IsZero():
		return ""
	case a.Parcel.Provider == externalservices.CarrierB:
		return a.Parcel.ServiceLabel + ", " + fmtbr.Money(a.Price) + ". O valor sai do saldo do Melhor Envio."
	}
	return a.Parcel.ServiceLabel + ", " + fmtbr.Money(a.Price) + ". A Loggi cobra na fatura."
}

// change tells a price that differs from the one in the order.
func (a Ask) change() string {
	option := a.Order.FreightOption
	if a.Cancels || a.Price.IsZero() || option == nil || a.Price.Equal(option.Price) {
		return ""
	}
	return "O frete mudou de " + fmtbr.Money(option.Price) + " para " + fmtbr.Money(a.Price) + " desde o pedido."
}
