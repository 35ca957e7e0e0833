package orders

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// PaymentMethod is how an order was paid.
type PaymentMethod string

// The payment methods.
const (
	Pix          PaymentMethod = "pix"
	CreditCard   PaymentMethod = "credit_card"
	DebitCard    PaymentMethod = "debit_card"
	Cash         PaymentMethod = "cash"
	BankTransfer PaymentMethod = "bank_transfer"
	Boleto       PaymentMethod = "boleto"
)

// PaymentMethods returns the methods in the order in which forms offer them.
func PaymentMethods() []PaymentMethod {
	return []PaymentMethod{Pix, CreditCard, DebitCard, Cash, BankTransfer, Boleto}
}

// Values returns the methods as text, for the API document.
func (PaymentMethod) Values() []string {
	var values []string
	for _, method := range PaymentMethods() {
		values = append(values, string(method))
	}
	return values
}

// Label returns the name of the method on pages and papers.
func (m PaymentMethod) Label() string {
	return map[PaymentMethod]string{Pix: "Pix", CreditCard: "Cartão de crédito", DebitCard: "Débito", Cash: "Dinheiro",
		BankTransfer: "Transferência", Boleto: "Boleto"}[m]
}

// CodeAmountDiffers is the code for a payment that differs from the total.
const CodeAmountDiffers = "AMOUNT_DIFFERS"

// PayInput is the payment of an order.
type PayInput struct {
	errs.BindErrors
	ID      int64                     `form:"-"`
	Version string                    `form:"version"`
	Method  PaymentMethod             `form:"payment_method"`
	PaidOn  patch.Field[civil.Date]   `form:"paid_on"`
	Amount  patch.Field[money.Amount] `form:"amount_received"`
	// AcceptedAmount is an amount confirmed in spite of its difference from the total.
	AcceptedAmount patch.Field[money.Amount] `form:"accepted_amount"`
}

// Pay marks an order as paid. It returns 400 VALIDATION_ERROR with every wrong field, 404 NOT_FOUND, 409 CONFLICT for a
// stale version, 409 INVALID_TRANSITION unless the order awaits its payment, and 409 AMOUNT_DIFFERS for an unconfirmed
// amount that differs from the total.
func Pay(ctx context.Context, tx *db.DB, by auth.Caller, input PayInput) (Order, error) {
	if err := input.validate(ctx, tx, by); err != nil {
		return Order{}, err
	}
	return changeRecorded(ctx, tx, by, revision{ID: input.ID, Version: input.Version}, func(_ *db.DB, before Order, order *Order) error {
		order.Status, order.PaymentMethod, order.PaidOn, order.AmountReceived = Paid, &input.Method, &input.PaidOn.Value, &input.Amount.Value
		return unlessDone(before, *order, input.refusal(before))
	})
}

// refusal returns the error if the order cannot be paid by the payment.
func (in PayInput) refusal(before Order) error {
	if err := before.Status.checkMove(Paid); err != nil {
		return err
	}
	received := in.Amount.Value
	if received.Equal(before.Total) || in.AcceptedAmount.HasValue() && received.Equal(in.AcceptedAmount.Value) {
		return nil
	}
	return errs.Conflict(CodeAmountDiffers, "O valor recebido não é o total do pedido.")
}

func (in PayInput) validate(ctx context.Context, tx *db.DB, by auth.Caller) error {
	p, err := CheckPayment(ctx, tx, by, in.Method, in.PaidOn)
	if err != nil {
		return err
	}
	p.Require(in.Amount.HasValue(), "amount_received", "informe o valor recebido")
	checkPrice(&p, "amount_received", in.Amount.Value)
	return in.BindErrors.Merge(p).Err()
}

// CheckPayment returns what is wrong with the method and the day of a payment.
func CheckPayment(ctx context.Context, tx *db.DB, by auth.Caller, method PaymentMethod, paidOn patch.Field[civil.Date]) (errs.Problems,
	error) {
	var p errs.Problems
	p.Require(slices.Contains(PaymentMethods(), method), "payment_method", "escolha a forma de pagamento")
	p.Require(paidOn.HasValue(), "paid_on", "informe a data do pagamento")
	if !paidOn.HasValue() {
		return p, nil
	}
	err := checkPaidOn(ctx, tx, by, paidOn.Value)
	if err != nil && errs.As(err) == nil {
		return p, err
	}
	return append(p, errs.FieldsOf(err)...), nil
}

// checkPaidOn refuses a day after today in the association's time zone, and a mistyped year.
func checkPaidOn(ctx context.Context, tx *db.DB, by auth.Caller, day civil.Date) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	if civil.Of(by.Now.In(zone)).Before(day) {
		return errs.Invalid("paid_on", "não pode ser futura")
	}
	if day.Before(civil.MustParse("2000-01-01")) {
		return errs.Invalid("paid_on", "confira o ano")
	}
	return nil
}

// checkSteps refuses data of a step that the order has not reached.
func (o Order) checkSteps(p *errs.Problems) {
	isPaid := o.Status != AwaitingPayment
	p.Require(o.PaymentMethod == nil || slices.Contains(PaymentMethods(), *o.PaymentMethod), "payment_method",
		"deve ser uma das formas de pagamento")
	p.Require(o.PaymentMethod == nil || isPaid, "payment_method", "só em um pedido pago")
	p.Require(o.PaidOn == nil || isPaid, "paid_on", "só em um pedido pago")
	p.Require(o.AmountReceived == nil || isPaid, "amount_received", "só em um pedido pago")
	if o.AmountReceived != nil {
		checkPrice(p, "amount_received", *o.AmountReceived)
	}
	isSent := o.Status == Sent || o.Status == Delivered
	p.Require(o.TrackingCode == nil || isSent, "tracking_code", "só em um pedido enviado")
	p.Require(texts.Fits(texts.Of(o.TrackingCode), maxTracking), "tracking_code", "é longo demais")
}

// setPaidAt sets the time of a payment, or removes it if the order is no longer paid.
func (o *Order) setPaidAt(before Order, now time.Time) {
	wasPaid, isPaid := slices.Contains(Paid.Since(), before.Status), slices.Contains(Paid.Since(), o.Status)
	switch {
	case !isPaid:
		o.PaidAt = nil
	case !wasPaid:
		o.PaidAt = &now
	}
}

// forgetPayment removes the payment of an order taken back.
func (o *Order) forgetPayment() { o.PaymentMethod, o.PaidOn, o.AmountReceived = nil, nil, nil }
