// Package parcels buys the labels of orders from the carriers, prints and cancels them, and follows the parcels on their
// way. A purchase is a row with the call that was begun last: it is stored before the call and after it, so that a
// process that ends in between leaves behind what has to be asked, and a label is never bought twice.
package parcels

import (
	"context"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// State is how far the purchase of a label is.
type State string

// The states.
const (
	// Queued waits for its job, Buying makes the calls before the payment.
	Queued State = "queued"
	Buying State = "buying"
	// Unknown is a payment that the carrier did not answer. Nothing is paid again before the carrier was asked.
	Unknown State = "unknown"
	// Refused was not paid.
	Refused State = "refused"
	// Bought is paid and not printable yet, Ready is printable.
	Bought State = "bought"
	Ready  State = "ready"
	// Cancelling is a cancellation that the carrier did not answer.
	Cancelling State = "cancelling"
	Cancelled  State = "cancelled"
)

// Codes of refused requests.
const (
	CodeExists     = "LABEL_EXISTS"
	CodeNoOption   = "FREIGHT_MISSING"
	CodeIncomplete = "PARCEL_INCOMPLETE"
	// CodeNotAllowed is LABEL_NOT_ALLOWED of the specification.
	CodeNotAllowed = "LABEL_NOT_ALLOWED"
)

// Parcel is a row of parcels, also in answers.
type Parcel struct {
	ID           int64                 `json:"id" gorm:"primaryKey"`
	OrderID      int64                 `json:"order_id"`
	TaskID       *int64                `json:"-"`
	Provider     externalservices.Name `json:"provider"`
	OptionKey    string                `json:"option_key"`
	ServiceLabel string                `json:"service_label"`
	Reference    string                `json:"reference"`
	State        State                 `json:"state"`
	// Step is the carrier's call that was begun last. Without StepEndedAt its outcome is not known.
	Step        *string    `json:"step"`
	StepBeganAt *time.Time `json:"step_began_at"`
	StepEndedAt *time.Time `json:"step_ended_at"`
	// CarrierID is the carrier's own id of the label.
	CarrierID    *string      `json:"carrier_id"`
	TrackingCode *string      `json:"tracking_code"`
	Price        money.Amount `json:"price"`
	Value        money.Amount `json:"value"`
	Content      string       `json:"content"`
	WeightG      int          `json:"weight_g"`
	LengthCm     int          `json:"length_cm"`
	WidthCm      int          `json:"width_cm"`
	HeightCm     int          `json:"height_cm"`
	// Failure says in Portuguese why the label was not bought, or what is missing.
	Failure *string `json:"failure"`
	// TrackingStatus is the carrier's word, Stage its meaning.
	TrackingStatus *string       `json:"tracking_status"`
	Stage          freight.Stage `json:"stage"`
	TrackedAt      *time.Time    `json:"tracked_at"`
	LetterSentAt   *time.Time    `json:"letter_sent_at"`
	// PrintedAt is the time of the first print.
	PrintedAt       *time.Time `json:"printed_at"`
	RequestedBy     *string    `json:"requested_by"`
	RequestedByName *string    `json:"requested_by_name"`
	BoughtAt        *time.Time `json:"bought_at"`
	DateCreated     time.Time  `json:"date_created"`
	DateUpdated     time.Time  `json:"date_updated"`
}

// TableName returns the name of the table.
func (Parcel) TableName() string { return "parcels" }

// Constraints implements db.Constrained.
func (Parcel) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{"parcels_order_id_key": {Code: CodeExists, Message: "Este pedido já tem uma etiqueta."}}
}

// IsPaid reports whether the label is paid and not cancelled.
func (p Parcel) IsPaid() bool { return p.State == Bought || p.State == Ready || p.State == Cancelling }

// IsOver reports whether another label may be bought for the order.
func (p Parcel) IsOver() bool { return p.State == Refused || p.State == Cancelled }

// IsRunning reports whether a job works on the parcel.
func (p Parcel) IsRunning() bool { return p.State == Queued || p.State == Buying }

// CanCancel reports whether the label may be cancelled: not after it was posted.
func (p Parcel) CanCancel() bool {
	return (p.State == Bought || p.State == Ready) && p.Stage == freight.NotPosted
}

// Carrier returns the name of the service that sells the label, such as Melhor Envio.
func (p Parcel) Carrier() string { return externalservices.LabelOf(string(p.Provider)) }

// Event is a tracking event of a parcel.
type Event struct {
	ID          int64 `gorm:"primaryKey"`
	ParcelID    int64
	Stage       freight.Stage
	Description string
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Event) TableName() string { return "parcel_events" }

// Office buys labels and follows parcels.
type Office struct {
	DB      *db.DB
	Freight freight.Quoter
	Mail    mail.Outbox
	Now     func() time.Time
}

// FindFor returns a parcel whose order the caller may see, else 404 NOT_FOUND.
func (o Office) FindFor(ctx context.Context, by auth.Caller, id int64) (Parcel, error) {
	parcel, err := db.First[Parcel](o.DB.WithContext(ctx).Where("id = ?", id), errMissing)
	if err != nil {
		return parcel, err
	}
	_, err = orders.FindFor(ctx, o.DB, by, parcel.OrderID)
	return parcel, err
}

var errMissing = errs.NotFound("Etiqueta não encontrada.")

// LatestOf returns the latest parcel of an order with its way, newest first; without an id there is none. The caller must
// have read the order.
func LatestOf(ctx context.Context, tx *db.DB, orderID int64) (Parcel, []Event, error) {
	var found []Parcel
	if err := tx.WithContext(ctx).Where("order_id = ?", orderID).Order("id desc").Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return Parcel{}, nil, err
	}
	var events []Event
	err := tx.WithContext(ctx).Where("parcel_id = ?", found[0].ID).Order("date_created desc, id desc").Limit(100).Find(&events).Error
	return found[0], events, err
}

// allow returns 403 FORBIDDEN to those who may not change orders.
func allow(by auth.Caller) error { return access.Require(by, "orders", access.Update) }
