package orders

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/shopspring/decimal"

	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Limits of the extra members of an item.
const (
	maxExtra      = 20
	maxExtraBytes = 2048
	maxExtraName  = 60
	maxDigits     = 32
)

// Item is a product of an order at its agreed unit price. The specification lists the members that it has "at least":
// further members with plain values are stored and returned.
type Item struct {
	Code     string       `json:"code" form:"code"`
	Name     string       `json:"name,omitempty" form:"name"`
	Amount   money.Amount `json:"amount" form:"amount"`
	Quantity int          `json:"quantity" form:"quantity"`
	Extra    Extra        `json:"-" form:"extra"`
}

// Required names the members that must be sent.
func (Item) Required() []string { return []string{"code", "amount", "quantity"} }

// Extra holds further members of an item: texts, numbers, true, false or null.
type Extra map[string]any

// Price is the unit price times the quantity.
func (i Item) Price() money.Amount { return i.Amount.Times(i.Quantity) }

// Keep stores a member that is not a field of Item; check validates it.
func (i *Item) Keep(name string, raw json.RawMessage) {
	if i.Extra == nil {
		i.Extra = Extra{}
	}
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	var value any
	if reader.Decode(&value) == nil {
		i.Extra[name] = value
	}
}

// UnmarshalJSON matches names exactly: "Code" is not the item's code.
func (i *Item) UnmarshalJSON(raw []byte) error {
	type own Item
	// Nearly all items have no extra members, and lists have many items.
	if jsonv2.Unmarshal(raw, (*own)(i), jsonv2.RejectUnknownMembers(true)) == nil {
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	*i = Item{}
	var failed []error
	for name, value := range members {
		switch name {
		case "code":
			failed = append(failed, json.Unmarshal(value, &i.Code))
		case "name":
			failed = append(failed, json.Unmarshal(value, &i.Name))
		case "amount":
			failed = append(failed, json.Unmarshal(value, &i.Amount))
		case "quantity":
			failed = append(failed, json.Unmarshal(value, &i.Quantity))
		default:
			i.Keep(name, value)
		}
	}
	return errors.Join(failed...)
}

// MarshalJSON writes the item's own members before the extra ones.
func (i Item) MarshalJSON() ([]byte, error) {
	type own Item
	raw, err := json.Marshal(own(i))
	if err != nil || len(i.Extra) == 0 {
		return raw, err
	}
	extra, err := json.Marshal(map[string]any(i.Extra))
	return append(append(raw[:len(raw)-1], ','), extra[1:]...), err
}

// String returns the members as JSON for a form; empty without members.
func (e Extra) String() string {
	if len(e) == 0 {
		return ""
	}
	raw, err := json.Marshal(map[string]any(e))
	if err != nil {
		return ""
	}
	return string(raw)
}

// UnmarshalText reads the text of String.
func (e *Extra) UnmarshalText(text []byte) error {
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	var members map[string]any
	if reader.Decode(&members) != nil || reader.More() || bytes.Contains(text, []byte(`\u0000`)) {
		return errors.New("deve ser um objeto JSON")
	}
	*e = members
	return nil
}

func (e Extra) check(p *errs.Problems, path string) {
	path = strings.TrimSuffix(path, ".")
	p.Require(len(e) <= maxExtra, path, fmt.Sprintf("tem mais de %d campos a mais", maxExtra))
	p.Require(len(e.String()) <= maxExtraBytes, path, fmt.Sprintf("tem mais de %d bytes em campos a mais", maxExtraBytes))
	for _, name := range slices.Sorted(maps.Keys(e)) {
		p.Require(strings.TrimSpace(name) != "" && texts.Fits(name, maxExtraName), path, "o nome de um campo a mais tem de 1 a 60 caracteres")
		p.Require(isPlain(e[name]), path+"."+name, "um campo a mais é um texto, um número, true, false ou null")
	}
}

// isPlain reports whether a value is neither a list, an object nor a number that cannot be stored.
func isPlain(value any) bool {
	switch value := value.(type) {
	case nil, string, bool:
		return true
	case json.Number:
		number, err := decimal.NewFromString(value.String())
		return err == nil && len(value) <= maxDigits && number.Exponent() <= maxDigits && number.Exponent() >= -maxDigits
	}
	return false
}

func (o Order) checkItems(p *errs.Problems) {
	p.Require(len(o.Items) > 0, "items", "inclua pelo menos um item")
	p.Require(len(o.Items) <= maxItems, "items", fmt.Sprintf("deve ter no máximo %d itens", maxItems))
	for i, item := range o.Items {
		path := fmt.Sprintf("items[%d].", i)
		p.Require(strings.TrimSpace(item.Code) != "", path+"code", "informe o código")
		p.Require(texts.Fits(item.Code, 60), path+"code", "é longo demais")
		p.Require(texts.Fits(item.Name, maxText), path+"name", "é longo demais")
		p.Require(item.Quantity >= 1 && item.Quantity <= maxQuantity, path+"quantity", "deve ser um número inteiro de 1 a 9999")
		checkPrice(p, path+"amount", item.Amount)
		item.Extra.check(p, path)
	}
}
