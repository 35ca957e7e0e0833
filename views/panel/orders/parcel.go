package orders

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
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// Addresses of the pages of labels.
const (
	LabelsLivePath = Path + "/etiquetas/ao-vivo"

	LabelSlug       = "/etiqueta"
	LabelPDFSlug    = "/etiqueta.pdf"
	LabelCancelSlug = LabelSlug + "/cancelar"
	LabelCheckSlug  = LabelSlug + "/conferir"
	LabelSendSlug   = LabelSlug + "/enviar"
)

// ParcelPart is the part of an order's page that follows its parcel.
const ParcelPart = "envio"

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

func (s PageData) hasParcelCard() bool {
	return s.Parcel.ID != 0 || s.awaitsShipping() && (s.Order.FreightOption != nil || s.mayChoose())
}

// awaitsShipping reports whether the order is paid and not sent.
func (s PageData) awaitsShipping() bool {
	return s.Order.Status == orders.Paid || s.Order.Status == orders.Picking
}

// mayBuy reports whether the page offers to buy a label.
func (s PageData) mayBuy() bool {
	return s.CanChange && s.awaitsShipping() && s.Order.FreightOption != nil && (s.Parcel.ID == 0 || s.Parcel.IsOver())
}

// mayChoose reports whether the page offers to choose the freight of an order to be delivered without one.
func (s PageData) mayChoose() bool {
	return s.CanChange && s.SellsLabels && s.awaitsShipping() && s.Order.FreightOption == nil && s.Order.Address != nil &&
		s.Order.Address.CEP != ""
}

// asksCarrier reports whether the carrier has to be asked what became of a payment or a cancellation.
func (s PageData) asksCarrier() bool {
	return s.Parcel.State == parcels.Unknown || s.Parcel.State == parcels.Cancelling
}

// labelIsNext reports whether the next step of an order in separation is one of its label: to buy it, to ask about it, or to
// print it for the first time.
func (s PageData) labelIsNext() bool {
	isUnprinted := s.Parcel.State == parcels.Ready && s.Parcel.PrintedAt == nil
	return s.Order.Status == orders.Picking && (s.mayBuy() || s.asksCarrier() || isUnprinted)
}

// labelVariant and stepVariant make the next step the page's primary button.
func (s PageData) labelVariant() ui.Variant {
	if s.labelIsNext() {
		return ui.Primary
	}
	return ui.Outline
}

func (s PageData) stepVariant() ui.Variant {
	if s.labelIsNext() {
		return ui.Outline
	}
	return ui.Primary
}

// beforeLabel describes what an order without a label lacks.
func (s PageData) beforeLabel() string {
	if s.Order.FreightOption == nil {
		return "Ainda sem frete de transportadora. Escolha o frete para comprar a etiqueta."
	}
	return "Ainda sem etiqueta. Frete escolhido: " + freightLine(s.Order) + "."
}

func (s PageData) buyLabel() string {
	label := "Comprar etiqueta"
	if s.Parcel.State == parcels.Refused {
		label = "Tentar de novo"
	}
	return label + ", " + fmtbr.Money(s.Order.FreightOption.Price)
}

func (s PageData) parcelNote() string {
	if s.Parcel.TrackedAt == nil {
		return ""
	}
	return "atualizado às " + fmtbr.Clock(*s.Parcel.TrackedAt, s.Now.Location())
}

// CheckLabel returns "Conferir no Melhor Envio".
func CheckLabel(parcel parcels.Parcel) string {
	service, _ := externalservices.DefinitionOf(parcel.Provider)
	return "Conferir " + service.In()
}

func (s PageData) parcelFacts() []record.Fact {
	parcel := s.Parcel
	service := parcel.ServiceLabel
	if definition, _ := externalservices.DefinitionOf(parcel.Provider); definition.Name == externalservices.CarrierB {
		service += " " + definition.By()
	}
	facts := []record.Fact{
		{Label: "Transportadora", Value: service},
		{Label: "Custo da etiqueta", Value: fmtbr.Money(parcel.Price) + " · cobrado " + fmtbr.Money(s.Order.DeliveryPrice)},
		{Label: "Pacote", Value: fmt.Sprintf("%d × %d × %d cm, %s", parcel.LengthCm, parcel.WidthCm, parcel.HeightCm, Weight(parcel.WeightG))},
		{Label: "Conteúdo declarado", Value: parcel.Content + ", " + fmtbr.Money(parcel.Value)},
	}
	if code := texts.Of(parcel.TrackingCode); code != "" {
		facts = append(facts, record.Fact{Label: "Código de rastreio", Content: ui.Copy{Text: code, What: "o código de rastreio"}})
	}
	if at := parcel.PrintedAt; at != nil {
		facts = append(facts, record.Fact{Label: "Impressa", Value: ui.Moment(*at, s.Now).Text})
	}
	if at := parcel.LetterSentAt; at != nil {
		facts = append(facts, record.Fact{Label: "Aviso ao associado", Value: "Enviado em " + ui.Moment(*at, s.Now).Text})
	}
	return facts
}

func (s PageData) parcelEvents() []record.Event {
	events := make([]record.Event, len(s.ParcelEvents))
	for i, event := range s.ParcelEvents {
		events[i] = record.Event{Title: event.Description, Icon: "truck", At: ui.Moment(event.DateCreated, s.Now)}
	}
	return events
}

// LabelAsk is the question before a label is bought or cancelled.
type LabelAsk struct {
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
func (a LabelAsk) Title() string {
	if a.Cancels {
		return "Cancelar a etiqueta?"
	}
	return "Comprar etiqueta"
}

// Back returns the address after the question.
func (a LabelAsk) Back() string { return cmp.Or(a.Next, Href(a.Order.ID)) }

// CancelledMessage returns the message after a cancellation: that the label is cancelled, or why the carrier kept it.
func CancelledMessage(parcel parcels.Parcel) string {
	if parcel.State == parcels.Cancelled {
		return "Etiqueta do pedido " + Number(parcel.OrderID) + " cancelada."
	}
	return "A etiqueta do pedido " + Number(parcel.OrderID) + " não foi cancelada: " + texts.Of(parcel.Failure)
}

func (a LabelAsk) ask() dialog.Ask {
	ask := dialog.Ask{Title: a.Title(), Text: Title(a.Order.ID) + " de " + a.Order.NameAssociate, Back: a.Back()}
	refused := errs.As(a.Refused)
	if refused != nil {
		ask.Refusal = refused.Message
	}
	switch {
	case a.Cancels && a.Parcel.CanCancel():
		ask.Action, ask.Verb, ask.Variant = Href(a.Order.ID)+LabelCancelSlug, "Cancelar etiqueta", ui.Danger
	case a.Cancels && ask.Refusal == "":
		ask.Refusal = "Esta etiqueta não pode mais ser cancelada."
	case !a.Cancels && !a.Price.IsZero():
		ask.Action, ask.Verb = Href(a.Order.ID)+LabelSlug, "Comprar por "+fmtbr.Money(a.Price)
	}
	return ask
}

func (a LabelAsk) text() string {
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
func (a LabelAsk) change() string {
	option := a.Order.FreightOption
	if a.Cancels || a.Price.IsZero() || option == nil || a.Price.Equal(option.Price) {
		return ""
	}
	return "O frete mudou de " + fmtbr.Money(option.Price) + " para " + fmtbr.Money(a.Price) + " desde o pedido."
}
