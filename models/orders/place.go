package orders

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/prescriptions"
	"acolhe/models/reception/contacts"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// PlaceInput is a new order. The associate is identified by user_code or by user (row id); name and e-mail are by default the associate's.
type PlaceInput struct {
	User     patch.Field[int64] `json:"user" form:"user"`
	UserCode uuid.NullUUID      `json:"user_code" form:"user_code"`
	Fields
	// ServiceUser is only for API tokens; an operator's order is their own.
	ServiceUser patch.Field[string] `json:"service_user" form:"service_user"`
	// FromItem is the reception item that the order is made from; 0 for none.
	FromItem int64 `json:"-" form:"recepcao"`
	// PrescriptionReason lets an order pass that its prescriptions do not allow.
	PrescriptionReason string `json:"-" form:"prescription_reason"`
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Required names the members that must be sent.
func (PlaceInput) Required() []string { return []string{"items", "total"} }

// Place stores a new order with the server's total and completes the open reception items of its associate, all or nothing. It returns 400
// VALIDATION_ERROR for wrong fields and an unknown associate, 400 TOTAL_MISMATCH if the client's total differs from the server's, and 409
// PRESCRIPTION_REQUIRED where the configuration blocks what the prescriptions do not allow.
func Place(ctx context.Context, tx *db.DB, by auth.Caller, input PlaceInput) (Order, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Order{}, err
	}
	order := input.order(by)
	if err := input.validate(order); err != nil {
		return Order{}, err
	}
	totals, err := Compute(ctx, tx, order.Priced())
	if err != nil {
		return Order{}, err
	}
	if err := totals.accept(input.Total.Value); err != nil {
		return Order{}, err
	}
	order.Total = totals.Total
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error { return input.place(ctx, tx, by, &order) })
	return order, err
}

// place stores an order that lacks its associate.
func (in PlaceInput) place(ctx context.Context, tx *db.DB, by auth.Caller, order *Order) error {
	rule, err := prescriptions.ReadRule(ctx, tx, by.Now)
	if err != nil {
		return err
	}
	associate, err := associateOf(ctx, rule.Hold(tx, order.Prescribed()), by, in)
	if err != nil {
		return err
	}
	order.placeFor(associate.Associate)
	pass, err := associate.Check(tx, by, rule, order.Prescribed(), in.PrescriptionReason)
	if err != nil {
		return err
	}
	if err := tx.Create(order).Error; err != nil {
		return err
	}
	if err := pass.Use(tx, order.ID, by.Now); err != nil {
		return err
	}
	placed := Event{OrderID: order.ID, Action: Placed, Changes: Differences{}, Reason: texts.Optional(pass.Reason), DateCreated: by.Now}
	if err := record(tx, by, placed); err != nil {
		return err
	}
	return contacts.Complete(ctx, tx, by,
		contacts.Outcome{Associate: associate.Associate, Email: order.Email, From: in.FromItem, Reason: triage.Pedido})
}

// Compute returns the server's totals. The setting store.freight.apply_to_total determines whether
// freight counts. A total that is too large to be stored is 400 VALIDATION_ERROR.
func Compute(ctx context.Context, tx *db.DB, p Priced) (Totals, error) {
	freightCounts, err := settings.Get(ctx, tx, settings.ApplyFreightToTotal)
	if err != nil {
		return Totals{}, err
	}
	totals := TotalsWithoutFreight(p)
	if freightCounts {
		totals = TotalsOf(p)
	}
	if err := totals.Total.CheckPrice(); err != nil {
		return totals, errs.Invalid("total", err.Error())
	}
	return totals, nil
}

// order returns the row to store, without its associate and its total.
func (in PlaceInput) order(by auth.Caller) Order {
	order := Order{
		Status: AwaitingPayment, ServiceUser: texts.Optional(in.ServiceUser.Value), IsSample: in.IsSample.Value,
		DateCreated: by.Now, DateUpdated: by.Now,
	}
	if by.Kind == auth.Operator {
		order.ServiceUser = &by.Code
	}
	if in.Status.Value == "" {
		in.Status.Sent = false
	}
	in.apply(&order)
	return order
}

// validate returns every problem of the input and its order, except whether the associate exists.
func (in PlaceInput) validate(order Order) error {
	problems := order.validate()
	problems.Require(in.User.Value > 0 || !in.User.HasValue() && in.UserCode.Valid, "user_code", "escolha o associado")
	// A form that could not be read has no total yet.
	problems.Require(in.Total.Sent && !in.Total.Null || in.HasBindErrors(), "total", "informe o total")
	problems.Require(order.Status == AwaitingPayment, "status", "um pedido novo começa em Aguardando pagamento")
	return in.BindErrors.Merge(problems).Err()
}

// associateOf finds the associate by the code, by the row id, or by both if they agree.
func associateOf(ctx context.Context, tx *db.DB, by auth.Caller, input PlaceInput) (prescriptions.Associate, error) {
	column, value := "id", any(input.User.Value)
	if input.UserCode.Valid {
		column, value = "user_code", input.UserCode.UUID
	}
	associate, err := associates.FindAs[prescriptions.Associate](ctx, tx, by.AsSystem(), column, value)
	isUnknown := errs.HasCode(err, errs.CodeNotFound)
	if isUnknown || err == nil && input.User.HasValue() && associate.ID != input.User.Value {
		return associate, errs.Invalid("user_code", "este associado não existe")
	}
	return associate, err
}

// placeFor sets the associate, and their name and e-mail unless the input has others.
func (o *Order) placeFor(associate associates.Associate) {
	o.User, o.UserCode = associate.ID, associate.UserCode
	if o.NameAssociate == "" {
		o.NameAssociate = associate.FullName()
	}
	if o.Email == nil {
		o.Email = texts.Optional(associate.ContactEmail())
	}
}
