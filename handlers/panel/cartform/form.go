package cartform

import (
	"strings"

	"acolhe/models/orders"
	view "acolhe/views/panel/orders/cart"
)

// Form is the posted form: the verb's own input, the row being added, and the pressed button.
type Form struct {
	orders.PlaceInput
	orders.Records
	Add     Addition `form:"add"`
	Action  string   `form:"acao"`
	Version string   `form:"version"`
}

// Addition identifies a product by its chosen code, or by typed text.
type Addition struct {
	Code     string `form:"code"`
	Typed    string `form:"code_texto"`
	Quantity int    `form:"quantity"`
}

// Named returns the text that identifies the product, empty without one.
func (a Addition) Named() string {
	if a.Code != "" {
		return a.Code
	}
	return strings.TrimSpace(a.Typed)
}

// Bind reads the typed values of a cart into it.
func Bind(cart *view.Cart) (input Form, err error) {
	err = WithSigns(cart.Typed).Bind(&input)
	cart.Input, cart.Records, cart.Version, cart.Unreadable = input.PlaceInput, input.Records, input.Version, input.HasBindErrors()
	return input, err
}
