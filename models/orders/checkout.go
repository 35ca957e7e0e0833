package orders

import (
	"context"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// CodeAssociateChanged is the code for a record of the associate that changed while the cart was open.
const CodeAssociateChanged = "ASSOCIATE_CHANGED"

// Records is what a cart stores in other records together with its order.
type Records struct {
	// NewPrescriber is registered and prescribes the order, if wanted.
	NewPrescriber NewPrescriber `form:"new_prescriber"`
	// KeepAddress and KeepPrescriber store those of the order in the associate's record as well.
	KeepAddress    bool `form:"keep_address"`
	KeepPrescriber bool `form:"keep_prescriber"`
	// AssociateVersion is the version of the associate's record when the cart was opened.
	AssociateVersion string `form:"associate_version"`
}

// NewPrescriber is a professional to register from a cart.
type NewPrescriber struct {
	IsWanted      bool   `form:"wanted"`
	Name          string `form:"name"`
	Type          string `form:"type"`
	Council       string `form:"council"`
	CouncilNumber string `form:"council_number"`
	CouncilState  string `form:"council_state"`
}

// CheckoutInput is a cart: the fields of its order, what is stored besides it, and how the order is stored.
type CheckoutInput struct {
	Records
	Fields Fields
	// Save places or changes the order with these fields.
	Save func(tx *db.DB, fields Fields) (Order, error)
}

// Checkout stores an order by Save, the new prescriber before it and the associate's record after it, all or nothing. It
// returns the errors of Save, 400 VALIDATION_ERROR for wrong fields of the records, 403 FORBIDDEN for a caller who may not
// write them, and 409 ASSOCIATE_CHANGED if the associate's record changed since the cart was opened.
func Checkout(ctx context.Context, tx *db.DB, by auth.Caller, input CheckoutInput) (order Order, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if input.NewPrescriber.IsWanted {
			prescriber, err := input.NewPrescriber.register(ctx, tx, by)
			if err != nil {
				return err
			}
			input.Fields.Prescriber, input.Fields.PrescriberCode = patch.Of(prescriber.Name), patch.Of(prescriber.Code)
		}
		if order, err = input.Save(tx, input.Fields); err != nil {
			return err
		}
		return input.keep(ctx, tx, by, order)
	})
	return order, err
}

// register registers the prescriber, who needs a council and a number.
func (p NewPrescriber) register(ctx context.Context, tx *db.DB, by auth.Caller) (professionals.Professional, error) {
	if err := access.Require(by, "professionals", access.Create); err != nil {
		return professionals.Professional{}, err
	}
	input := professionals.RegisterInput{Fields: professionals.Fields{
		Name: patch.Of(p.Name), Type: patch.Of(p.Type), Council: patch.Of(p.Council), CouncilNumber: patch.Of(p.CouncilNumber),
		CouncilState: patch.Of(p.CouncilState), IsPrescriber: patch.Of(true),
	}}
	if strings.TrimSpace(p.Council) == "" {
		input.AddBindError("council", "informe o conselho, como CRM")
	}
	if strings.TrimSpace(p.CouncilNumber) == "" {
		input.AddBindError("council_number", "informe o número no conselho")
	}
	registered, err := professionals.Register(ctx, tx, by, input)
	return registered, renamed(err, func(path string) string { return "new_prescriber." + path })
}

// keep stores the address and the prescriber of an order in the associate's record, as far as wanted.
func (r Records) keep(ctx context.Context, tx *db.DB, by auth.Caller, order Order) error {
	if !r.KeepAddress && !r.KeepPrescriber {
		return nil
	}
	if err := access.Require(by, "users", access.Update); err != nil {
		return err
	}
	var p errs.Problems
	p.Require(!r.KeepAddress || order.Address != nil && *order.Address != (Address{}), "keep_address", "informe o endereço, ou desmarque")
	p.Require(!r.KeepPrescriber || order.Prescriber != nil, "keep_prescriber", "escolha o prescritor, ou desmarque")
	if err := p.Err(); err != nil {
		return err
	}
	input := associates.ChangeInput{ID: order.User, Version: r.AssociateVersion}
	if to := order.Address; r.KeepAddress {
		input.Street, input.Number, input.Complement, input.Neighborhood = patch.Of(to.Street), patch.Of(to.Number), patch.Of(to.Complement),
			patch.Of(to.Neighborhood)
		input.City, input.State, input.CEP = patch.Of(to.City), patch.Of(to.State), patch.Of(to.CEP)
	}
	if r.KeepPrescriber {
		input.Prescriber, input.PrescriberCode = patch.Of(texts.Of(order.Prescriber)), patch.Of(texts.Of(order.PrescriberCode))
	}
	// Neither sends a letter, so that no outbox is needed.
	_, err := associates.Accounts{}.Change(ctx, tx, by, input)
	if errs.IsStale(err) {
		return errs.Conflict(CodeAssociateChanged,
			"O cadastro do associado mudou enquanto este pedido estava aberto. Nada foi salvo. Confira o que está no cadastro e salve de novo.")
	}
	return renamed(err, func(path string) string {
		if strings.HasPrefix(path, "prescriber") {
			return path
		}
		return "address." + path
	})
}

// renamed returns an error with other paths of its fields.
func renamed(err error, rename func(path string) string) error {
	var fields []errs.Field
	for _, field := range errs.FieldsOf(err) {
		field.Path = rename(field.Path)
		fields = append(fields, field)
	}
	return errs.WithFields(err, fields)
}
