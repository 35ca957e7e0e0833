// Package preferences keeps what an operator chose for the pages: the columns of a list, what
// was opened last. A choice belongs to one operator and is read by nobody else. What a choice
// may be is the page's to say; filters that were given a name are package views.
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

// Key names a choice and tells its type.
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

// Of returns an operator's choice; the zero value when there is none, or when the stored one does not
// fit the type any more. Only operators have choices.
func (k Key[T]) Of(ctx context.Context, tx *db.DB, by auth.Caller) (T, error) {
	var chosen T
	if by.Kind != auth.Operator {
		return chosen, nil
	}
	var stored []json.RawMessage
	err := tx.WithContext(ctx).Model(&preference{}).Where("operator_id = ? and key = ?", by.ID, string(k)).Limit(1).Pluck("value", &stored).Error
	if err != nil || len(stored) == 0 {
		return chosen, err
	}
	if json.Unmarshal(stored[0], &chosen) != nil {
		var none T
		return none, nil
	}
	return chosen, nil
}

// Choose keeps an operator's choice over an earlier one; others than operators are 403 FORBIDDEN.
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

// Forget removes an operator's choice; it is no error when there is none.
func (k Key[T]) Forget(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return tx.WithContext(ctx).Where("operator_id = ? and key = ?", by.ID, string(k)).Delete(&preference{}).Error
}
