package panel

import (
	"strings"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/panel"
	"acolhe/web"
)

// saveCart stores the order, a new one or the changes of one, and gives its id.
func (p Panel) saveCart(r *web.Request, cart panel.Cart) (int64, error) {
	input := cart.Input
	if err := p.choosePrescriber(r, cart, &input); err != nil {
		return 0, err
	}
	if cart.Stored.ID == 0 {
		placed, err := p.makeOnce(r, cart.Typed, input, func(tx *db.DB) (made, error) {
			order, err := orders.Place(r.Context(), tx, r.By, input)
			return made{ID: order.ID}, err
		})
		return placed.ID, err
	}
	change := orders.EditInput{ChangeInput: changeOf(cart.Stored, input), Edition: cart.Edition}
	order, err := orders.Edit(r.Context(), p.DB, r.By, change)
	return order.ID, err
}

// changeOf sends all that the form holds. What it does not hold stays: name and e-mail, and
// the freight that was chosen.
func changeOf(stored orders.Order, in orders.PlaceInput) orders.ChangeInput {
	change := orders.ChangeInput{
		BindErrors: in.BindErrors, ID: stored.ID, Items: patch.Of(in.Items), DeliveryPrice: patch.Of(in.DeliveryPrice), Discount: patch.Of(in.Discount),
		Donation: patch.Of(in.Donation), CustomPayment: patch.Of(in.CustomPayment), Prescriber: patch.Of(in.Prescriber.Value),
		PrescriberCode: patch.Of(in.PrescriberCode.Value), Info: patch.Of(in.Info.Value), Tags: patch.Of(in.Tags),
	}
	if in.Total != nil {
		change.Total = patch.Of(*in.Total)
	}
	if in.Address != nil && (stored.Address != nil || *in.Address != orders.Address{}) {
		change.Address = patch.Of(*in.Address)
	}
	return change
}

// choosePrescriber settles who prescribed: one of the professionals, or a name that was typed.
// Who may not look professionals up writes the name, and an unchanged name keeps its code.
func (p Panel) choosePrescriber(r *web.Request, cart panel.Cart, input *orders.PlaceInput) error {
	known := ""
	if cart.Stored.Prescriber != nil && cart.Stored.PrescriberCode != nil {
		known = *cart.Stored.Prescriber
	}
	typed, searched := cart.Typed["prescriber_code_texto"]
	if !searched {
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
	// Without scripts a name is typed over and the code of the one before is still sent.
	if chosen.Name == name || name == known {
		input.PrescriberCode = patch.Of(code)
	}
	return nil
}
