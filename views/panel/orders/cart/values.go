package cart

import (
	"strconv"
	"strings"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/panel/cep"
)

// typedPrice formats an amount for a form; zero is empty, for easier typing.
func typedPrice(amount money.Amount) string {
	if amount.IsZero() {
		return ""
	}
	return amount.Typed()
}

// stored returns the stored values of the form's fields; a new order starts with those of the associate.
func (c Cart) stored() map[string]string {
	address, prescriber, code, info := c.Stored.Address, c.Stored.Prescriber, c.Stored.PrescriberCode, c.Stored.Info
	if c.isNew() {
		address, prescriber, code = cep.AddressOf(c.Associate), c.Associate.Prescriber, c.Associate.PrescriberCode
	}
	if address == nil {
		address = &orders.Address{}
	}
	return map[string]string{
		"address.street": address.Street, "address.number": address.Number, "address.complement": address.Complement,
		"address.neighborhood": address.Neighborhood, "address.city": address.City, "address.state": address.State,
		"address.cep": fmtbr.CEP(address.CEP), "prescriber": texts.Of(prescriber), "prescriber_code": texts.Of(code), "info": texts.Of(info),
		"delivery_price": typedPrice(c.Stored.DeliveryPrice), "discount": typedPrice(c.Stored.Discount),
		"donation": typedPrice(c.Stored.Donation),
	}
}

// Of returns the cart of a stored order.
func Of(order orders.Order) Cart {
	cart := Cart{Stored: order}
	cart.Input.UserCode.UUID, cart.Input.UserCode.Valid = order.UserCode, true
	cart.Input.Items.Value, cart.Input.CustomPayment.Value = order.Items, order.CustomPayment
	if order.Address != nil {
		cart.Input.Address.Value = *order.Address
	}
	cart.Input.DeliveryPrice.Value, cart.Input.Discount.Value, cart.Input.Donation.Value = order.DeliveryPrice, order.Discount, order.Donation
	return cart
}

// addressLine returns the known address as one line; empty while its fields are shown.
func (c Cart) addressLine() string {
	for path, known := range c.known {
		if strings.HasPrefix(path, "address.") && (c.problems.For(path) != "" || c.value(path) != known) {
			return ""
		}
	}
	if c.isNew() {
		return cep.Line(cep.AddressOf(c.Associate))
	}
	return cep.Line(c.Stored.Address)
}

// WithoutSign returns the kind of an extra line, which its sign determines, and its value without the sign.
func WithoutSign(line orders.CustomPayment) (kind string, value money.Amount) {
	if line.Value.Cmp(money.Zero) < 0 {
		return Surcharge, money.Zero.Sub(line.Value)
	}
	return Discount, line.Value
}

func removeValue(list string, row int) string { return "remover:" + list + ":" + strconv.Itoa(row) }
