package orders

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/form"
	"acolhe/views/ui"
)

// field is one field of an order.
type field struct {
	name, label string
	// row is the label of a row of a list; parts are the fields of a row, or of an object.
	row   string
	parts []part
	// past formats a value of the history.
	past func(json.RawMessage) string
	// sides returns the stored and the typed value, for a conflict. A field that is not in the form has none.
	sides func(c Cart) []form.Difference
}

// part is a field within a field.
type part struct{ name, label string }

// fields returns the fields of an order in the order of form, error summary, conflict and history.
func fields() []field {
	return []field{
		{name: "status", label: "Situação", past: pastText},
		{name: "payment_method", label: "Forma de pagamento", past: pastMethod},
		{name: "paid_on", label: "Data do pagamento", past: pastDay},
		{name: "amount_received", label: "Valor recebido", past: pastAmount},
		{name: "reason", label: "Motivo"},
		{name: "ids", label: "Pedidos"},
		{name: "user_code", label: "Associado"},
		{name: "add", parts: []part{{"code", "Produto"}, {"quantity", "Quantidade"}}},
		{name: "items", label: "Itens", row: "Item", parts: []part{{"code", "Código"}, {"amount", "Preço"}, {"quantity", "Quantidade"}},
			past: pastItems,
			sides: side("Itens", func(c Cart) string { return itemsLine(c.Stored.Items) },
				func(c Cart) string { return itemsLine(c.Input.Items.Value) })},
		{name: "custom_payment", label: "Linhas extras", row: "Linha extra",
			parts: []part{{"item", "Descrição"}, {"qnt", "Quantidade"}, {"value", "Valor"}}, past: pastLines,
			sides: side("Linhas extras", func(c Cart) string { return linesLine(c.Stored.CustomPayment) },
				func(c Cart) string { return linesLine(c.Input.CustomPayment.Value) })},
		{name: "delivery_price", label: "Frete", past: pastAmount,
			sides: side("Frete", func(c Cart) string { return fmtbr.Money(c.Stored.DeliveryPrice) },
				func(c Cart) string { return fmtbr.Money(c.Input.DeliveryPrice.Value) })},
		{name: "discount", label: "Desconto", past: pastAmount,
			sides: side("Desconto", func(c Cart) string { return fmtbr.Money(c.Stored.Discount) },
				func(c Cart) string { return fmtbr.Money(c.Input.Discount.Value) })},
		{name: "donation", label: "Doação", past: pastAmount,
			sides: side("Doação", func(c Cart) string { return fmtbr.Money(c.Stored.Donation) },
				func(c Cart) string { return fmtbr.Money(c.Input.Donation.Value) })},
		{name: "total", label: "Total", past: pastAmount},
		{name: "freight_carrier", label: "Transportadora", past: pastCarrier},
		{name: "tracking_code", label: "Código de rastreio", past: pastText},
		{name: "freight_option", label: "Opção de frete", past: pastOption},
		{name: "address", label: "Entrega", past: pastAddress, sides: addressSides,
			parts: []part{{"cep", "CEP"}, {"state", "Estado"}, {"city", "Cidade"},
				{"street", "Rua"}, {"number", "Número"}, {"neighborhood", "Bairro"}, {"complement", "Complemento"}}},
		{name: "prescriber", label: "Prescritor", past: pastText,
			sides: side("Prescritor", func(c Cart) string { return c.known["prescriber"] },
				func(c Cart) string { return c.Typed.Or("prescriber_code_texto", c.value("prescriber")) })},
		{name: "new_prescriber", label: "Prescritor novo",
			parts: []part{{"name", "Nome do prescritor"}, {"type", "Tipo"}, {"council", "Conselho"}, {"council_number", "Número no conselho"},
				{"council_state", "Estado do conselho"}}},
		{name: "keep_address", label: "Endereço no cadastro"},
		{name: "keep_prescriber", label: "Prescritor no cadastro"},
		{name: "name_associate", label: "Nome", past: pastText},
		{name: "email", label: "E-mail", past: pastText},
		{name: "tags", label: "Etiquetas", past: pastTags,
			sides: side("Etiquetas", func(c Cart) string { return tagsOf(&c.Stored) },
				func(c Cart) string { return strings.Join(c.Typed.Values("tags"), ", ") })},
		{name: "info", label: "Observações", past: pastText,
			sides: side("Observações", func(c Cart) string { return c.known["info"] }, func(c Cart) string { return c.value("info") })},
	}
}

func side(label string, stored, typed func(c Cart) string) func(c Cart) []form.Difference {
	return func(c Cart) []form.Difference {
		return []form.Difference{{Label: label, Stored: stored(c), Typed: typed(c)}}
	}
}

func addressSides(c Cart) []form.Difference {
	var sides []form.Difference
	for _, path := range []string{"cep", "state", "city", "street", "number", "neighborhood", "complement"} {
		path = "address." + path
		sides = append(sides, form.Difference{Label: shortLabel(path), Stored: c.known[path], Typed: c.value(path)})
	}
	return sides
}

// differences returns the fields whose stored value differs from the typed one.
func (c Cart) differences() []form.Difference {
	var found []form.Difference
	for _, field := range fields() {
		if field.sides != nil {
			found = append(found, field.sides(c)...)
		}
	}
	return slices.DeleteFunc(found, func(one form.Difference) bool { return one.Stored == strings.TrimSpace(one.Typed) })
}

// problemsOf returns the errors with the labels, and in the order, of the fields.
func problemsOf(wrong []errs.Field) ui.Problems {
	wrong = slices.Clone(wrong)
	slices.SortStableFunc(wrong, func(a, b errs.Field) int { return position(a.Path) - position(b.Path) })
	return ui.ProblemsOf(wrong, label)
}

func position(path string) int {
	name, _, _ := cut(path)
	return slices.IndexFunc(fields(), func(field field) bool { return field.name == name })
}

// label returns the label of a path: items[1].quantity is "Item 2, quantidade".
func label(path string) string {
	name, index, _ := cut(path)
	found := fieldOf(name)
	if row, err := strconv.Atoi(index); err == nil && found.row != "" {
		return strings.TrimSuffix(fmt.Sprintf("%s %d, %s", found.row, row+1, strings.ToLower(shortLabel(path))), ", ")
	}
	return shortLabel(path)
}

// shortLabel returns the label of a path within its row.
func shortLabel(path string) string {
	name, _, member := cut(path)
	found := fieldOf(name)
	if member == "" {
		return found.label
	}
	for _, part := range found.parts {
		if part.name == member {
			return part.label
		}
	}
	return ""
}

func fieldOf(name string) field {
	for _, field := range fields() {
		if field.name == name {
			return field
		}
	}
	return field{}
}

// cut splits a path: items[1].quantity is items, 1 and quantity.
func cut(path string) (name, index, member string) {
	path, member, _ = strings.Cut(path, ".")
	name, index, _ = strings.Cut(path, "[")
	return name, strings.TrimSuffix(index, "]"), member
}
