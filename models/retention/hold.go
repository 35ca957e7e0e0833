package retention

import (
	"cmp"
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Hold is a row of retention_holds: a person whose rows, and those of whose patients, do not leave until a day, or until the hold is
// released.
type Hold struct {
	ID             int64 `gorm:"primaryKey"`
	UserID         int64
	Reason         string
	Until          *civil.Date
	CreatedByName  string
	DateCreated    time.Time
	ReleasedByName string
	DateReleased   *time.Time
	// Name is the current name of the person.
	Name string `gorm:"->"`
}

// TableName returns the name of the table.
func (Hold) TableName() string { return "retention_holds" }

const (
	// heldNow is the condition of holds that count on a day.
	heldNow      = "retention_holds.date_released is null and (retention_holds.until is null or retention_holds.until >= ?)"
	withHeldName = `retention_holds.*, coalesce(nullif(btrim(u.associate_name), ''), btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, ''))) as name`
	joinHeld     = "join users u on u.id = retention_holds.user_id"
)

// Holds returns the holds that count today for an administrator, newest first.
func (k Keeper) Holds(ctx context.Context, by auth.Caller, today civil.Date, limit int) (found []Hold, err error) {
	err = db.AdministratorsOnly(k.DB.WithContext(ctx), by).Where(heldNow, today).Joins(joinHeld).Select(withHeldName).
		Order("retention_holds.id desc").Limit(limit).Find(&found).Error
	return found, err
}

// FindHold returns a hold that was not released for an administrator, else 404 NOT_FOUND.
func (k Keeper) FindHold(ctx context.Context, by auth.Caller, id int64) (Hold, error) {
	query := db.AdministratorsOnly(k.DB.WithContext(ctx), by).Where("retention_holds.id = ? and retention_holds.date_released is null", id)
	return db.First[Hold](query.Joins(joinHeld).Select(withHeldName), errs.NotFound("Estes dados já podem sair."))
}

// HoldInput holds the rows of a person. Without Until they are held until they are released.
type HoldInput struct {
	UserID int64       `form:"user_id"`
	Reason string      `form:"reason"`
	Until  *civil.Date `form:"until"`
}

func (in HoldInput) check(ctx context.Context, tx *db.DB, today civil.Date) error {
	var exists bool
	err := tx.WithContext(ctx).Raw("select exists (select from users where id = ? and status <> 'patient')", in.UserID).Scan(&exists).Error
	if err != nil {
		return err
	}
	var problems errs.Problems
	problems.Require(exists, "user_id", "este código não é de um associado")
	problems.Require(checkReason(strings.TrimSpace(in.Reason)) == nil, "reason", "diga por quê, em até 500 caracteres")
	problems.Require(in.Until == nil || !in.Until.Before(today), "until", "deve ser um dia que ainda vem")
	return problems.Err()
}

// Hold keeps the rows of an associate and of the own patients from leaving. It returns 409 CONFLICT if they are held.
func (k Keeper) Hold(ctx context.Context, by auth.Caller, input HoldInput, today civil.Date) (Hold, error) {
	if err := cmp.Or(require(by), input.check(ctx, k.DB, today)); err != nil {
		return Hold{}, err
	}
	row := Hold{UserID: input.UserID, Reason: strings.TrimSpace(input.Reason), Until: input.Until, CreatedByName: by.FullName(),
		DateCreated: by.Now}
	err := k.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		const ended = "update retention_holds set date_released = ?, released_by_name = 'prazo' where user_id = ? and date_released is null and until < ?"
		if err := tx.Exec(ended, by.Now, input.UserID, today).Error; err != nil {
			return err
		}
		var isHeld bool
		const exists = "select exists (select from retention_holds where user_id = ? and date_released is null)"
		if err := tx.Raw(exists, input.UserID).Scan(&isHeld).Error; err != nil {
			return err
		}
		if isHeld {
			return errs.Conflict(errs.CodeConflict, "Os dados desta pessoa já não saem.")
		}
		if err := tx.Omit("Name").Create(&row).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.PersonHeld, Subject: personCode(input.UserID),
			Details: map[string]any{"reason": row.Reason}})
	})
	return row, err
}

// Release lets the rows of a person leave again.
func (k Keeper) Release(ctx context.Context, by auth.Caller, id int64) error {
	found, err := k.FindHold(ctx, by, id)
	if err != nil {
		return err
	}
	return k.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		released := tx.Exec("update retention_holds set date_released = ?, released_by_name = ? where id = ? and date_released is null",
			by.Now, by.FullName(), id)
		if released.Error != nil || released.RowsAffected == 0 {
			return released.Error
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.PersonReleased, Subject: personCode(found.UserID)})
	})
}
