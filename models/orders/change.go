package orders

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// The refusals of a change: a move that the order of the statuses does not have, and one to
// an order that is through.
const (
	CodeInvalidTransition = "INVALID_TRANSITION"
	CodeOrderClosed       = "ORDER_CLOSED"
)

// ChangeInput is the body of PATCH /orders/:id and the form of an order: what is left out
// stays as it is, null clears. Whose order it is and who took it never change.
type ChangeInput struct {
	errs.BindErrors

	// ID is the order to change.
	ID             int64                        `json:"-" form:"-"`
	User           patch.ReadOnly               `json:"user"`
	UserCode       patch.ReadOnly               `json:"user_code"`
	NameAssociate  patch.Field[string]          `json:"name_associate" form:"name_associate"`
	Email          patch.Field[string]          `json:"email" form:"email"`
	Address        patch.Field[Address]         `json:"address" form:"address"`
	Items          patch.Field[[]Item]          `json:"items" form:"items"`
	Total          patch.Field[money.Amount]    `json:"total" form:"total"`
	DeliveryPrice  patch.Field[money.Amount]    `json:"delivery_price" form:"delivery_price"`
	FreightCarrier patch.Field[string]          `json:"freight_carrier" form:"freight_carrier"`
	FreightOption  patch.Field[FreightOption]   `json:"freight_option" form:"freight_option"`
	Discount       patch.Field[money.Amount]    `json:"discount" form:"discount"`
	Donation       patch.Field[money.Amount]    `json:"donation" form:"donation"`
	CustomPayment  patch.Field[[]CustomPayment] `json:"custom_payment" form:"custom_payment"`
	Prescriber     patch.Field[string]          `json:"prescriber" form:"prescriber"`
	PrescriberCode patch.Field[string]          `json:"prescriber_code" form:"prescriber_code"`
	Info           patch.Field[string]          `json:"info" form:"info"`
	Tags           patch.Field[[]string]        `json:"tags" form:"tags"`
	Status         patch.Field[Status]          `json:"status" form:"status"`
	ServiceUser    patch.ReadOnly               `json:"service_user"`
}

// Change applies what was sent to an order, all of it or nothing, and keeps in its history
// what became another; what is as it was writes nothing.
//
// The total is computed anew only when something changes that it is made of, from what was
// sent and what is stored, by the configuration of now. A total that was sent must then be
// that one, and else the stored one, within the tolerance.
//
// It answers 400 VALIDATION_ERROR with every wrong field, 400 TOTAL_MISMATCH, 404 NOT_FOUND,
// 409 INVALID_TRANSITION for a move that the status does not have, and 409 ORDER_CLOSED for
// anything but info and tags of an order that was delivered or cancelled.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Order, error) {
	var order Order
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		stored, err := lock(tx, by, input.ID)
		if err != nil {
			return err
		}
		order = stored
		input.apply(&order)
		changed, err := differences(stored, order)
		if err != nil {
			return err
		}
		if err := changed.judge(stored, order, input); err != nil {
			return err
		}
		if order.Total, err = changed.total(ctx, tx, order, input.Total); err != nil {
			return untold(by, err)
		}
		return store(tx, by, stored, &order)
	})
	return order, err
}

func (in ChangeInput) apply(order *Order) {
	in.NameAssociate.Value = strings.TrimSpace(in.NameAssociate.Value)
	in.Email.Value, _ = email.Normalize(in.Email.Value)
	in.Address.Value.normalise()
	in.NameAssociate.Set(&order.NameAssociate)
	setText(in.Email, &order.Email)
	in.Address.SetNullable(&order.Address)
	in.Items.Set(&order.Items)
	in.DeliveryPrice.Set(&order.DeliveryPrice)
	in.FreightCarrier.SetNullable(&order.FreightCarrier)
	in.FreightOption.SetNullable(&order.FreightOption)
	in.Discount.Set(&order.Discount)
	in.Donation.Set(&order.Donation)
	in.CustomPayment.Set(&order.CustomPayment)
	setText(in.Prescriber, &order.Prescriber)
	setText(in.PrescriberCode, &order.PrescriberCode)
	setText(in.Info, &order.Info)
	in.Tags.Set(&order.Tags)
	in.Status.Set(&order.Status)
	order.fillLists()
}

// setText clears the column for an empty text too, as a form sends it.
func setText(sent patch.Field[string], column **string) {
	if sent.Sent {
		*column = texts.Optional(sent.Value)
	}
}

// judge refuses wrong values of what changed, and changes that the order's status does not
// allow. What did not change is not judged: an old order may hold what would be refused today.
func (d Differences) judge(stored, order Order, input ChangeInput) error {
	var p errs.Problems
	order.check(&p)
	p.Require(order.NameAssociate != "", "name_associate", "informe o nome")
	p.Require(slices.Contains(Statuses(), order.Status), "status", "deve ser um dos valores de status de pedidos")
	p = slices.DeleteFunc(p, func(wrong errs.Field) bool { return !d.has(root(wrong.Path)) })
	p.Require(!input.Total.Null, "total", "não pode ser nulo")
	checkPrice(&p, "total", input.Total.Value)
	if err := input.BindErrors.Merge(p).Err(); err != nil {
		return err
	}
	if d.has("status") && !slices.Contains(stored.Status.Next(), order.Status) {
		return errs.Conflict(CodeInvalidTransition, "Um pedido em “"+string(stored.Status)+"” não pode passar para “"+string(order.Status)+"”.")
	}
	if stored.Status.Closed() && !d.within("info", "tags") {
		return errs.Conflict(CodeOrderClosed, "Um pedido em “"+string(stored.Status)+"” só pode mudar nas observações e nas etiquetas.")
	}
	return nil
}

// total gives the total of the changed order and refuses a claimed one that is not it.
func (d Differences) total(ctx context.Context, tx *db.DB, order Order, claimed patch.Field[money.Amount]) (money.Amount, error) {
	totals := Totals{Total: order.Total}
	if d.has("items", "delivery_price", "discount", "donation", "custom_payment") {
		var err error
		if totals, err = Compute(ctx, tx, order.Priced()); err != nil {
			return order.Total, err
		}
	}
	if !claimed.Sent {
		return totals.Total, nil
	}
	return totals.Total, totals.accept(claimed.Value)
}

// untold keeps the stored total from who may change orders and not read them.
func untold(by auth.Caller, err error) error {
	if !errs.HasCode(err, CodeTotalMismatch) || access.Can(by, "orders", access.Read) {
		return err
	}
	return errs.New(errs.KindInvalid, CodeTotalMismatch, "O total enviado não é o total calculado. Confira e envie de novo.")
}

// store writes what became another, under the lock that the order was read with, and its
// line in the history.
func store(tx *db.DB, by auth.Caller, stored Order, order *Order) error {
	changed, err := differences(stored, *order)
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		*order = stored
		return nil
	}
	order.DateUpdated = by.Now
	if err := tx.Select(append(changed.names(), "date_updated")).UpdateColumns(order).Error; err != nil {
		return err
	}
	return record(tx, by, Event{OrderID: order.ID, Action: Changed, Changes: changed, DateCreated: by.Now})
}

// lock holds an order of the caller's until the transaction ends; any other is 404 NOT_FOUND.
func lock(tx *db.DB, by auth.Caller, id int64) (Order, error) {
	locked := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Scopes(ownOrders(by))
	return db.First[Order](locked.Where("id = ?", id), errs.NotFound("Pedido não encontrado."))
}

// root is the field that a path begins with: items of `items[0].code`.
func root(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}
