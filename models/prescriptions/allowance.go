package prescriptions

import (
	"context"
	"strings"
	"time"

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

// prescribed is a prescription of an associate or a patient, beside the units that the other orders of the associate have of each
// product in the period, which are the same in every row.
type prescribed struct {
	Prescription `gorm:"embedded"`
	Taken        map[string]int `gorm:"serializer:json"`
}

// readPrescribed reads, in one statement because every order waits for it, the prescriptions that are not refused or replaced, in the
// order of their end. Cancelled orders do not count as taken, and neither does the order itself.
func readPrescribed(ctx context.Context, tx *db.DB, order Order, since time.Time) ([]prescribed, error) {
	var found []prescribed
	taken := tx.Table("orders o").Joins("cross join lateral jsonb_to_recordset(o.items) as item(code text, quantity int)").
		Where("o.user_id = ? and o.date_created >= ? and o.status <> 'Cancelado' and o.id <> ? and item.code is not null", order.User, since, order.ID).
		Group("item.code").Select("item.code, sum(item.quantity) as quantity")
	err := tx.WithContext(ctx).Table("prescriptions").
		Select("prescriptions.*, (select jsonb_object_agg(code, quantity) from (?) as taken) as taken", taken).
		Where(`user_id in (select p.id from users u join users p on p.id = u.id or p.responsible_code = u.user_code where u.id = ?)
			and refused_reason is null and replaced_by_id is null`, order.User).
		Order("valid_until, id").Limit(maxOfPeople).Find(&found).Error
	return found, err
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

// CheckOrder returns why an order may be stored, and 409 PRESCRIPTION_REQUIRED for one that the rule blocks, unless a request for it
// was freed, or a caller who may let it pass gives a reason; 400 VALIDATION_ERROR for a reason that is too long, and 403 FORBIDDEN
// for a reason of another caller.
func CheckOrder(ctx context.Context, tx *db.DB, by auth.Caller, order Order, reason string) (pass Pass, err error) {
	reason = strings.TrimSpace(reason)
	if !texts.Fits(reason, maxReason) {
		return pass, errs.Invalid("prescription_reason", "é longo demais")
	}
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil || rule.Mode != Block {
		return Pass{Reason: reason}, err
	}
	// The lock keeps two orders of one person from each taking what is left, or from using the same answer.
	if err := tx.WithContext(ctx).Exec("select from users where id = ? for no key update", order.User).Error; err != nil {
		return pass, err
	}
	allowance, err := allowanceUnder(ctx, tx, rule, order)
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
		return pass, rule.Refusal(allowance.Lines)
	case !rule.CanFree(by):
		return pass, rule.errFree()
	}
	return Pass{Reason: reason}, nil
}

// CheckChange is CheckOrder for the items of a stored order, and returns the reason for its history.
func CheckChange(ctx context.Context, tx *db.DB, by auth.Caller, order Order, reason string) (string, error) {
	pass, err := CheckOrder(ctx, tx, by, order, reason)
	if err == nil {
		err = pass.Use(tx, order.ID, by.Now)
	}
	return pass.Reason, err
}
