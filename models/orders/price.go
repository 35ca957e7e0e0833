package orders

import (
	"fmt"
	"strings"

	"acolhe/models/tags"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/pieces"
	"acolhe/models/types/texts"
)

// Limits of decisions.md ("Orders, services, reports") and of the columns.
const (
	maxItems    = 500
	maxQuantity = 9999
	maxText     = 250
	maxInfo     = 10_000
)

// validate returns every problem of an order. name_associate may be missing, because a new order
// takes it from the associate.
func (o Order) validate() (p errs.Problems) {
	o.checkItems(&p)
	o.checkPayments(&p)
	checkPrice(&p, "delivery_price", o.DeliveryPrice)
	checkPrice(&p, "discount", o.Discount)
	checkPrice(&p, "donation", o.Donation)
	o.FreightOption.check(&p)
	o.checkTexts(&p)
	o.Address.check(&p)
	o.checkSteps(&p)
	return p
}

func (o Order) checkPayments(p *errs.Problems) {
	p.Require(len(o.CustomPayment) <= maxItems, "custom_payment", fmt.Sprintf("deve ter no máximo %d linhas", maxItems))
	for i, payment := range o.CustomPayment {
		path := fmt.Sprintf("custom_payment[%d].", i)
		p.Require(strings.TrimSpace(payment.Item) != "", path+"item", "informe a descrição")
		p.Require(texts.Fits(payment.Item, maxText), path+"item", "é longo demais")
		p.Require(payment.Qnt.Check() == nil, path+"qnt", pieces.ErrCount.Error())
		if err := payment.Value.CheckAdjustment(); err != nil {
			p.Add(path+"value", err.Error())
		}
	}
}

func (o Order) checkTexts(p *errs.Problems) {
	p.Require(texts.Fits(o.NameAssociate, maxText), "name_associate", "é longo demais")
	p.Require(email.IsNilOrValid(o.Email), "email", "informe um e-mail válido")
	for _, limited := range []struct {
		path  string
		text  *string
		runes int
	}{
		{"freight_carrier", o.FreightCarrier, 60}, {"prescriber", o.Prescriber, 200}, {"prescriber_code", o.PrescriberCode, 60},
		{"info", o.Info, maxInfo}, {"service_user", o.ServiceUser, 60},
	} {
		p.Require(texts.Fits(texts.Of(limited.text), limited.runes), limited.path, "é longo demais")
	}
	tags.CheckTags(p, "tags", o.Tags)
}

func (f *FreightOption) check(p *errs.Problems) {
	if f == nil {
		return
	}
	checkPrice(p, "freight_option.price", f.Price)
	p.Require(f.ETADays >= 0, "freight_option.eta_days", "deve ser um número inteiro a partir de 0")
	p.Require(texts.Fits(f.OptionKey, maxText), "freight_option.option_key", "é longo demais")
	p.Require(texts.Fits(f.Provider, maxText), "freight_option.provider", "é longo demais")
	p.Require(texts.Fits(f.FreightType, maxText), "freight_option.freight_type", "é longo demais")
	p.Require(texts.Fits(f.ServiceLabel, maxText), "freight_option.service_label", "é longo demais")
}

func checkPrice(p *errs.Problems, path string, amount money.Amount) {
	if err := amount.CheckPrice(); err != nil {
		p.Add(path, err.Error())
	}
}
