package orders

import (
	"context"
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/money"
	"acolhe/models/types/pix"
)

// PixPayment is the Pix code of an order.
type PixPayment struct {
	// Code is the text to copy; empty if nothing is to be paid or no key is configured.
	Code   string
	Amount money.Amount
	// Receiver is the name of the account to be paid.
	Receiver string
	// QR is the code as an image.
	QR pix.Bitmap
	// Problem is the reason why the configuration allows no code, such as a receiver outside ASCII.
	Problem string
}

// PayByPix returns the Pix code of an order that awaits its payment, for its total. The key and
// the receiver are configured by store.pix_key, pix_name and pix_city.
func PayByPix(ctx context.Context, tx *db.DB, order Order) (PixPayment, error) {
	if order.Status != AwaitingPayment || order.Total.IsZero() {
		return PixPayment{}, nil
	}
	return ChargeByPix(ctx, tx, order.Total, "PEDIDO"+strconv.FormatInt(order.ID, 10))
}

// ChargeByPix returns the Pix code of an amount, with an identifier for the statement; without a code if no key is
// configured.
func ChargeByPix(ctx context.Context, tx *db.DB, amount money.Amount, id string) (PixPayment, error) {
	charge, err := receiver(ctx, tx)
	if err != nil || charge.Key == "" {
		return PixPayment{}, err
	}
	charge.Amount, charge.ID = amount, id
	code, refused := charge.Code()
	if refused != nil {
		return PixPayment{Problem: refused.Error()}, nil
	}
	squares, err := pix.QR(code)
	return PixPayment{Code: code, Amount: amount, Receiver: charge.Name, QR: squares}, err
}

// receiver returns the association's account as a charge without an amount.
func receiver(ctx context.Context, tx *db.DB) (charge pix.Charge, err error) {
	if charge.Key, err = settings.Get(ctx, tx, settings.PixKey); err != nil || charge.Key == "" {
		return charge, err
	}
	if charge.Name, err = settings.Get(ctx, tx, settings.PixName); err != nil {
		return charge, err
	}
	if charge.City, err = settings.Get(ctx, tx, settings.PixCity); err != nil || charge.Name != "" {
		return charge, err
	}
	charge.Name, err = settings.Get(ctx, tx, settings.AssociationName)
	return charge, err
}
