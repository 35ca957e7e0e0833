package receipts

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/attendance"
	"acolhe/models/orders"
	"acolhe/models/payments"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Receipt is the receipt of a payment. It keeps what it says, so that it is the same whenever it is printed.
type Receipt struct {
	ID        int64      `gorm:"primaryKey"`
	Year      int        `gorm:"column:year"`
	Sequence  int        `gorm:"column:sequence"`
	OrderID   *int64     `gorm:"column:order_id"`
	PaymentID *int64     `gorm:"column:payment_id"`
	PaidAt    *time.Time `gorm:"column:paid_at"`
	// Issuer is the association as it was.
	Issuer   Issuer       `gorm:"serializer:json"`
	Payer    string       `gorm:"column:payer"`
	PayerCPF *string      `gorm:"column:payer_cpf"`
	Amount   money.Amount `gorm:"column:amount"`
	// Method is the name of the payment method; nil if it is unknown.
	Method      *string    `gorm:"column:method"`
	PaidOn      civil.Date `gorm:"column:paid_on"`
	About       string     `gorm:"column:about"`
	DateCreated time.Time  `gorm:"column:date_created"`
}

// Issuer is the association on a receipt; only the name is always set.
type Issuer struct {
	Name    string `json:"name"`
	CNPJ    string `json:"cnpj,omitempty"`
	Address string `json:"address,omitempty"`
	Phone   string `json:"phone,omitempty"`
}

// TableName returns the name of the table.
func (Receipt) TableName() string { return "receipts" }

// Number returns the number of the receipt: 2026/0001.
func (r Receipt) Number() string { return fmt.Sprintf("%d/%04d", r.Year, r.Sequence) }

// OfOrder returns the receipt of an order that the caller may see, and issues it at the first time. It returns 404 NOT_FOUND for
// any other order, and 409 CONFLICT for one that is not paid.
func OfOrder(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (receipt Receipt, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err := orders.FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if order.PaidAt == nil || order.Status == orders.Cancelled {
			return errs.Conflict(errs.CodeConflict, "Só um pedido pago tem recibo.")
		}
		draft := Receipt{OrderID: &order.ID, PaidAt: order.PaidAt, Payer: order.NameAssociate, Amount: order.Total,
			About: "pedido " + fmt.Sprintf("nº %d", order.ID)}
		if order.AmountReceived != nil {
			draft.Amount = *order.AmountReceived
		}
		if order.PaymentMethod != nil {
			draft.Method = texts.Optional(order.PaymentMethod.Label())
		}
		if order.PaidOn != nil {
			draft.PaidOn = *order.PaidOn
		}
		stored := tx.Where("order_id = ? and paid_at = ?", order.ID, order.PaidAt)
		receipt, err = issue(ctx, tx, by, request{draft, stored, order.UserCode})
		return err
	})
	return receipt, err
}

// OfService returns the receipt of the payment of a service that the caller may see, and issues it at the first time; it is about
// all services of that payment. It returns 404 NOT_FOUND for any other service, and 409 CONFLICT for one that is not paid.
func OfService(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (receipt Receipt, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		find := bookings.FindFor
		if by.Kind == auth.Associate {
			find = attendance.FindOwn
		}
		service, err := find(ctx, tx, by, id)
		if err != nil {
			return err
		}
		payment, err := payments.Of(ctx, tx, by.AsSystem(), id)
		if err != nil {
			return err
		}
		draft := Receipt{PaymentID: &payment.ID, Payer: service.AssociateName, Amount: payment.Amount, PaidOn: payment.PaidOn}
		if payment.Method != nil {
			draft.Method = texts.Optional(payment.Method.Label())
		}
		if draft.About, err = about(ctx, tx, by, payment); err != nil {
			return err
		}
		receipt, err = issue(ctx, tx, by, request{draft, tx.Where("payment_id = ?", payment.ID), service.AssociateUserCode})
		return err
	})
	return receipt, err
}

// about names the services of a payment by their days and codes: a type or a professional would tell of the person's health.
func about(ctx context.Context, tx *db.DB, by auth.Caller, payment payments.Payment) (string, error) {
	_, zone, err := pdf.ReadAssociation(ctx, tx)
	if err != nil {
		return "", err
	}
	group, err := bookings.ListGroup(ctx, tx, by.AsSystem(), payment.BookingGroupCode)
	var days []string
	for _, one := range group {
		switch {
		case !payment.Covers(one.ID):
		case one.ConsultationDate == nil:
			days = append(days, "sem data ("+one.ServiceCode+")")
		default:
			days = append(days, fmtbr.Date(*one.ConsultationDate, zone)+" ("+one.ServiceCode+")")
		}
	}
	if len(days) == 1 {
		return "atendimento de " + days[0], err
	}
	return fmtbr.Plural(len(days), "atendimento", "atendimentos") + ": " + fmtbr.List(days), err
}

// request is a receipt to be issued, unless it is stored.
type request struct {
	draft  Receipt
	stored *db.DB
	payer  uuid.UUID
}

// sequenceLock serialises the numbers, which have no gaps.
const sequenceLock = 7600292

// issue returns the stored receipt, or stores it with the next number of the year.
func issue(ctx context.Context, tx *db.DB, by auth.Caller, request request) (Receipt, error) {
	if err := tx.Exec("select pg_advisory_xact_lock(?)", sequenceLock).Error; err != nil {
		return Receipt{}, err
	}
	stored, err := db.First[Receipt](request.stored, errs.NotFound("Recibo não encontrado."))
	if !errs.HasCode(err, errs.CodeNotFound) {
		return stored, err
	}
	receipt := request.draft
	association, zone, err := pdf.ReadAssociation(ctx, tx)
	if err != nil {
		return receipt, err
	}
	associate, err := associates.FindByCodeFor(ctx, tx, by.AsSystem(), request.payer)
	if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
		return receipt, err
	}
	receipt.Issuer = Issuer{association.Name, association.CNPJ, association.Address, association.Phone}
	receipt.PayerCPF, receipt.DateCreated, receipt.Year = associate.AssociateCPF, by.Now.Truncate(time.Microsecond), by.Now.In(zone).Year()
	if receipt.PaidOn == (civil.Date{}) {
		receipt.PaidOn = civil.Of(receipt.PaidAt.In(zone))
	}
	if err := tx.Model(&Receipt{}).Where("year = ?", receipt.Year).Select("coalesce(max(sequence), 0) + 1").Scan(&receipt.Sequence).
		Error; err != nil {
		return receipt, err
	}
	return receipt, tx.Create(&receipt).Error
}
