// Package orders shows the list of orders, and has what all of their pages say: addresses, names, steps, fields and history.
package orders

import (
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/orders"
	"acolhe/models/types/civil"
	"acolhe/views/ui"
)

// Path is the address of the list.
const Path = "/painel/pedidos"

// NewPath is the address of the form of a new order.
const NewPath = Path + "/novo"

// Href returns the address of an order's page.
func Href(id int64) string { return ui.RowHref(Path, id) }

// NewHref returns the address of the form of a new order for an associate.
func NewHref(code uuid.UUID) string { return NewPath + "?associado=" + code.String() }

// ThermalSlug is the end of the address of an order's labels for thermal printers.
const ThermalSlug = "/etiquetas"

// ReceptionField is the field of the reception item that an order is made from; saving the order completes it.
const ReceptionField = "recepcao"

// NewFromReception returns the address of the form of a new order for an associate who waits in the reception.
func NewFromReception(code uuid.UUID, item int64) string {
	return FromItem(NewHref(code), item)
}

// NewFromContact returns the address of the form of a new order for a reception item that has no associate yet.
func NewFromContact(item int64) string { return FromItem(NewPath, item) }

// FromItem adds the reception item to the address of a new order; 0 adds nothing.
func FromItem(address string, item int64) string {
	if item == 0 {
		return address
	}
	return ui.Here(address).With(ReceptionField, strconv.FormatInt(item, 10))
}

// StatusHref returns the address of the list of orders in a status.
func StatusHref(status orders.Status) string { return Path + "?" + StatusQuery(status) }

// StatusQuery returns the filter of StatusHref.
func StatusQuery(status orders.Status) string { return withStatus(status).Encode() }

// The filter of orders that are paid and not sent, and have no shipping label.
const (
	shippingFilter = "envio"
	withoutLabel   = "sem-etiqueta"
)

// WithoutLabelHref returns the address of the list of the paid orders that have no shipping label and are not sent.
func WithoutLabelHref() string {
	return Path + "?" + url.Values{shippingFilter: {withoutLabel}}.Encode()
}

// ProductHref returns the address of the list of orders of a product.
func ProductHref(code string) string { return Path + "?" + url.Values{"produto": {code}}.Encode() }

// ProductPlacedHref returns the list of the orders of a product placed from one day to another, both included.
func ProductPlacedHref(code string, from, to time.Time) string {
	return Path + "?" + url.Values{"produto": {code}, "de": {civil.Of(from).String()}, "ate": {civil.Of(to).String()}}.Encode()
}

// PlacedHref returns the list of the orders placed from one day to another, both included.
func PlacedHref(from, to time.Time) string {
	return Path + "?" + url.Values{"de": {civil.Of(from).String()}, "ate": {civil.Of(to).String()}}.Encode()
}

// ReachedHref returns the list of the orders that reached a status from one day to another, both included.
func ReachedHref(status orders.Status, from, to time.Time) string {
	return Path + "?" + url.Values{"passou": {string(status)}, "passou_de": {civil.Of(from).String()},
		"passou_ate": {civil.Of(to).String()}}.Encode()
}

func withStatus(status orders.Status) url.Values { return url.Values{"situacao": {string(status)}} }

// RepeatField is the parameter of a new order with the number of the order that it repeats, or with LastOrder.
const (
	RepeatField = "repetir"
	LastOrder   = "ultimo"
)

// RepeatHref returns the form of a new order that repeats one.
func RepeatHref(order orders.Order) string {
	return NewHref(order.UserCode) + "&" + RepeatField + "=" + strconv.FormatInt(order.ID, 10)
}

// RepeatLast leads to the form of a new order that repeats the last one of an associate.
func RepeatLast(code uuid.UUID) ui.MenuItem {
	return ui.MenuItem{Label: "Repetir o último pedido", Icon: "repeat", Href: NewHref(code) + "&" + RepeatField + "=" + LastOrder}
}
