package orders

import (
	"strings"

	"github.com/google/uuid"

	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// PlaceInput is the body of POST /orders and the form of a new order. The associate is
// named by user_code or by user (row id); name and e-mail default to the associate's.
type PlaceInput struct {
	errs.BindErrors

	User           int64               `json:"user" form:"user"`
	UserCode       uuid.NullUUID       `json:"user_code" form:"user_code"`
	NameAssociate  string              `json:"name_associate" form:"name_associate"`
	Email          patch.Field[string] `json:"email" form:"email"`
	Address        *Address            `json:"address" form:"address"`
	Items          []Item              `json:"items" form:"items"`
	Total          *money.Amount       `json:"total" form:"total"`
	DeliveryPrice  money.Amount        `json:"delivery_price" form:"delivery_price"`
	FreightCarrier *string             `json:"freight_carrier" form:"freight_carrier"`
	FreightOption  *FreightOption      `json:"freight_option" form:"freight_option"`
	Discount       money.Amount        `json:"discount" form:"discount"`
	Donation       money.Amount        `json:"donation" form:"donation"`
	CustomPayment  []CustomPayment     `json:"custom_payment" form:"custom_payment"`
	Prescriber     patch.Field[string] `json:"prescriber" form:"prescriber"`
	PrescriberCode patch.Field[string] `json:"prescriber_code" form:"prescriber_code"`
	Info           patch.Field[string] `json:"info" form:"info"`
	Tags           []string            `json:"tags" form:"tags"`
	// Status may be left out; a new order always awaits its payment.
	Status Status `json:"status" form:"status"`
	// ServiceUser counts for API tokens alone; a session's order is its operator's.
	ServiceUser patch.Field[string] `json:"service_user" form:"service_user"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Priced gives what the computation reads.
func (in PlaceInput) Priced() Priced {
	return Priced{in.Items, in.DeliveryPrice, in.Discount, in.Donation, in.CustomPayment}
}

// normalise brings the input to its stored form.
func (in *PlaceInput) normalise() {
	in.Email.Value, _ = email.Normalize(in.Email.Value)
	in.NameAssociate = strings.TrimSpace(in.NameAssociate)
	in.Address.normalise()
}

// check tells every wrong field of the input and of the order that it makes at once; whether
// the associate exists is asked later.
func (in PlaceInput) check(order Order) error {
	var p errs.Problems
	p.Require(in.User > 0 || in.UserCode.Valid, "user_code", "escolha o associado")
	// Of what could not be read there is no total yet.
	p.Require(in.Total != nil || in.BindErrors.HasBindErrors(), "total", "informe o total")
	p.Require(in.Status == "" || in.Status == AwaitingPayment, "status", "um pedido novo começa em Aguardando pagamento")
	if in.Total != nil {
		checkPrice(&p, "total", *in.Total)
	}
	order.check(&p)
	return in.BindErrors.Merge(p).Err()
}
