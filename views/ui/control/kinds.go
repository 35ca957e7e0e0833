package control

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/views/ui/markup"
)

// Kind is the kind of value of an Input.
type Kind int

// The kinds of a field of one line.
const (
	Text Kind = iota
	Name
	Email
	Phone
	CPF
	CEP
	Money
	Number
	Date
	DateTime
	BirthDate // typed as dd/mm/aaaa, because a calendar is slow for distant years
	URL
	Decimal // typed with a comma
	Secret  // never shown
	Color
)

// Width hints at the expected length of a value.
type Width string

// The widths of a field; on a phone none is wider than the screen.
const (
	Full Width = "w-full"
	Half Width = "w-half"
	Tiny Width = "w-num"
)

type kind struct {
	input, inputMode, autocomplete string
	mask, prefix, class            string
	width                          Width
	picker                         string // the native field that a button opens, for dates that are typed as dd/mm/aaaa
	plainText                      bool   // no spelling help and no capitals
}

// kinds describes each kind. A CNPJ has none, because it may contain letters since July 2026.
var kinds = map[Kind]kind{
	Text:      {input: "text", width: Full},
	Name:      {input: "text", autocomplete: "name", width: Full},
	Email:     {input: "email", inputMode: "email", autocomplete: "email", width: Full, plainText: true},
	Phone:     {input: "tel", inputMode: "tel", autocomplete: "tel-national", mask: "phone", width: "w-doc"},
	CPF:       {input: "text", inputMode: "numeric", autocomplete: "off", mask: "cpf", width: "w-doc", plainText: true},
	CEP:       {input: "text", inputMode: "numeric", autocomplete: "postal-code", mask: "cep", width: "w-cep", plainText: true},
	Money:     {input: "text", inputMode: "decimal", autocomplete: "off", prefix: "R$", class: "money", width: "w-doc", plainText: true},
	Number:    {input: "text", inputMode: "numeric", autocomplete: "off", class: "num", width: Tiny, plainText: true},
	Date:      {input: "text", inputMode: "numeric", autocomplete: "off", picker: "date", width: "w-date", plainText: true},
	DateTime:  {input: "text", autocomplete: "off", picker: "datetime-local", width: "w-when", plainText: true},
	BirthDate: {input: "text", inputMode: "numeric", autocomplete: "bday", width: "w-date", plainText: true},
	Decimal:   {input: "text", inputMode: "decimal", autocomplete: "off", class: "num", width: Tiny, plainText: true},
	Secret:    {input: "password", autocomplete: "off", width: Full, plainText: true},
	Color:     {input: "color", width: "w-color"},
	URL:       {input: "url", inputMode: "url", width: Full, plainText: true},
}

func (k Kind) entry() kind { return kinds[k] }

// controlAttributes returns the attributes that every control takes from its field.
func controlAttributes(f field, disabled bool, extra templ.Attributes) templ.Attributes {
	attrs := templ.Attributes{"disabled": disabled}
	markup.Set(attrs, map[string]string{"aria-describedby": f.describedBy(), "aria-invalid": f.invalid()})
	for name, value := range extra {
		attrs[name] = value
	}
	return attrs
}

func positive(n int) string {
	if n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}
