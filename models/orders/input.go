package orders

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/brdoc"
	"acolhe/models/email"
	"acolhe/models/errs"
	"acolhe/models/money"
	"acolhe/models/patch"
)

// Limits of decisions.md ("Orders, services, reports") and of the columns.
const (
	maxItems    = 500
	maxQuantity = 9999
	maxText     = 250
	maxInfo     = 10_000
)

// PlaceInput is the body of POST /orders and the form of a new order. The associate is
// named by user_code or by user (row id); name and e-mail default to the associate's.
type PlaceInput struct {
	User           int64           `json:"user" form:"user"`
	UserCode       uuid.NullUUID   `json:"user_code" form:"user_code"`
	NameAssociate  string          `json:"name_associate" form:"name_associate"`
	Email          string          `json:"email" form:"email"`
	Address        *Address        `json:"address" form:"address"`
	Items          []Item          `json:"items" form:"items"`
	Total          *money.Amount   `json:"total" form:"total"`
	DeliveryPrice  money.Amount    `json:"delivery_price" form:"delivery_price"`
	FreightCarrier *string         `json:"freight_carrier" form:"freight_carrier"`
	FreightOption  *FreightOption  `json:"freight_option" form:"freight_option"`
	Discount       money.Amount    `json:"discount" form:"discount"`
	Donation       money.Amount    `json:"donation" form:"donation"`
	CustomPayment  []CustomPayment `json:"custom_payment" form:"custom_payment"`
	Prescriber     string          `json:"prescriber" form:"prescriber"`
	PrescriberCode string          `json:"prescriber_code" form:"prescriber_code"`
	Info           string          `json:"info" form:"info"`
	Tags           []string        `json:"tags" form:"tags"`
	// Status may be left out; a new order always awaits its payment.
	Status Status `json:"status" form:"status"`
	// ServiceUser counts for API tokens alone; a session's order is its operator's.
	ServiceUser string `json:"service_user" form:"service_user"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Priced gives what the computation reads.
func (in PlaceInput) Priced() Priced {
	return Priced{in.Items, in.DeliveryPrice, in.Discount, in.Donation, in.CustomPayment}
}

// normalise brings the input to its stored form.
func (in *PlaceInput) normalise() {
	in.Email, _ = email.Normal(in.Email)
	in.NameAssociate = strings.TrimSpace(in.NameAssociate)
	if in.Address != nil {
		in.Address.CEP = brdoc.Digits(in.Address.CEP)
		in.Address.State = strings.ToUpper(strings.TrimSpace(in.Address.State))
	}
}

// check tells every wrong field at once; whether the associate exists is asked later.
func (in PlaceInput) check() error {
	var p errs.Problems
	p.Require(in.User > 0 || in.UserCode.Valid, "user_code", "escolha o associado")
	p.Require(in.Total != nil, "total", "informe o total")
	p.Require(in.Status == "" || in.Status == AwaitingPayment, "status", "um pedido novo começa em Aguardando pagamento")
	in.checkItems(&p)
	in.checkPayments(&p)
	checkPrice(&p, "delivery_price", in.DeliveryPrice)
	checkPrice(&p, "discount", in.Discount)
	checkPrice(&p, "donation", in.Donation)
	if in.Total != nil {
		checkPrice(&p, "total", *in.Total)
	}
	if in.FreightOption != nil {
		checkPrice(&p, "freight_option.price", in.FreightOption.Price)
		p.Require(in.FreightOption.ETADays >= 0, "freight_option.eta_days", "deve ser um número inteiro a partir de 0")
	}
	in.checkTexts(&p)
	in.checkAddress(&p)
	return p.Err()
}

func (in PlaceInput) checkItems(p *errs.Problems) {
	p.Require(len(in.Items) > 0, "items", "inclua pelo menos um item")
	p.Require(len(in.Items) <= maxItems, "items", fmt.Sprintf("deve ter no máximo %d itens", maxItems))
	for i, item := range in.Items {
		path := fmt.Sprintf("items[%d].", i)
		p.Require(strings.TrimSpace(item.Code) != "", path+"code", "informe o código")
		p.Require(fits(item.Code, 60), path+"code", "é longo demais")
		p.Require(fits(item.Name, maxText), path+"name", "é longo demais")
		p.Require(item.Quantity >= 1 && item.Quantity <= maxQuantity, path+"quantity", "deve ser um número inteiro de 1 a 9999")
		checkPrice(p, path+"amount", item.Amount)
	}
}

func (in PlaceInput) checkPayments(p *errs.Problems) {
	p.Require(len(in.CustomPayment) <= maxItems, "custom_payment", fmt.Sprintf("deve ter no máximo %d linhas", maxItems))
	for i, payment := range in.CustomPayment {
		path := fmt.Sprintf("custom_payment[%d].", i)
		p.Require(strings.TrimSpace(payment.Item) != "", path+"item", "informe a descrição")
		p.Require(fits(payment.Item, maxText), path+"item", "é longo demais")
		p.Require(payment.Qnt >= 0 && payment.Qnt <= maxQuantity, path+"qnt", "deve ser um número inteiro de 0 a 9999")
		checkPrice(p, path+"value", payment.Value)
	}
}

func (in PlaceInput) checkTexts(p *errs.Problems) {
	p.Require(fits(in.NameAssociate, maxText), "name_associate", "é longo demais")
	if in.Email != "" {
		_, valid := email.Normal(in.Email)
		p.Require(valid, "email", "informe um e-mail válido")
	}
	p.Require(in.FreightCarrier == nil || fits(*in.FreightCarrier, 60), "freight_carrier", "é longo demais")
	p.Require(fits(in.Prescriber, 200), "prescriber", "é longo demais")
	p.Require(fits(in.PrescriberCode, 60), "prescriber_code", "é longo demais")
	p.Require(fits(in.Info, maxInfo), "info", "é longo demais")
	p.Require(fits(in.ServiceUser, 60), "service_user", "é longo demais")
	p.Require(len(in.Tags) <= maxItems, "tags", "tem etiquetas demais")
}

// checkAddress takes any part of an address, but nothing that is not one.
func (in PlaceInput) checkAddress(p *errs.Problems) {
	if in.Address == nil {
		return
	}
	if in.Address.CEP != "" {
		_, valid := brdoc.CEP(in.Address.CEP)
		p.Require(valid, "address.cep", "deve ter 8 números")
	}
	p.Require(in.Address.State == "" || brdoc.IsState(in.Address.State), "address.state", "deve ser a sigla de um estado")
	for name, text := range map[string]string{"street": in.Address.Street, "number": in.Address.Number,
		"neighborhood": in.Address.Neighborhood, "city": in.Address.City, "complement": in.Address.Complement} {
		p.Require(fits(text, maxText), "address."+name, "é longo demais")
	}
}

func checkPrice(p *errs.Problems, path string, amount money.Amount) {
	if err := amount.CheckPrice(); err != nil {
		p.Add(path, err.Error())
	}
}

func fits(text string, runes int) bool { return len([]rune(text)) <= runes }
