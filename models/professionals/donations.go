package professionals

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// maxReason is the maximum length of the reason of a movement.
const maxReason = 500

// Movement is a row of donation_movements, the ledger of a professional's donation balance, in reais. Rows never change.
type Movement struct {
	ID             int64        `json:"id" gorm:"primaryKey"`
	ProfessionalID int64        `json:"professional_id" gorm:"column:professional_id"`
	Amount         money.Amount `json:"amount" gorm:"column:amount"`
	BalanceAfter   money.Amount `json:"balance_after" gorm:"column:balance_after"`
	Reason         string       `json:"reason" gorm:"column:reason"`
	ActorKind      auth.Kind    `json:"-" gorm:"column:actor_kind"`
	ActorCode      *string      `json:"-" gorm:"column:actor_code"`
	ActorName      *string      `json:"actor_name" gorm:"column:actor_name"`
	DateCreated    time.Time    `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Movement) TableName() string { return "donation_movements" }

// MoveInput is the body of PATCH /professionals/:id/donation-balance (decisions.md, "Orders, services, reports"). A
// negative amount lowers the balance.
type MoveInput struct {
	errs.BindErrors

	ID     int64        `json:"-" form:"-"`
	Amount money.Amount `json:"amount" form:"amount"`
	Reason string       `json:"reason" form:"reason"`
}

// Required names the members that must be sent.
func (MoveInput) Required() []string { return []string{"amount", "reason"} }

// Balance is the answer to a movement: the new balance and the movement.
type Balance struct {
	ID              int64        `json:"id"`
	DonationBalance money.Amount `json:"donation_balance"`
	Movement        Movement     `json:"movement"`
}

// MoveDonations adds an amount to the donation balance of a professional and keeps the movement. It returns 400
// VALIDATION_ERROR for a missing amount or reason, 403 FORBIDDEN for a professional's own access, 404 NOT_FOUND, and 409
// CONFLICT if the balance would be negative.
func MoveDonations(ctx context.Context, tx *db.DB, by auth.Caller, input MoveInput) (moved Balance, err error) {
	if err := access.RequireUnbound(by); err != nil {
		return moved, err
	}
	if err := input.validate(); err != nil {
		return moved, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		changed, err := db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Professional, p *Professional) error {
			return p.move(input.Amount, by.Now)
		})
		if err != nil {
			return err
		}
		movement := Movement{ProfessionalID: changed.ID, Amount: input.Amount, BalanceAfter: changed.DonationBalance,
			Reason:    strings.TrimSpace(input.Reason),
			ActorKind: by.Kind, ActorCode: texts.Optional(by.Code), ActorName: texts.Optional(by.FullName()), DateCreated: by.Now}
		moved = Balance{ID: changed.ID, DonationBalance: changed.DonationBalance}
		err = tx.Create(&movement).Error
		moved.Movement = movement
		return err
	})
	return moved, err
}

// ListMovements returns a page of the ledger of a professional, newest first; only staff see it.
func ListMovements(ctx context.Context, tx *db.DB, by auth.Caller, professionalID int64, window page.Window) (page.Of[Movement], error) {
	rows, err := window.Normalize()
	if err != nil {
		return page.Of[Movement]{}, err
	}
	ledger := tx.WithContext(ctx).Model(&Movement{}).
		Scopes(db.Allowed(access.RequireUnbound(by) == nil && access.Can(by, "professionals", access.Read))).
		Where("professional_id = ?", professionalID).Session(&db.Session{})
	return db.ReadPage[Movement](ledger, ledger, rows, "date_created desc, id desc")
}

// move adds an amount to the balance.
func (p *Professional) move(amount money.Amount, now time.Time) error {
	balance := p.DonationBalance.Add(amount)
	if balance.Cmp(money.Zero) < 0 {
		return errs.Conflict(errs.CodeConflict, "O saldo é de "+fmtbr.Money(p.DonationBalance)+" e não pode ficar negativo.")
	}
	if balance.Cmp(maxBalance) > 0 {
		return errs.Conflict(errs.CodeConflict, "O saldo passaria de "+fmtbr.Money(maxBalance)+".")
	}
	p.DonationBalance, p.DateUpdated = balance, now
	return nil
}

// maxBalance is the largest balance, in reais.
var maxBalance = money.MustParse("9999999.99")

func (in MoveInput) validate() error {
	var problems errs.Problems
	problems.Require(!in.Amount.IsZero(), "amount", "informe um valor diferente de zero")
	if err := in.Amount.CheckAdjustment(); err != nil {
		problems.Add("amount", err.Error())
	}
	problems.Require(strings.TrimSpace(in.Reason) != "", "reason", "informe o motivo")
	problems.Require(texts.Fits(in.Reason, maxReason), "reason", "deve ter no máximo 500 caracteres")
	return in.BindErrors.Merge(problems).Err()
}
