package prescriptions

import (
	"context"
	"slices"
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
	found, err := rule.find(ctx, tx, order, false)
	return rule.allowance(found, order), err
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

// basis is what the rule decides from (allowance_basis): of the prescriptions, the latest end first, the days and the items, and the
// items of the orders that count as taken.
type basis struct {
	Prescriptions []Prescription
	Taken         [][]taken
	Products      []product
}

// taken is an item of an order that counts as taken.
type taken struct {
	Code     string `json:"code"`
	Quantity int    `json:"quantity"`
}

// product is what the rule reads of a product.
type product struct {
	Code, Name string
	Tags       []string
}

// taken returns the units that were taken of a product.
func (b basis) taken(code string) (units int) {
	for _, items := range b.Taken {
		for _, item := range items {
			if item.Code == code {
				units += item.Quantity
			}
		}
	}
	return units
}

// product returns the product of a code, and whether there is one.
func (b basis) product(code string) (product, bool) {
	at := slices.IndexFunc(b.Products, func(one product) bool { return one.Code == code })
	if at < 0 {
		return product{}, false
	}
	return b.Products[at], true
}

// read returns the handle with which the associate of an order is read: with what the rule decides from, unless it is off. That is one
// statement, because every order waits for it.
func (r Rule) read(tx *db.DB, order Order, isHeld bool) *db.DB {
	if r.IsOff() {
		return tx
	}
	return tx.Select("users.*, ?", r.basisColumn(order, isHeld))
}

// find returns what the rule decides from for the associate of an order, without the associate; 404 NOT_FOUND for an unknown one.
func (r Rule) find(ctx context.Context, tx *db.DB, order Order, isHeld bool) (Associate, error) {
	query := tx.WithContext(ctx).Table("users").Select("?", r.basisColumn(order, isHeld)).Where("id = ?", order.User)
	found, err := db.First[struct {
		Basis basis `gorm:"serializer:json"`
	}](query, errs.NotFound("Associado não encontrado."))
	return Associate{Basis: found.Basis}, err
}

// basisColumn is the column of users with what the rule decides from.
func (r Rule) basisColumn(order Order, isHeld bool) clause.Expr {
	return clause.Expr{SQL: "allowance_basis(id, user_code, ?, ?, cast(array[?] as text[]), ?, ?) as basis",
		Vars: []any{order.ID, r.Since, order.codes(), isHeld, maxOfPeople}, WithoutParentheses: true}
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
	found, err := rule.find(ctx, tx, order, false)
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
	var found Associate
	if rule.Mode == Block {
		if found, err = rule.find(ctx, tx, order, true); err != nil {
			return "", err
		}
	}
	pass, err := found.Check(tx, by, rule, order, reason)
	if err == nil {
		err = pass.Use(tx, order.ID, by.Now)
	}
	return pass.Reason, err
}
