package panel

import (
	"strconv"
	"strings"

	"acolhe/models/orders"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
)

// SheetColumns are the columns that the list shows, as a file has them.
func (l OrderList) SheetColumns() []exports.Column[orders.Order] {
	values := orderValues()
	columns := []exports.Column[orders.Order]{{Name: "Associado", Value: func(o orders.Order) string { return o.NameAssociate }}}
	for _, column := range l.columns() {
		value := values[column.name]
		value.Name = column.head.Label
		columns = append(columns, value)
	}
	return columns
}

// orderValues give each column of the list its value in a file; the items are all there.
func orderValues() map[string]exports.Column[orders.Order] {
	return map[string]exports.Column[orders.Order]{
		"numero":     {Kind: kind.Integer, Value: func(o orders.Order) string { return strconv.FormatInt(o.ID, 10) }},
		"itens":      {Value: itemsOf},
		"situacao":   {Value: func(o orders.Order) string { return string(o.Status) }},
		"prescritor": {Value: func(o orders.Order) string { return text(o.Prescriber) }},
		"email":      {Value: func(o orders.Order) string { return text(o.Email) }},
		"cidade":     {Value: cityOf},
		"frete":      {Kind: kind.Decimal, Value: func(o orders.Order) string { return o.DeliveryPrice.String() }},
		"desconto":   {Kind: kind.Decimal, Value: func(o orders.Order) string { return o.Totals().Discount.String() }},
		"etiquetas":  {Value: tagsOf},
		"total":      {Kind: kind.Decimal, Value: func(o orders.Order) string { return o.Total.String() }},
		"criado":     {Kind: kind.Timestamp, Value: func(o orders.Order) string { return sheet.Moment(o.DateCreated) }},
	}
}

// itemsOf names every product with its quantity.
func itemsOf(order orders.Order) string {
	parts := make([]string, len(order.Items))
	for i, item := range order.Items {
		name := item.Name
		if name == "" {
			name = item.Code
		}
		parts[i] = strconv.Itoa(item.Quantity) + " × " + name
	}
	return strings.Join(parts, "; ")
}
