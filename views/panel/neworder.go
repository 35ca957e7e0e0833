package panel

import (
	"fmt"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/errs"
	"acolhe/models/orders"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// NewOrderFragment is the part of the page that every change of the cart replaces.
const NewOrderFragment = "novo-pedido"

// NewOrderSheet is a new order as far as it is filled.
type NewOrderSheet struct {
	// Search and Found are the choice of the associate, before there is one.
	Search string
	Found  []associates.Associate

	Associate associates.Associate
	Input     orders.PlaceInput
	// Typed is the form as it was posted, drawn again as it was.
	Typed web.Posted
	// Adding gives the focus to the field for the next product. A total that is only asked for
	// anew leaves the focus where somebody types.
	Adding bool
	// Unreadable tells that some value is none; then there is no total yet.
	Unreadable bool
	// Totals is what the server will store, once Computed.
	Totals   orders.Totals
	Computed bool
	// Refusal says why a well-filled order was refused.
	Refusal string
	Fields  []errs.Field
}

func (s NewOrderSheet) hasAssociate() bool { return s.Input.UserCode.Valid }

// problems says what is wrong in the words of the form.
func (s NewOrderSheet) problems() ui.Problems {
	problems := ui.ProblemsOf(s.Fields, orderLabel)
	if s.Refusal != "" {
		problems = append(problems, ui.Problem{Message: s.Refusal})
	}
	return problems
}

// input is one field of the form, with what was typed or what the associate is known by.
func (s NewOrderSheet) input(path string, kind ui.Kind, known string) ui.Input {
	return ui.Input{Name: path, Label: fieldLabels[lastName(path)], Kind: kind, Value: s.Typed.Or(path, known), Error: s.problems().For(path)}
}

func (s NewOrderSheet) optional(path string, kind ui.Kind, known string) ui.Input {
	input := s.input(path, kind, known)
	input.Optional = true
	return input
}

// itemInput is one field of one row of the cart.
func (s NewOrderSheet) itemInput(row int, name string, kind ui.Kind, known string) ui.Input {
	return s.input(itemPath(row, name), kind, known)
}

func itemPath(row int, name string) string { return fmt.Sprintf("items[%d].%s", row, name) }

func removeValue(row int) string { return "remover:" + strconv.Itoa(row) }

// fieldLabels are the labels of the form by the last name of the path.
var fieldLabels = map[string]string{
	"user_code": "Associado", "items": "Itens", "amount": "Preço", "quantity": "Quantidade", "code": "Código", "total": "Total",
	"delivery_price": "Frete", "discount": "Desconto", "donation": "Doação", "info": "Observações", "prescriber": "Prescritor",
	"email": "E-mail", "street": "Rua", "number": "Número", "complement": "Complemento", "neighborhood": "Bairro",
	"city": "Cidade", "state": "Estado", "cep": "CEP", "name_associate": "Nome",
}

// orderLabel names a field as people call it: items[1].quantity is "Item 2, quantidade".
func orderLabel(path string) string {
	if path == "add.code" {
		return "Produto"
	}
	label := fieldLabels[lastName(path)]
	var row int
	if _, err := fmt.Sscanf(path, "items[%d].", &row); err == nil {
		return fmt.Sprintf("Item %d, %s", row+1, strings.ToLower(label))
	}
	return label
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// typedPrice writes an amount for a form; zero is left empty, to be typed over.
func typedPrice(sheet NewOrderSheet, path string) string {
	amounts := map[string]string{
		"delivery_price": sheet.Input.DeliveryPrice.Typed(), "discount": sheet.Input.Discount.Typed(), "donation": sheet.Input.Donation.Typed(),
	}
	if amounts[path] == "0,00" {
		return ""
	}
	return amounts[path]
}

// associateLine tells people of one name apart.
func associateLine(associate associates.Associate) string {
	parts := []string{fmtbr.CPF(text(associate.AssociateCPF)), fmtbr.Phone(text(associate.Phone)), associate.ContactEmail()}
	if city := text(associate.City); city != "" {
		parts = append(parts, city+"/"+text(associate.State))
	}
	var known []string
	for _, part := range parts {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}

func stateOptions(states []string) []ui.Option {
	options := make([]ui.Option, len(states))
	for i, state := range states {
		options[i] = ui.Option{Value: state, Label: state}
	}
	return options
}
