package cart

import (
	"slices"
	"strconv"

	"acolhe/handlers/panel/cartform"
	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/prescriptions"
	"acolhe/models/products"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/views/panel/allowance"
	"acolhe/views/panel/cep"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/orders/cart"
	"acolhe/views/panel/releases"
	"acolhe/web"
)

// changeRows changes the rows of the cart according to the pressed button.
func (p Pages) changeRows(r *web.Request, cart *view.Cart, form cartform.Form) error {
	switch {
	case form.Action == "adicionar" && form.Add.Named() != "":
		// Enter in any field of the cart presses this button; without a product it only recomputes.
		return p.addItem(r, cart, form.Add)
	case form.Action == "linha":
		cart.Input.CustomPayment.Value = append(cart.Input.CustomPayment.Value, orders.CustomPayment{Qnt: 1})
		cart.Focus = view.LinePath(len(cart.Input.CustomPayment.Value)-1, "item")
	case form.Action == "endereco":
		return p.useAddress(r, cart)
	case form.Action == "repetir":
		return p.repeatLast(r, cart)
	case form.Action == allowance.Request:
		return p.requestRelease(r, cart)
	}
	return nil
}

// addItem copies a product of the catalogue into the order, at its current price.
func (p Pages) addItem(r *web.Request, cart *view.Cart, add cartform.Addition) error {
	product, err := products.Pick(r.Context(), p.DB, r.By, add.Named())
	if errs.HasCode(err, errs.CodeNotFound) {
		return errs.Invalid(view.FocusProduct, "produto não encontrado; escolha um da lista")
	}
	if err != nil {
		return err
	}
	add.Quantity = max(add.Quantity, 1)
	for _, name := range []string{"add.code", "add.code_texto", "add.quantity"} {
		delete(cart.Typed, name)
	}
	cart.Focus = view.FocusProduct
	items := cart.Input.Items.Value
	if at := slices.IndexFunc(items, func(item orders.Item) bool { return item.Code == product.Code }); at >= 0 {
		cart.Added = view.AddedMessage(product.Name, items[at].Quantity, items[at].Quantity+add.Quantity)
		items[at].Quantity += add.Quantity
		cart.Typed[view.ItemPath(at, "quantity")] = []string{strconv.Itoa(items[at].Quantity)}
		return nil
	}
	cart.Input.Items.Value = append(cart.Input.Items.Value, orders.Item{
		Code: product.Code, Name: product.Name, Amount: product.Price, Quantity: add.Quantity,
	})
	return nil
}

// fill fills a new cart with the order that its address repeats, or with what a request for it asked to let pass.
func (p Pages) fill(r *web.Request, cart *view.Cart) (err error) {
	if r.Query(ordersview.RepeatField) == ordersview.LastOrder {
		return p.repeatLast(r, cart)
	}
	if id, _ := strconv.ParseInt(r.Query(ordersview.RepeatField), 10, 64); id != 0 {
		return p.repeat(r, cart, id)
	}
	if id, _ := strconv.ParseInt(r.Query(releases.CartField), 10, 64); id != 0 {
		cart.Input.Items.Value, err = ownorders.ItemsOf(r.Context(), p.DB, r.By, id, cart.Input.UserCode.UUID)
	}
	return err
}

// repeatLast fills the cart with the last order of its associate.
func (p Pages) repeatLast(r *web.Request, cart *view.Cart) error {
	cart.Input.Items.Value = nil
	if err := p.completeCart(r, cart); err != nil || cart.Last == 0 {
		return err
	}
	return p.repeat(r, cart, cart.Last)
}

// repeat fills the cart with the items of an order of its associate, at the current prices, and says what is different. An order of
// another associate is 404 NOT_FOUND.
func (p Pages) repeat(r *web.Request, cart *view.Cart, id int64) error {
	repeated, err := ownorders.Repeat(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	if repeated.Order.UserCode != cart.Input.UserCode.UUID {
		return errs.NotFound("Pedido não encontrado.")
	}
	cart.Input.Items.Value, cart.Added, cart.Focus = repeated.Items, allowance.RepeatedMessage(repeated), view.FocusProduct
	return nil
}

// requestRelease asks those who may to let the order pass.
func (p Pages) requestRelease(r *web.Request, cart *view.Cart) error {
	if err := p.completeCart(r, cart); err != nil {
		return err
	}
	_, err := prescriptions.RequestRelease(r.Context(), p.DB, r.By,
		prescriptions.ReleaseInput{Order: prescribed(cart), Reason: cart.Input.PrescriptionReason})
	return err
}

// prescribed returns what the prescriptions check of the cart.
func prescribed(cart *view.Cart) prescriptions.Order {
	return orders.Order{ID: cart.Stored.ID, User: cart.Associate.ID, Items: cart.Input.Items.Value}.Prescribed()
}

// useAddress copies the associate's address into the form.
func (p Pages) useAddress(r *web.Request, cart *view.Cart) error {
	if err := p.completeCart(r, cart); err != nil {
		return err
	}
	address := cep.AddressOf(cart.Associate)
	for name, value := range map[string]string{
		"street": address.Street, "number": address.Number, "complement": address.Complement, "neighborhood": address.Neighborhood,
		"city": address.City, "state": address.State, "cep": fmtbr.CEP(address.CEP),
	} {
		cart.Typed["address."+name] = []string{value}
	}
	cart.Focus, cart.Input.Address = view.FocusAddress, patch.Of(*address)
	return nil
}
