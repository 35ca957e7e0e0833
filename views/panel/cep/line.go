package cep

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Line formats an address in a line, without missing parts.
func Line(address *orders.Address) string {
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

// AddressOf returns the address of an associate in the form of an order's.
func AddressOf(associate associates.Associate) *orders.Address {
	return &orders.Address{
		Street: texts.Of(associate.Street), Number: texts.Of(associate.Number), Complement: texts.Of(associate.Complement),
		Neighborhood: texts.Of(associate.Neighborhood), City: texts.Of(associate.City), State: texts.Of(associate.State),
		CEP: texts.Of(associate.CEP),
	}
}
