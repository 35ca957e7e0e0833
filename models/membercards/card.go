package membercards

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/publiccode"
)

// row is a row of member_cards. A card whose code was exchanged has an end.
type row struct {
	ID          int64 `gorm:"primaryKey"`
	UserID      int64
	Code        string
	DateCreated time.Time
	DateEnded   *time.Time
}

// TableName returns the name of the table.
func (row) TableName() string { return "member_cards" }

// Card is the card of a member as it is shown.
type Card struct {
	Member associates.Associate
	// Code is the public code as people read it: 7K4M-2QXD.
	Code string
	// Since is the day on which the membership began, Until the last day of the current year of validity.
	Since, Until civil.Date
}

// Number returns the number of the card: 001840.
func (c Card) Number() string { return fmt.Sprintf("%06d", c.Member.ID) }

// Of returns the card of an associate whom the caller may see, and issues it at the first time. Anybody else is 404
// NOT_FOUND, an associate who is not a member 409 CONFLICT.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Card, error) {
	member, err := findMember(ctx, tx, by, id)
	if err != nil {
		return Card{Member: member}, err
	}
	current, err := issue(ctx, tx, by, id)
	if err != nil {
		return Card{Member: member}, err
	}
	return describe(ctx, tx, by, member, current)
}

// Exchange gives the card another code, so that the one before is no longer valid; it returns the errors of Of.
func Exchange(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (card Card, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if _, err := findMember(ctx, tx, by, id); err != nil {
			return err
		}
		// One exchange at a time: the second ends the card of the first.
		if err := tx.Exec("select 1 from users where id = ? for update", id).Error; err != nil {
			return err
		}
		if err := tx.Model(&row{}).Where("user_id = ? and date_ended is null", id).Update("date_ended", by.Now).Error; err != nil {
			return err
		}
		card, err = Of(ctx, tx, by, id)
		return err
	})
	return card, err
}

// findMember returns a member whom the caller may see; see Of for the errors.
func findMember(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (associates.Associate, error) {
	var member associates.Associate
	var err error
	if by.Kind == auth.Associate {
		if id != by.ID {
			return member, errs.NotFound("Associado não encontrado.")
		}
		member, err = associates.FindOwn(ctx, tx, by)
	} else {
		member, err = associates.FindFor(ctx, tx, by, id)
	}
	switch {
	case err != nil:
		return member, err
	case !isMember(member):
		return member, errs.Conflict(errs.CodeConflict, "A carteirinha é de quem já faz parte da associação.")
	}
	return member, nil
}

// isMember reports whether somebody has a card: a member whose term, if one is awaited, is signed.
func isMember(person associates.Associate) bool {
	return person.Status == associates.Associado && !person.AwaitsTerm()
}

// issue returns the current card of a member, a new one without any.
func issue(ctx context.Context, tx *db.DB, by auth.Caller, userID int64) (current row, err error) {
	tx = tx.WithContext(ctx)
	find := func() error {
		return tx.Where("user_id = ? and date_ended is null", userID).Limit(1).Find(&current).Error
	}
	if err := find(); err != nil || current.ID != 0 {
		return current, err
	}
	// Two first requests at once make one card; a code that is taken is drawn again by the next request.
	created := row{UserID: userID, Code: publiccode.New(), DateCreated: by.Now}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Omit("id").Create(&created).Error; err != nil {
		return current, err
	}
	if err := find(); err != nil || current.ID != 0 {
		return current, err
	}
	return current, errs.Unavailable(fmt.Errorf("no card for user %d", userID))
}

func describe(ctx context.Context, tx *db.DB, by auth.Caller, member associates.Associate, current row) (Card, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return Card{}, err
	}
	began, err := beginning(ctx, tx, by, member)
	if err != nil {
		return Card{}, err
	}
	since := civil.Of(began.In(zone))
	return Card{Member: member, Code: publiccode.Shown(current.Code), Since: since, Until: validUntil(since, civil.Of(by.Now.In(zone)))}, nil
}

// beginning is when somebody became a member: at the signature of the term, without one when the record was made.
func beginning(ctx context.Context, tx *db.DB, by auth.Caller, member associates.Associate) (time.Time, error) {
	if member.AdhesionTerm == nil {
		return member.DateCreated, nil
	}
	contract, err := signing.FindFor(ctx, tx, by.AsSystem(), *member.AdhesionTerm)
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && contract.CompletedAt == nil {
		return member.DateCreated, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return *contract.CompletedAt, nil
}

// validUntil returns the next anniversary of the membership: the validity renews itself.
func validUntil(since, today civil.Date) civil.Date {
	for years := since.YearsUntil(today) + 1; ; years++ {
		if until := since.Add(years, 0, 0); today.Before(until) {
			return until
		}
	}
}
