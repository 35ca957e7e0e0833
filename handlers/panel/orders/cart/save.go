package cart

import (
	"strings"

	"acolhe/handlers/form"
	"acolhe/models/orderdrafts"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/orders/cart"
	"acolhe/web"
)

// placed is the stored answer to a new order's form.
type placed struct{ ID int64 }

// saveQuoted stores the order unless its freight is not what the person saw.
func (p Pages) saveQuoted(r *web.Request, cart *view.Cart) (int64, error) {
	if err := p.readFreight(r, cart); err != nil {
		return 0, err
	}
	if changed := cart.Freight.Changed; changed != "" {
		return 0, errs.Conflict(view.CodeFreightChanged, changed+" Confira o total e salve de novo.")
	}
	return p.saveCart(r, *cart)
}

// saveCart stores the order, a new one or the changes of one, and returns its id.
func (p Pages) saveCart(r *web.Request, cart view.Cart) (int64, error) {
	input := cart.Input
	if err := p.askAtZero(r, &cart); err != nil {
		return 0, err
	}
	if err := p.choosePrescriber(r, cart, &input); err != nil {
		return 0, err
	}
	if cart.Stored.ID == 0 {
		sent := struct {
			orders.PlaceInput
			Records orders.Records
		}{input, cart.Records}
		answer, err := form.Once(r, p.DB, cart.Typed, sent, func(tx *db.DB) (placed, error) {
			order, err := orders.Checkout(r.Context(), tx, r.By,
				orders.CheckoutInput{Records: cart.Records, Fields: input.Fields, Save: func(tx *db.DB, fields orders.Fields) (orders.Order, error) {
					input.Fields = fields
					return orders.Place(r.Context(), tx, r.By, input)
				}})
			if err != nil {
				return placed{}, err
			}
			return placed{order.ID}, orderdrafts.Remove(r.Context(), tx, r.By, order.UserCode)
		})
		return answer.ID, err
	}
	order, err := orders.Checkout(r.Context(), p.DB, r.By,
		orders.CheckoutInput{Records: cart.Records, Fields: input.Fields, Save: func(tx *db.DB, fields orders.Fields) (orders.Order, error) {
			return orders.Change(r.Context(), tx, r.By,
				orders.ChangeInput{ID: cart.Stored.ID, Version: form.VersionIn(cart.Typed), Fields: changedFields(cart.Stored, fields),
					PrescriptionReason: input.PrescriptionReason})
		}})
	return order.ID, err
}

// askAtZero refuses deductions that exceed the sum of the order, until the person has accepted them.
func (p Pages) askAtZero(r *web.Request, cart *view.Cart) error {
	if cart.Unreadable || cart.Typed.Or("acao", "") == saveAtZero {
		return nil
	}
	if err := p.compute(r, cart); err != nil || !cart.Computed || cart.Totals.Excess().IsZero() {
		return err
	}
	return errs.Conflict(view.CodePassesTotal, "Os descontos passam o total do pedido.")
}

// changedFields returns the form's changes to a stored order. A list without rows is an empty list, and an empty
// address of an order without one is no address.
func changedFields(stored orders.Order, fields orders.Fields) orders.Fields {
	fields.Items.Sent, fields.CustomPayment.Sent, fields.Tags.Sent = true, true, true
	if stored.Address == nil && fields.Address.Value == (orders.Address{}) {
		fields.Address.Sent = false
	}
	return fields
}

// choosePrescriber sets the prescriber: a professional, or a typed name. Without the permission to read professionals,
// the form has only the name, and an unchanged name keeps its code.
func (p Pages) choosePrescriber(r *web.Request, cart view.Cart, input *orders.PlaceInput) error {
	known := ""
	if cart.Stored.Prescriber != nil && cart.Stored.PrescriberCode != nil {
		known = *cart.Stored.Prescriber
	}
	typed, searched := cart.Typed["prescriber_code_texto"]
	if !searched {
		input.PrescriberCode = patch.Of("")
		if known != "" && known == input.Prescriber.Value {
			input.PrescriberCode = patch.Of(*cart.Stored.PrescriberCode)
		}
		return nil
	}
	code, name := input.PrescriberCode.Value, strings.TrimSpace(typed[0])
	input.Prescriber, input.PrescriberCode = patch.Of(name), patch.Of("")
	if code == "" || name == "" {
		return nil
	}
	chosen, err := professionals.FindByCode(r.Context(), p.DB, r.By, code)
	if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	// Without scripts a name may be overwritten while the previous code is still sent.
	if chosen.Name == name || name == known {
		input.PrescriberCode = patch.Of(code)
	}
	return nil
}
