package orders

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/types/errs"
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
}

// part is a field within a field.
type part struct{ name, label string }

// fields returns the fields of an order in the order of form, error summary and history.
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
			past: pastItems},
		{name: "custom_payment", label: "Linhas extras", row: "Linha extra",
			parts: []part{{"item", "Descrição"}, {"qnt", "Quantidade"}, {"value", "Valor"}}, past: pastLines},
		{name: "delivery_price", label: "Frete", past: pastAmount},
		{name: "discount", label: "Desconto", past: pastAmount},
		{name: "donation", label: "Doação", past: pastAmount},
		{name: "total", label: "Total", past: pastAmount},
		{name: "freight_carrier", label: "Transportadora", past: pastCarrier},
		{name: "tracking_code", label: "Código de rastreio", past: pastText},
		{name: "freight_option", label: "Opção de frete", past: pastOption},
		{name: "address", label: "Entrega", past: pastAddress,
			parts: []part{{"cep", "CEP"}, {"state", "Estado"}, {"city", "Cidade"},
				{"street", "Rua"}, {"number", "Número"}, {"neighborhood", "Bairro"}, {"complement", "Complemento"}}},
		{name: "prescriber", label: "Prescritor", past: pastText},
		{name: "new_prescriber", label: "Prescritor novo",
			parts: []part{{"name", "Nome do prescritor"}, {"type", "Tipo"}, {"council", "Conselho"}, {"council_number", "Número no conselho"},
				{"council_state", "Estado do conselho"}}},
		{name: "keep_address", label: "Endereço no cadastro"},
		{name: "keep_prescriber", label: "Prescritor no cadastro"},
		{name: "name_associate", label: "Nome", past: pastText},
		{name: "email", label: "E-mail", past: pastText},
		{name: "tags", label: "Etiquetas", past: pastTags},
		{name: "info", label: "Observações", past: pastText},
	}
}

// ProblemsOf returns the errors with the labels, and in the order, of the fields.
func ProblemsOf(wrong []errs.Field) ui.Problems {
	wrong = slices.Clone(wrong)
	slices.SortStableFunc(wrong, func(a, b errs.Field) int { return position(a.Path) - position(b.Path) })
	return ui.ProblemsOf(wrong, Label)
}

// Refusal returns the reason why nothing was changed, if it belongs to no field.
func Refusal(err error) string {
	refused := errs.As(err)
	switch {
	case refused == nil || len(refused.Fields) > 0:
		return ""
	case errs.IsStale(refused):
		return "Outra pessoa mudou este pedido. Nada foi salvo. Confira o pedido e tente de novo."
	}
	return refused.Message
}

func position(path string) int {
	name, _, _ := CutPath(path)
	return slices.IndexFunc(fields(), func(field field) bool { return field.name == name })
}

// Label returns the label of a path: items[1].quantity is "Item 2, quantidade".
func Label(path string) string {
	name, index, _ := CutPath(path)
	found := fieldOf(name)
	if row, err := strconv.Atoi(index); err == nil && found.row != "" {
		return strings.TrimSuffix(fmt.Sprintf("%s %d, %s", found.row, row+1, strings.ToLower(ShortLabel(path))), ", ")
	}
	return ShortLabel(path)
}

// ShortLabel returns the label of a path within its row.
func ShortLabel(path string) string {
	name, _, member := CutPath(path)
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

// CutPath splits a path: items[1].quantity is items, 1 and quantity.
func CutPath(path string) (name, index, member string) {
	path, member, _ = strings.Cut(path, ".")
	name, index, _ = strings.Cut(path, "[")
	return name, strings.TrimSuffix(index, "]"), member
}
