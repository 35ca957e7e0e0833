package orders

import (
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/readytexts"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/cep"
	readytextsview "acolhe/views/panel/readytexts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// PageData is the page of one order.
type PageData struct {
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
	// Refused is the reason why nothing was changed.
	Refused error
	// Now is in the association's time zone.
	Now time.Time
}

func (s PageData) href() string { return Href(s.Order.ID) }

// next returns the button of the next status, nil for the last ones. A step that needs further data links to its page.
func (s PageData) next() ui.Content {
	switch s.Order.Status {
	case orders.AwaitingPayment:
		return ui.Button{Label: "Marcar como pago…", Icon: "wallet", Href: StepHref(s.Order.ID, Pay), Attrs: dialog.AskAttrs()}
	case orders.Paid:
		return s.moveButton(orders.Picking, ui.Button{Label: "Iniciar separação", Icon: "package", Submit: true})
	case orders.Picking:
		if s.sendsParcel() {
			return sendParcel(s)
		}
		return ui.Button{Label: "Marcar como enviado…", Icon: "truck", Variant: s.stepVariant(), Href: StepHref(s.Order.ID, Send),
			Attrs: dialog.AskAttrs()}
	case orders.Sent:
		return s.moveButton(orders.Delivered, ui.Button{Label: "Marcar como entregue", Icon: "circle-check", Submit: true})
	}
	return nil
}

// menu returns the other moves.
func (s PageData) menu() ui.Menu {
	menu := ui.Menu{ID: "mais", Label: "Mais ações do pedido"}
	if s.Order.PaidAt != nil {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Recibo (PDF)", Icon: "receipt-text", Href: s.href() + "/recibo.pdf"})
	}
	menu.Items = append(menu.Items, ui.MenuItem{Label: "Etiquetas de frasco e endereço", Icon: "tag", Href: s.href() + ThermalSlug})
	if s.CanPlace {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Repetir pedido", Icon: "repeat", Href: RepeatHref(s.Order)})
	}
	if s.Order.Status.Previous() != "" {
		menu.Items = append(menu.Items, ui.MenuItem{Label: backLabel(s.Order.Status) + "…", Icon: "undo-2", Href: StepHref(s.Order.ID, MoveBack),
			Asks: true})
	}
	if !s.Order.Status.IsClosed() {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Cancelar pedido…", Icon: "x", Href: StepHref(s.Order.ID, Cancel), Asks: true,
			Destructive: true})
	}
	if s.CanRemove && s.Order.CanRemove() {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Excluir pedido…", Icon: "trash-2", Href: s.href() + RemoveSlug, Asks: true,
			Destructive: true})
	}
	return menu
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

func (s PageData) note() string {
	if s.Note != nil {
		return *s.Note
	}
	return texts.Of(s.Order.Info)
}

// tagEditor is under the head, for a tag changes in every status.
func (s PageData) tagEditor() ui.TagEditor {
	editor := ui.TagEditor{Names: s.Order.Tags, Offered: s.Tags.Names(), Color: s.Tags.Color}
	if s.CanChange {
		editor.Add, editor.Remove = s.href()+TagSlug, s.href()+UntagSlug
	}
	return editor
}

func (s PageData) freightApart() bool {
	return s.Order.Totals().Freight.IsZero() && !s.Order.DeliveryPrice.IsZero()
}

func (s PageData) facts() []record.Fact {
	facts := []record.Fact{
		{Label: "Nome", Content: ui.Link{Text: s.Order.NameAssociate, Href: s.AssociateHref}},
		record.PhoneFactWithTexts("Telefone", texts.Of(s.Associate.Phone), readytextsview.Offers(readytexts.OfOrder, s.Order.ID),
			s.Associate.RefusesWhatsApp()),
		emailFact(texts.Of(s.Order.Email)),
		{Label: "Prescritor", Value: texts.Of(s.Order.Prescriber)},
		{Label: "Entrega", Value: cep.Line(s.Order.Address)},
	}
	for _, known := range []record.Fact{
		{Label: "Frete", Value: freightLine(s.Order)}, {Label: "Código de rastreio", Value: texts.Of(s.Order.TrackingCode)},
	} {
		if known.Value != "" {
			facts = append(facts, known)
		}
	}
	return facts
}

// DeliveryFacts say how an order is sent and where to.
func DeliveryFacts(order orders.Order) []record.Fact {
	return []record.Fact{{Label: "Frete", Value: freightLine(order)}, {Label: "Para", Value: cep.Line(order.Address)}}
}

func emailFact(address string) record.Fact {
	if address == "" {
		return record.Fact{Label: "E-mail"}
	}
	return record.Fact{Label: "E-mail", Content: ui.Link{Text: address, Href: "mailto:" + address}}
}

// noteFacts returns the notes for a person who may not change them.
func (s PageData) noteFacts() []record.Fact {
	return []record.Fact{{Label: "Observações", Value: texts.Of(s.Order.Info)}}
}

// freightLine describes the chosen shipping of an order.
func freightLine(order orders.Order) string {
	if option := order.FreightOption; option != nil && option.ETADays > 0 {
		return fmtbr.Join(" · ", order.FreightName(), fmtbr.Plural(option.ETADays, "dia", "dias"))
	}
	return order.FreightName()
}
