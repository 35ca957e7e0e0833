// Package record shows one order: its page, the drawer over the list, and the question before it is deleted.
package record

import (
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/products"
	"acolhe/models/readytexts"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/cep"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/moves"
	"acolhe/views/panel/orders/parcel"
	readytextsview "acolhe/views/panel/readytexts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// Data is the page of one order.
type Data struct {
	Order   orders.Order
	History []orders.Event
	Pix     orders.PixPayment
	// Parcel is the latest label of the order, without an id if there is none; its events are the latest first.
	Parcel       parcels.Parcel
	ParcelEvents []parcels.Event
	// ParcelQR are the squares of its tracking code.
	ParcelQR [][]bool
	// SellsLabels reports whether a carrier sells labels here.
	SellsLabels bool
	// Version is the version of the order on the page.
	Version string
	// CanChange reports whether to offer changing the order and its status.
	CanChange bool
	// CanPlace reports whether to offer the same order again.
	CanPlace bool
	// CanRemove reports whether to offer deleting the order.
	CanRemove bool
	// Associate is the associate of the order; without an id the person may not see them.
	Associate associates.Associate
	// AssociateHref is the page of the associate.
	AssociateHref string
	// Tags are the options in the form of notes.
	Tags tags.Catalogue
	// Note is the typed note after an error.
	Note *string
	// Files are attached to the order; MayAddFiles offers to add more.
	Files       []files.Listed
	MayAddFiles bool
	// Lots is the card of the separated lots, nil while the stock is switched off; SeparateHref is the separation of an order
	// that passes through it.
	Lots         ui.Content
	SeparateHref string
	// Products are the products of the items that the catalogue has, by their codes.
	Products map[string]products.Product
	// Withdrawn says which separated units may not leave.
	Withdrawn string
	// Refused is the reason why nothing was changed.
	Refused error
	// Now is in the association's time zone.
	Now time.Time
}

func (s Data) href() string { return ordersview.Href(s.Order.ID) }

// parcel is the card of the order's label.
func (s Data) parcel() parcel.Card {
	return parcel.Card{Order: s.Order, Parcel: s.Parcel, Events: s.ParcelEvents, QR: s.ParcelQR, SellsLabels: s.SellsLabels,
		CanChange: s.CanChange, IsHeld: s.Withdrawn != "", Now: s.Now}
}

// next returns the button of the next status, nil for the last ones. A step that needs further data links to its page.
func (s Data) next() ui.Content {
	switch s.Order.Status {
	case orders.AwaitingPayment:
		return ui.Button{Label: "Marcar como pago…", Icon: "wallet", Href: ordersview.StepHref(s.Order.ID, ordersview.Pay), Attrs: dialog.AskAttrs()}
	case orders.Paid:
		return s.moveButton(orders.Picking, ui.Button{Label: "Iniciar separação", Icon: "package", Submit: true})
	case orders.Picking:
		if s.Withdrawn != "" {
			return nil // units are replaced first
		}
		if s.parcel().CanSend() {
			return s.parcel().SendButton()
		}
		return ui.Button{Label: "Marcar como enviado…", Icon: "truck", Variant: s.parcel().StepVariant(),
			Href: ordersview.StepHref(s.Order.ID, ordersview.Send), Attrs: dialog.AskAttrs()}
	case orders.Sent:
		return s.moveButton(orders.Delivered, ui.Button{Label: "Marcar como entregue", Icon: "circle-check", Submit: true})
	}
	return nil
}

// menu returns the other moves.
func (s Data) menu() ui.Menu {
	menu := ui.Menu{ID: "mais", Label: "Mais ações do pedido"}
	if s.Order.PaidAt != nil {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Recibo (PDF)", Icon: "receipt-text", Href: s.href() + "/recibo.pdf"})
	}
	menu.Items = append(menu.Items, ui.MenuItem{Label: "Etiquetas de frasco e endereço", Icon: "tag", Href: s.href() + ordersview.ThermalSlug})
	if s.CanPlace {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Repetir pedido", Icon: "repeat", Href: ordersview.RepeatHref(s.Order)})
	}
	if s.Order.Status.Previous() != "" {
		menu.Items = append(menu.Items, ui.MenuItem{Label: moves.BackLabel(s.Order.Status) + "…", Icon: "undo-2",
			Href: ordersview.StepHref(s.Order.ID, ordersview.MoveBack), Asks: true})
	}
	if !s.Order.Status.IsClosed() {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Cancelar pedido…", Icon: "x",
			Href: ordersview.StepHref(s.Order.ID, ordersview.Cancel), Asks: true, Destructive: true})
	}
	if s.CanRemove && s.Order.CanRemove() {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Excluir pedido…", Icon: "trash-2", Href: s.href() + RemoveSlug, Asks: true,
			Destructive: true})
	}
	return menu
}

