package orders

import (
	"strings"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Address is the destination of an order; cep holds digits, state two capital letters.
type Address struct {
	Street       string `json:"street" form:"street"`
	Number       string `json:"number" form:"number"`
	Neighborhood string `json:"neighborhood" form:"neighborhood"`
	City         string `json:"city" form:"city"`
	State        string `json:"state" form:"state"`
	CEP          string `json:"cep" form:"cep"`
	Complement   string `json:"complement" form:"complement"`
}

// normalize sets an address to its stored form.
func (a *Address) normalize() {
	a.CEP = strings.TrimSpace(a.CEP)
	if digits, valid := brdoc.CEP(a.CEP); valid {
		a.CEP = digits
	}
	a.State = strings.ToUpper(strings.TrimSpace(a.State))
}

// check allows every part of an address to be missing.
func (a *Address) check(p *errs.Problems) {
	if a == nil {
		return
	}
	if a.CEP != "" {
		_, valid := brdoc.CEP(a.CEP)
		p.Require(valid, "address.cep", "deve ter 8 números")
	}
	p.Require(a.State == "" || brdoc.IsState(a.State), "address.state", "deve ser a sigla de um estado")
	for _, part := range []struct{ name, text string }{
		{"street", a.Street}, {"number", a.Number}, {"complement", a.Complement}, {"neighborhood", a.Neighborhood}, {"city", a.City},
	} {
		p.Require(texts.Fits(part.text, maxText), "address."+part.name, "é longo demais")
	}
}
