package orderdrafts

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// Lifetime is how long a draft is kept after its last change: its prices grow old.
const Lifetime = 7 * 24 * time.Hour

// maxSize is the maximum size of the fields in JSON, in bytes. The page asks before a larger order is left.
const maxSize = 64 << 10

// Draft is what an operator has typed of a new order of an associate: the fields of the form.
type Draft struct {
	OperatorID  int64               `gorm:"column:operator_id;primaryKey"`
	UserID      int64               `gorm:"column:user_id;primaryKey"`
	Fields      map[string][]string `gorm:"column:fields;serializer:json"`
	DateUpdated time.Time           `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Draft) TableName() string { return "order_drafts" }

// Listed is a draft with the associate it is for.
type Listed struct {
	Draft
	UserCode uuid.UUID
	Name     string
}

// Keep replaces the caller's draft for an associate, and reports whether it is kept: fields that are too large are not.
func Keep(ctx context.Context, tx *db.DB, by auth.Caller, user int64, fields map[string][]string) (bool, error) {
	if written, err := json.Marshal(fields); err != nil || len(written) > maxSize {
		return false, err
	}
	draft := Draft{OperatorID: by.ID, UserID: user, Fields: fields, DateUpdated: by.Now}
	return true, tx.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&draft).Error
}

// Find returns the caller's draft for an associate; nil if there is none.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, user uuid.UUID) (*Draft, error) {
	var found []Draft
	err := own(tx.WithContext(ctx), by).Where("user_id = (select id from users where user_code = ?)", user).Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// List returns the caller's drafts, the last changed first.
func List(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (found []Listed, err error) {
	err = own(tx.WithContext(ctx).Model(&Draft{}), by).Joins("join users u on u.id = order_drafts.user_id").
		Select("order_drafts.*, u.user_code, coalesce(nullif(u.associate_name, ''), concat_ws(' ', u.name, u.last_name)) as name").
		Order("order_drafts.date_updated desc, order_drafts.user_id").Limit(limit).Scan(&found).Error
	return found, err
}

// Remove removes the caller's draft for an associate, if there is one.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, user uuid.UUID) error {
	return own(tx.WithContext(ctx), by).Where("user_id = (select id from users where user_code = ?)", user).Delete(&Draft{}).Error
}

// Discarded is the kind of undo that UndoDiscard performs.
const Discarded undo.Kind = "orderdrafts.discard"

// Discard removes the caller's draft for an associate and returns the id of the undo; 0 if there was none.
func Discard(ctx context.Context, tx *db.DB, by auth.Caller, user uuid.UUID) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		draft, err := Find(ctx, tx, by, user)
		if err != nil || draft == nil {
			return err
		}
		if err := Remove(ctx, tx, by, user); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Discarded, *draft)
		return err
	})
	return undoID, err
}

// UndoDiscard puts a draft back, unless there is a newer one.
func UndoDiscard(ctx context.Context, tx *db.DB, _ auth.Caller, draft Draft) error {
	return tx.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&draft).Error
}

// own selects the drafts of an operator that are still kept.
func own(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Where("operator_id = ? and order_drafts.date_updated > ?", by.ID, by.Now.Add(-Lifetime))
}
