// Package preferences stores an operator's choices for the pages, such as the columns of a list. A
// choice belongs to one operator and only that operator reads it. The page validates its choices;
// filters with a name belong to package savedviews.
package preferences

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Key is the name of a choice, with its type.
type Key[T any] string

// preference is a row of operator_preferences.
type preference struct {
	OperatorID  int64           `gorm:"column:operator_id;primaryKey"`
	Key         string          `gorm:"column:key;primaryKey"`
	Value       json.RawMessage `gorm:"column:value;type:jsonb"`
	DateUpdated time.Time       `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (preference) TableName() string { return "operator_preferences" }

// Of returns an operator's choice, or the zero value if there is none or the stored one does not
// match the type. Only operators have choices.
func (k Key[T]) Of(ctx context.Context, tx *db.DB, by auth.Caller) (T, error) {
	var stored []json.RawMessage
	err := k.query(tx.WithContext(ctx), by).Pluck("value", &stored).Error
	if err != nil || len(stored) == 0 {
		var none T
		return none, err
	}
	return parse[T](stored[0]), nil
}

// query selects the stored value of an operator's choice, and none of another caller.
func (k Key[T]) query(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Model(&preference{}).Scopes(db.Allowed(by.Kind == auth.Operator)).Where("operator_id = ? and key = ?", by.ID, string(k)).
		Select("value").Limit(1)
}

// parse returns the choice of a stored value, or the zero value if it does not match the type.
func parse[T any](stored []byte) T {
	var chosen, none T
	if json.Unmarshal(stored, &chosen) != nil {
		return none
	}
	return chosen
}

// Choose stores an operator's choice. It returns 403 FORBIDDEN for other callers.
func (k Key[T]) Choose(ctx context.Context, tx *db.DB, by auth.Caller, chosen T) error {
	if by.Kind != auth.Operator {
		return errs.Forbidden("Só operadores têm preferências.")
	}
	raw, err := json.Marshal(chosen)
	if err != nil {
		return err
	}
	kept := preference{OperatorID: by.ID, Key: string(k), Value: raw, DateUpdated: by.Now}
	return tx.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&kept).Error
}

// Forget removes an operator's choice, if there is one.
func (k Key[T]) Forget(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return tx.WithContext(ctx).Where("operator_id = ? and key = ?", by.ID, string(k)).Delete(&preference{}).Error
}
