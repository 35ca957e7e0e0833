package panel

import (
	"fmt"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/money"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// fieldLabels are the labels of an order's fields by the last name of the path.
var fieldLabels = map[string]string{
	"user_code": "Associado", "items": "Itens", "amount": "Preço", "quantity": "Quantidade", "code": "Código", "total": "Total",
	"delivery_price": "Frete", "discount": "Desconto", "donation": "Doação", "info": "Observações", "prescriber": "Prescritor",
	"custom_payment": "Linhas extras", "item": "Descrição", "qnt": "Quantidade", "value": "Valor", "tags": "Etiquetas",
	"email": "E-mail", "street": "Rua", "number": "Número", "complement": "Complemento", "neighborhood": "Bairro",
	"city": "Cidade", "state": "Estado", "cep": "CEP", "name_associate": "Nome", "status": "Situação", "address": "Entrega",
	"freight_carrier": "Transportadora", "freight_option": "Opção de frete",
}

// orderLabel names a field as people call it: items[1].quantity is "Item 2, quantidade".
func orderLabel(path string) string {
	if path == FocusProduct {
		return "Produto"
	}
	label := fieldLabels[lastName(path)]
	for list, name := range map[string]string{"items": "Item", "custom_payment": "Linha extra"} {
		var row int
		if _, err := fmt.Sscanf(path, list+"[%d].", &row); err == nil {
			return fmt.Sprintf("%s %d, %s", name, row+1, strings.ToLower(label))
		}
	}
	return label
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// typedPrice writes an amount for a form; zero is left empty, to be typed over.
func typedPrice(amount money.Amount) string {
	if amount.IsZero() {
		return ""
	}
	return amount.Typed()
}

// known are the fields of the form as the order has them; a new order starts with what the
// associate is known by.
func (c Cart) known() map[string]string {
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
		"address.cep": fmtbr.CEP(address.CEP), "prescriber": text(prescriber), "prescriber_code": text(code), "info": text(info),
		"delivery_price": typedPrice(c.Stored.DeliveryPrice), "discount": typedPrice(c.Stored.Discount), "donation": typedPrice(c.Stored.Donation),
	}
}

// AddressOf is the address of a registration, as an order takes it.
func AddressOf(associate associates.Associate) *orders.Address {
	return &orders.Address{
		Street: text(associate.Street), Number: text(associate.Number), Complement: text(associate.Complement),
		Neighborhood: text(associate.Neighborhood), City: text(associate.City), State: text(associate.State), CEP: text(associate.CEP),
	}
}

func itemName(item orders.Item) string {
	if item.Name == "" {
		return item.Code
	}
	return item.Name
}

// addressLine writes an address as on an envelope, without the parts that are missing.
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

// associateLine tells people of one name apart.
func associateLine(associate associates.Associate) string {
	city := text(associate.City)
	if city != "" {
		city += "/" + text(associate.State)
	}
	return fmtbr.Join(" · ", fmtbr.CPF(text(associate.AssociateCPF)), fmtbr.Phone(text(associate.Phone)), associate.ContactEmail(), city)
}

func stateOptions(states []string) []ui.Option {
	options := make([]ui.Option, len(states))
	for i, state := range states {
		options[i] = ui.Option{Value: state, Label: state}
	}
	return options
}

// itemsLine tells the items in a line: 2 × Creme a R$ 68,50.
func itemsLine(items []orders.Item) string {
	told := make([]string, len(items))
	for i, item := range items {
		told[i] = fmtbr.Integer(int64(item.Quantity)) + " × " + itemName(item) + " a " + fmtbr.Money(item.Amount)
	}
	return strings.Join(told, "; ")
}

// linesLine tells the extra lines in a line.
func linesLine(lines []orders.CustomPayment) string {
	told := make([]string, len(lines))
	for i, line := range lines {
		told[i] = line.Item + " " + taken(line.Value)
	}
	return strings.Join(told, "; ")
}
