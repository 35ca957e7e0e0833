package orders

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
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
		address, prescriber, code = AddressOf(c.Associate), c.Associate.Prescriber, c.Associate.PrescriberCode
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

// CartOf returns the cart of a stored order.
func CartOf(order orders.Order) Cart {
	cart := Cart{Stored: order}
	cart.Input.UserCode.UUID, cart.Input.UserCode.Valid = order.UserCode, true
	cart.Input.Items.Value, cart.Input.CustomPayment.Value = order.Items, order.CustomPayment
	if order.Address != nil {
		cart.Input.Address.Value = *order.Address
	}
	cart.Input.DeliveryPrice.Value, cart.Input.Discount.Value, cart.Input.Donation.Value = order.DeliveryPrice, order.Discount, order.Donation
	return cart
}

// addressFields are the paths of the address.
var addressFields = []string{"cep", "state", "city", "street", "number", "neighborhood", "complement"}

// addressLine returns the address as one line; empty while its fields are shown.
func (c Cart) addressLine() string {
	for _, name := range addressFields {
		path := "address." + name
		if c.problems.For(path) != "" || c.value(path) != c.known[path] {
			return ""
		}
	}
	address := orders.Address{CEP: c.value("address.cep"), State: c.value("address.state"), City: c.value("address.city"),
		Street: c.value("address.street"), Number: c.value("address.number"), Neighborhood: c.value("address.neighborhood"),
		Complement: c.value("address.complement")}
	return addressLine(&address)
}

// AddressOf returns the address of an associate in the form of an order's.
func AddressOf(associate associates.Associate) *orders.Address {
	return &orders.Address{
		Street: texts.Of(associate.Street), Number: texts.Of(associate.Number), Complement: texts.Of(associate.Complement),
		Neighborhood: texts.Of(associate.Neighborhood), City: texts.Of(associate.City), State: texts.Of(associate.State),
		CEP: texts.Of(associate.CEP),
	}
}

// addressLine formats an address in a line, without missing parts.
func addressLine(address *orders.Address) string {
	if address == nil {
		return ""
	}
	city := address.City
	if address.State != "" {
		city += "/" + address.State
	}
	street := strings.TrimSuffix(address.Street+", "+address.Number, ", ")
	return fmtbr.Join(" – ", street, address.Complement, address.Neighborhood, city, fmtbr.CEP(address.CEP))
}

// AssociateLine distinguishes people of the same name.
func AssociateLine(associate associates.Associate) string {
	city := texts.Of(associate.City)
	if city != "" {
		city += "/" + texts.Of(associate.State)
	}
	return fmtbr.Join(" · ", fmtbr.CPF(texts.Of(associate.AssociateCPF)), fmtbr.Phone(texts.Of(associate.Phone)), associate.ContactEmail(),
		city)
}

// itemsLine formats items in a line: 2 × Creme a R$ 68,50.
func itemsLine(items []orders.Item) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = fmtbr.Integer(int64(item.Quantity)) + " × " + itemName(item) + " a " + fmtbr.Money(item.Amount)
	}
	return strings.Join(parts, "; ")
}

// linesLine formats extra lines in a line.
func linesLine(lines []orders.CustomPayment) string {
	parts := make([]string, len(lines))
	for i, line := range lines {
		parts[i] = line.Item + " " + deducted(line.Value)
	}
	return strings.Join(parts, "; ")
}
