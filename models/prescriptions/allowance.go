package prescriptions

import (
	"context"
	"strings"

	"gorm.io/gorm/clause"

	"acolhe/models/associates"
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
	found, err := find(ctx, rule.read(tx, order, false), by, order)
	return rule.allowance(found, order), err
}

func find(ctx context.Context, tx *db.DB, by auth.Caller, order Order) (Associate, error) {
	return associates.FindAs[Associate](ctx, tx, by.AsSystem(), "id", order.User)
}

// allowance is what prescriptions allow of an order of an associate who was read with read or Hold.
func (r Rule) allowance(of Associate, order Order) Allowance {
	if r.IsOff() {
		return Allowance{Rule: r}
	}
	return Allowance{Rule: r, Lines: r.check(order, of.Basis)}
}

// Associate is the associate of an order, with what the rule decides from.
type Associate struct {
	associates.Associate
	Basis basis `gorm:"serializer:json"`
}

// basis is what the rule decides from (prescription_basis). Of a prescription it has the days and the items, and Taken has units.
type basis struct {
	Prescriptions []Prescription
	Taken         map[string]int
	Products      map[string]product
}

// product is what the rule reads of a product.
type product struct {
	Name string
	Tags []string
}

// read returns the handle with which the associate of an order is read: with what the rule decides from, unless it is off. That is one
// statement, because every order waits for it.
func (r Rule) read(tx *db.DB, order Order, isHeld bool) *db.DB {
	if r.IsOff() {
		return tx
	}
	codes := clause.Expr{SQL: "cast(array[?] as text[])", Vars: []any{order.codes()}, WithoutParentheses: true}
	return tx.Select("users.*, prescription_basis(id, user_code, ?, ?, ?, ?, ?) as basis", order.ID, r.Since, codes, isHeld, maxOfPeople)
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
	found, err := find(ctx, rule.read(tx, order, false), by, order)
	return rule.allowance(found, order).Warnings(), err
}

// Hold returns the handle with which the associate of an order is read before Check: where the rule blocks, their row stays locked until
// the transaction ends, which keeps two orders of one person from each taking what is left, or from using the same answer.
func (r Rule) Hold(tx *db.DB, order Order) *db.DB {
	if r.Mode != Block {
		return tx
	}
	return r.read(tx, order, true)
}

// Check returns why an order of an associate who was read with Hold may be stored, and 409 PRESCRIPTION_REQUIRED for one that the rule
// blocks, unless a request for it was freed, or a caller who may let it pass gives a reason; 400 VALIDATION_ERROR for a reason that is
// too long, and 403 FORBIDDEN for a reason of another caller.
func (of Associate) Check(tx *db.DB, by auth.Caller, r Rule, order Order, reason string) (pass Pass, err error) {
	reason = strings.TrimSpace(reason)
	if !texts.Fits(reason, maxReason) {
		return pass, errs.Invalid("prescription_reason", "é longo demais")
	}
	if r.Mode != Block {
		return Pass{Reason: reason}, nil
	}
	allowance := r.allowance(of, order)
	if !allowance.Blocks() {
		return Pass{Reason: reason}, nil
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

// CheckChange is Check for the items of a stored order, and returns the reason for its history.
func CheckChange(ctx context.Context, tx *db.DB, by auth.Caller, order Order, reason string) (string, error) {
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil {
		return "", err
	}
	found, err := find(ctx, rule.Hold(tx, order), by, order)
	if err != nil {
		return "", err
	}
	pass, err := found.Check(tx, by, rule, order, reason)
	if err == nil {
		err = pass.Use(tx, order.ID, by.Now)
	}
	return pass.Reason, err
}