// refusal returns the reason why nothing was changed, if it belongs to no field.
func (s Data) refusal() string { return ordersview.Refusal(s.Refused) }

func (s Data) problems() ui.Problems {
	return ordersview.ProblemsOf(errs.FieldsOf(s.Refused))
}

func (s Data) note() string {
	if s.Note != nil {
		return *s.Note
	}
	return texts.Of(s.Order.Info)
}

// tagEditor is under the head, for a tag changes in every status.
func (s Data) tagEditor() ui.TagEditor {
	editor := ui.TagEditor{Names: s.Order.Tags, Offered: s.Tags.Names(), Color: s.Tags.Color}
	if s.CanChange {
		editor.Add, editor.Remove = s.href()+ordersview.TagSlug, s.href()+ordersview.UntagSlug
	}
	return editor
}

func (s Data) freightApart() bool {
	return s.Order.Totals().Freight.IsZero() && !s.Order.DeliveryPrice.IsZero()
}

func (s Data) facts() []record.Fact {
	facts := []record.Fact{
		{Label: "Nome", Content: ui.Link{Text: s.Order.NameAssociate, Href: s.AssociateHref}},
		record.PhoneFactWithTexts("Telefone", texts.Of(s.Associate.Phone), readytextsview.Offers(readytexts.OfOrder, s.Order.ID),
			s.Associate.RefusesWhatsApp()),
		emailFact(texts.Of(s.Order.Email)),
		{Label: "Prescritor", Value: texts.Of(s.Order.Prescriber)},
		{Label: "Entrega", Value: cep.Line(s.Order.Address)},
	}
	for _, known := range []record.Fact{
		{Label: "Frete", Value: ordersview.FreightLine(s.Order)}, {Label: "Código de rastreio", Value: texts.Of(s.Order.TrackingCode)},
	} {
		if known.Value != "" {
			facts = append(facts, known)
		}
	}
	return facts
}

func emailFact(address string) record.Fact {
	if address == "" {
		return record.Fact{Label: "E-mail"}
	}
	return record.Fact{Label: "E-mail", Content: ui.Link{Text: address, Href: "mailto:" + address}}
}

// noteFacts returns the notes for a person who may not change them.
func (s Data) noteFacts() []record.Fact {
	return []record.Fact{{Label: "Observações", Value: texts.Of(s.Order.Info)}}
}

// paymentLine describes the payment of an order: Pix em 19/11/2026, with the amount if it differs from the total.
func paymentLine(order orders.Order) string {
	var line string
	if order.PaymentMethod != nil {
		line = order.PaymentMethod.Label()
	}
	if order.PaidOn != nil {
		line = fmtbr.Join(" em ", line, order.PaidOn.Shown())
	}
	if order.AmountReceived != nil && !order.AmountReceived.Equal(order.Total) {
		line = fmtbr.Join(", ", line, "recebido "+fmtbr.Money(*order.AmountReceived))
	}
	return line
}
