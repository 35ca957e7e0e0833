package prescriptions

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Allowance is what prescriptions allow of the items of an order, under the configured rule. It has no lines while the rule
// is off.
type Allowance struct {
	Rule  Rule
	Lines []Line
}

// Order is an order to check, with the id 0 for a new one: its associate, and its products as lines with Code, Name and Asked.
type Order struct {
	ID, User int64
	Lines    []Line
}

// Of returns the line of a product.
func (a Allowance) Of(code string) (Line, bool) {
	for _, line := range a.Lines {
		if line.Code == code {
			return line, true
		}
	}
	return Line{}, false
}

// Warnings are the messages of the lines that the prescriptions do not allow.
func (a Allowance) Warnings() []string {
	var warnings []string
	for _, field := range errs.FieldsOf(a.Rule.Refusal(a.Lines)) {
		warnings = append(warnings, field.Message)
	}
	return warnings
}

// Blocks reports whether the rule refuses the order without a reason.
func (a Allowance) Blocks() bool {
	return a.Rule.Mode == Block && len(a.Warnings()) > 0
}

// ReadAllowance returns what prescriptions allow of an order; the units of the order itself do not count as taken.
func ReadAllowance(ctx context.Context, tx *db.DB, by auth.Caller, order Order) (Allowance, error) {
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil || rule.IsOff() {
		return Allowance{Rule: rule}, err
	}
	return allowanceUnder(ctx, tx, rule, order)
}

func allowanceUnder(ctx context.Context, tx *db.DB, rule Rule, order Order) (allowance Allowance, err error) {
	allowance.Rule = rule
	allowance.Lines, err = rule.check(ctx, tx, order)
	return allowance, err
}

// basis is what the rule decides from: the prescriptions of an associate and the patients that are not refused or replaced, in the
// order of their end, the units that their other orders have of each product in the period, and the products of the order. Of a
// prescription it has the days and the items.
type basis struct {
	Prescriptions []Prescription     `gorm:"serializer:json"`
	Taken         map[string]int     `gorm:"serializer:json"`
	Products      map[string]product `gorm:"serializer:json"`
}

// product is what the rule reads of a product.
type product struct {
	Name string
	Tags []string
}

// selectBasis is one statement with one row, because every order waits for it. Cancelled orders do not count as taken, and neither does
// the order itself.
const selectBasis = `select
	(select jsonb_agg(jsonb_build_object('IssuedOn', issued_on, 'ValidUntil', valid_until, 'Items', items) order by valid_until, id)
		from (select * from prescriptions
			where user_id in (select p.id from users u join users p on p.id = u.id or p.responsible_code = u.user_code where u.id = @user)
				and refused_reason is null and replaced_by_id is null
			order by valid_until, id limit @limit) as theirs) as prescriptions,
	(select jsonb_object_agg(code, quantity)
		from (select item.code, sum(item.quantity) as quantity
			from orders o cross join lateral jsonb_to_recordset(o.items) as item(code text, quantity int)
			where o.user_id = @user and o.date_created >= @since and o.status <> 'Cancelado' and o.id <> @order and item.code is not null
			group by item.code) as units) as taken,
	(select jsonb_object_agg(code, jsonb_build_object('Name', name, 'Tags', tags)) from products where code in @codes) as products`

func readBasis(ctx context.Context, tx *db.DB, order Order, since time.Time) (found basis, err error) {
	err = tx.WithContext(ctx).Raw(selectBasis, map[string]any{
		"user": order.User, "order": order.ID, "since": since, "codes": order.codes(), "limit": maxOfPeople,
	}).Find(&found).Error
	return found, err
}

// codes are those of the products of an order.
func (o Order) codes() []string {
	codes := make([]string, len(o.Lines))
	for i, line := range o.Lines {
		codes[i] = line.Code
	}
	return codes
}

// Warnings are what the prescriptions do not allow of a stored order, where the rule warns; where it blocks, a stored order has passed.
func Warnings(ctx context.Context, tx *db.DB, by auth.Caller, order Order) ([]string, error) {
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil || rule.Mode != Warn {
		return nil, err
	}
	allowance, err := allowanceUnder(ctx, tx, rule, order)
	return allowance.Warnings(), err
}

// Hold returns the handle with which the associate of an order is read: where the rule blocks, the row stays locked until the
// transaction ends, which keeps two orders of one person from each taking what is left, or from using the same answer.
func (r Rule) Hold(tx *db.DB) *db.DB {
	if r.Mode != Block {
		return tx
	}
	return tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"})
}

// CheckOrder returns why an order of an associate who was read with Hold may be stored, and 409 PRESCRIPTION_REQUIRED for one that the rule blocks, unless a request for it
// was freed, or a caller who may let it pass gives a reason; 400 VALIDATION_ERROR for a reason that is too long, and 403 FORBIDDEN
// for a reason of another caller.
func (r Rule) CheckOrder(ctx context.Context, tx *db.DB, by auth.Caller, order Order, reason string) (pass Pass, err error) {
	reason = strings.TrimSpace(reason)
	if !texts.Fits(reason, maxReason) {
		return pass, errs.Invalid("prescription_reason", "é longo demais")
	}
	if r.Mode != Block {
		return Pass{Reason: reason}, nil
	}
	allowance, err := allowanceUnder(ctx, tx, r, order)
	if err != nil || !allowance.Blocks() {
		return Pass{Reason: reason}, err
	}
	freed, err := findReleases(tx, order.User, func(one Release) bool {
		return one.isFor(order) && one.IsUsable(by.Now) && one.covers(allowance.Lines)
	})
	switch {
	case err != nil:
		return pass, err
	case len(freed) > 0:
		return Pass{Reason: freed[0].why(), release: freed[0].ID}, nil
	case reason == "":
		return pass, r.Refusal(allowance.Lines)
	case !r.CanFree(by):
		return pass, r.errFree()
	}
	return Pass{Reason: reason}, nil
}

// CheckChange is CheckOrder for the items of a stored order, and returns the reason for its history.
func CheckChange(ctx context.Context, tx *db.DB, by auth.Caller, order Order, reason string) (string, error) {
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil {
		return "", err
	}
	if err := rule.Hold(tx.WithContext(ctx)).Table("users").Where("id = ?", order.User).Select("id").Find(&order.User).Error; err != nil {
		return "", err
	}
	pass, err := rule.CheckOrder(ctx, tx, by, order, reason)
	if err == nil {
		err = pass.Use(tx, order.ID, by.Now)
	}
	return pass.Reason, err
}
