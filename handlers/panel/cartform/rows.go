// Package cartform reads the rows of the form of an order before they are bound.
package cartform

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/types/money"
	view "acolhe/views/panel/orders/cart"
	"acolhe/web"
)

// DropRow removes the row whose button was pressed, and returns the field to focus next.
func DropRow(posted web.FormData) (focus string) {
	row, pressed := strings.CutPrefix(posted.Or("acao", ""), "remover:")
	list, number, _ := strings.Cut(row, ":")
	index, err := strconv.Atoi(number)
	next := map[string]string{"items": view.FocusProduct, "custom_payment": view.FocusAddLine}[list]
	if !pressed || err != nil || next == "" {
		return ""
	}
	posted.DropRow(list, index)
	return next
}

// ReadSigns moves a sign typed before the value of an extra line into the select beside it.
func ReadSigns(posted web.FormData) {
	for _, row := range posted.Rows("custom_payment") {
		path := view.LinePath(row, "value")
		unsigned := strings.TrimLeft(strings.TrimSpace(posted.Or(path, "")), "-−")
		if unsigned != strings.TrimSpace(posted.Or(path, "")) {
			posted[path], posted[view.LinePath(row, "kind")] = []string{unsigned}, []string{view.Surcharge}
		}
	}
}

// WithSigns returns a form in the form of the verb's input: the value of a surcharge is below 0.
func WithSigns(posted web.FormData) web.FormData {
	signed := maps.Clone(posted)
	for _, row := range posted.Rows("custom_payment") {
		path := view.LinePath(row, "value")
		if value := posted.Or(path, ""); value != "" && posted.Or(view.LinePath(row, "kind"), "") == view.Surcharge {
			signed[path] = []string{"-" + value}
		}
	}
	return signed
}

// DropBlankLines removes extra lines that are empty.
func DropBlankLines(posted web.FormData) {
	for at, row := range slices.Backward(posted.Rows("custom_payment")) {
		var value money.Amount
		typed := posted.Or(view.LinePath(row, "value"), "")
		isNone := strings.TrimSpace(typed) == "" || value.UnmarshalText([]byte(typed)) == nil && value.IsZero()
		if isNone && strings.TrimSpace(posted.Or(view.LinePath(row, "item"), "")) == "" {
			posted.DropRow("custom_payment", at)
		}
	}
}

// SetQuantity sets the quantity of a row to the one of the pressed button, such as "quantidade:0:2".
func SetQuantity(posted web.FormData, prefix string) {
	row, pressed := strings.CutPrefix(posted.Or("acao", ""), prefix)
	at, quantity, _ := strings.Cut(row, ":")
	index, err := strconv.Atoi(at)
	if pressed && err == nil && slices.Contains(posted.Rows("items"), index) {
		posted[view.ItemPath(index, "quantity")] = []string{quantity}
	}
}
