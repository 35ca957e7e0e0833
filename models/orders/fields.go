package orders

import (
	"strings"

	"acolhe/models/types/civil"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Fields are the writable fields of an order. Placing an order applies them to a row with defaults.
type Fields struct {
	errs.BindErrors

	NameAssociate  patch.Field[string]          `json:"name_associate" form:"name_associate" null:"omit"`
	Email          patch.Field[string]          `json:"email" form:"email"`
	Address        patch.Field[Address]         `json:"address" form:"address"`
	Items          patch.Field[[]Item]          `json:"items" form:"items" null:"omit"`
	DeliveryPrice  patch.Field[money.Amount]    `json:"delivery_price" form:"delivery_price" null:"omit"`
	FreightCarrier patch.Field[string]          `json:"freight_carrier" form:"freight_carrier"`
	FreightOption  patch.Field[QuotedOption]    `json:"freight_option" form:"freight_option"`
	Discount       patch.Field[money.Amount]    `json:"discount" form:"discount" null:"omit"`
	Donation       patch.Field[money.Amount]    `json:"donation" form:"donation" null:"omit"`
	CustomPayment  patch.Field[[]CustomPayment] `json:"custom_payment" form:"custom_payment"`
	// Total is the client's total; the server compares it and stores its own.
	Total          patch.Field[money.Claimed] `json:"total" form:"total" null:"omit"`
	Prescriber     patch.Field[string]        `json:"prescriber" form:"prescriber"`
	PrescriberCode patch.Field[string]        `json:"prescriber_code" form:"prescriber_code"`
	Info           patch.Field[string]        `json:"info" form:"info"`
	Tags           patch.Field[[]string]      `json:"tags" form:"tags"`
	// Status of a new order may be omitted, because a new order always awaits its payment.
	Status patch.Field[Status] `json:"status" form:"status" null:"omit"`
	// A paid order has PaymentMethod, PaidOn and AmountReceived, a sent one TrackingCode.
	PaymentMethod  patch.Field[PaymentMethod] `json:"payment_method" form:"payment_method"`
	PaidOn         patch.Field[civil.Date]    `json:"paid_on" form:"paid_on"`
	AmountReceived patch.Field[money.Amount]  `json:"amount_received" form:"amount_received"`
	TrackingCode   patch.Field[string]        `json:"tracking_code" form:"tracking_code"`
}

// Priced returns the input of the computation.
func (f Fields) Priced() Priced {
	return Priced{f.Items.Value, f.DeliveryPrice.Value, f.Discount.Value, f.Donation.Value, f.CustomPayment.Value}
}

// apply sets the sent fields in an order, in their stored form. Other fields are not changed, even
// if they would be refused today.
func (f Fields) apply(o *Order) {
	f.NameAssociate.Value = strings.TrimSpace(f.NameAssociate.Value)
	f.Email.Value, _ = email.Normalize(f.Email.Value)
	f.Address.Value.normalize()
	f.NameAssociate.Set(&o.NameAssociate)
	setText(f.Email, &o.Email)
	f.Address.SetNullable(&o.Address)
	f.Items.Set(&o.Items)
	f.DeliveryPrice.Set(&o.DeliveryPrice)
	f.FreightCarrier.SetNullable(&o.FreightCarrier)
	option := patch.Field[FreightOption]{Sent: f.FreightOption.Sent, Value: f.FreightOption.Value.FreightOption}
	option.Null = option.Sent && option.Value == FreightOption{} // one without members is none
	option.SetNullable(&o.FreightOption)
	f.Discount.Set(&o.Discount)
	f.Donation.Set(&o.Donation)
	f.CustomPayment.Set(&o.CustomPayment)
	setText(f.Prescriber, &o.Prescriber)
	setText(f.PrescriberCode, &o.PrescriberCode)
	setText(f.Info, &o.Info)
	f.Tags.Set(&o.Tags)
	f.Status.Set(&o.Status)
	f.PaymentMethod.SetNullable(&o.PaymentMethod)
	f.PaidOn.SetNullable(&o.PaidOn)
	f.AmountReceived.SetNullable(&o.AmountReceived)
	setText(f.TrackingCode, &o.TrackingCode)
	o.fillLists()
}

// setText sets the column; an empty text, as forms send it, becomes null.
func setText(sent patch.Field[string], column **string) {
	if sent.Sent {
		*column = texts.Optional(sent.Value)
	}
}

// fillLists replaces nil lists by empty ones, which are [] in JSON instead of null.
func (o *Order) fillLists() {
	if o.CustomPayment == nil {
		o.CustomPayment = []CustomPayment{}
	}
	if o.Tags == nil {
		o.Tags = []string{}
	}
}
