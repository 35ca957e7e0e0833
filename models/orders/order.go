// Package orders holds the orders of associates: their items, totals and statuses. The price comes
// from the order alone, without the catalogue, and the server's computation decides. It does not
// include freight quotes and the printed sheet.
package orders

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/pieces"
)

// Status is the progress of an order.
type Status string

// The statuses of decisions.md ("Orders, services, reports"), in their order.
const (
	AwaitingPayment Status = "Aguardando pagamento"
	Paid            Status = "Pago"
	Picking         Status = "Em separação"
	Sent            Status = "Enviado"
	Delivered       Status = "Entregue"
	Cancelled       Status = "Cancelado"
)

// Statuses returns the statuses in the order in which an order has them.
func Statuses() []Status {
	return []Status{AwaitingPayment, Paid, Picking, Sent, Delivered, Cancelled}
}

// Next returns the statuses to which an order may change; none for the last ones (decisions.md,
// "Orders, services, reports").
func (s Status) Next() []Status {
	switch s {
	case AwaitingPayment:
		return []Status{Paid, Cancelled}
	case Paid:
		return []Status{Picking, Cancelled}
	case Picking:
		return []Status{Sent, Cancelled}
	case Sent:
		return []Status{Delivered, Cancelled}
	}
	return nil
}

// Previous returns the status to which an order may be taken back, with a reason; empty for the first one and for a
// cancelled order.
func (s Status) Previous() Status {
	switch s {
	case Paid:
		return AwaitingPayment
	case Picking:
		return Paid
	case Sent:
		return Picking
	case Delivered:
		return Sent
	}
	return ""
}

// checkMove returns 409 INVALID_TRANSITION unless the status may change to the other one.
func (s Status) checkMove(to Status) error {
	if slices.Contains(s.Next(), to) {
		return nil
	}
	return errs.Conflict(CodeInvalidTransition, "Um pedido em “"+string(s)+"” não pode passar para “"+string(to)+"”.")
}

// IsClosed reports whether no status follows.
func (s Status) IsClosed() bool { return len(s.Next()) == 0 }

// Values returns the statuses as text, for the API document.
func (Status) Values() []string {
	var values []string
	for _, status := range Statuses() {
		values = append(values, string(status))
	}
	return values
}

// Order is a row of orders, also in answers.
type Order struct {
	ID             int64           `json:"id" gorm:"primaryKey"`
	User           int64           `json:"user" gorm:"column:user_id"`
	UserCode       uuid.UUID       `json:"user_code" gorm:"column:user_code"`
	NameAssociate  string          `json:"name_associate" gorm:"column:name_associate"`
	Email          *string         `json:"email" gorm:"column:email"`
	Address        *Address        `json:"address" gorm:"serializer:json" items:"address"`
	Items          []Item          `json:"items" gorm:"serializer:json"`
	Total          money.Amount    `json:"total" gorm:"column:total"`
	DeliveryPrice  money.Amount    `json:"delivery_price" gorm:"column:delivery_price"`
	FreightCarrier *string         `json:"freight_carrier" gorm:"column:freight_carrier"`
	FreightOption  *FreightOption  `json:"freight_option" gorm:"serializer:json"`
	Discount       money.Amount    `json:"discount" gorm:"column:discount"`
	Donation       money.Amount    `json:"donation" gorm:"column:donation"`
	CustomPayment  []CustomPayment `json:"custom_payment" gorm:"serializer:json"`
	Prescriber     *string         `json:"prescriber" gorm:"column:prescriber"`
	PrescriberCode *string         `json:"prescriber_code" gorm:"column:prescriber_code"`
	Info           *string         `json:"info" gorm:"column:info"`
	Tags           []string        `json:"tags" gorm:"serializer:json"`
	Status         Status          `json:"status" gorm:"column:status"`
	// PaymentMethod, PaidOn and AmountReceived are set when the staff marks the order as paid, TrackingCode when it is sent.
	PaymentMethod  *PaymentMethod `json:"payment_method" gorm:"column:payment_method"`
	PaidOn         *civil.Date    `json:"paid_on" gorm:"column:paid_on" items:"date"`
	AmountReceived *money.Amount  `json:"amount_received" gorm:"column:amount_received"`
	TrackingCode   *string        `json:"tracking_code" gorm:"column:tracking_code"`
	// PaidAt is when the order was marked as paid; nil if it awaits its payment or is cancelled.
	PaidAt *time.Time `json:"-" gorm:"column:paid_at"`
	// ServiceUser is the user_code of the operator who placed the order.
	ServiceUser *string   `json:"service_user" gorm:"column:service_user"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
	DateUpdated time.Time `json:"date_updated" gorm:"column:date_updated"`
	IsSample    bool      `json:"is_sample" gorm:"column:is_sample"`
}

// TableName returns the name of the table.
func (Order) TableName() string { return "orders" }

// Constraints implements db.Constrained.
func (Order) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"orders_user_id_fkey": {Field: "user_code", Message: "este associado não existe"},
	}
}

// Priced returns the input of the computation.
func (o Order) Priced() Priced {
	return Priced{o.Items, o.DeliveryPrice, o.Discount, o.Donation, o.CustomPayment}
}

// Prescribed returns the order as prescriptions check it.
func (o Order) Prescribed() prescriptions.Order {
	checked := prescriptions.Order{ID: o.ID, User: o.User}
	for _, item := range o.Items {
		checked.Lines = append(checked.Lines, prescriptions.Line{Code: item.Code, Name: item.Name, Asked: item.Quantity})
	}
	return checked
}

// CustomPayment is a named line of an order. Its value is deducted once, whatever its count; below 0 it is a surcharge,
// which raises the total.
type CustomPayment struct {
	Item  string       `json:"item" form:"item"`
	Qnt   pieces.Count `json:"qnt" form:"qnt"`
	Value money.Amount `json:"value" form:"value"`
}

// Required names the members that must be sent.
func (CustomPayment) Required() []string { return []string{"item", "value"} }

// QuotedOption is an option as POST /freight/quote answers it. What an order does not store of it is left out.
type QuotedOption struct {
	FreightOption
	CompanyID   int64  `json:"company_id"`
	CompanyName string `json:"company_name"`
	ServiceID   int64  `json:"service_id"`
	ServiceName string `json:"service_name"`
	Status      string `json:"status"`
}

// FreightOption is the chosen option of a freight quote.
type FreightOption struct {
	OptionKey    string       `json:"option_key" form:"option_key"`
	Provider     string       `json:"provider" form:"provider"`
	FreightType  string       `json:"freight_type,omitempty" form:"freight_type"`
	ServiceLabel string       `json:"service_label" form:"service_label"`
	Price        money.Amount `json:"price" form:"price"`
	ETADays      int          `json:"eta_days" form:"eta_days"`
}
