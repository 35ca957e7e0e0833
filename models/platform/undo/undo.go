// Package undo stores the data to undo an action of an operator or associate while a page offers it (ui.md, "Patterns"). An area stores
// a payload in the transaction of the action and later uses it to undo the action; this package knows no area.
package undo

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Window is the time in which an action can be undone. It is longer than the 8 seconds of a page's offer, because a
// request may be slow.
const Window = 30 * time.Second

// Kind is the kind of action that a payload undoes, such as "associates.annotation.remove".
type Kind string

// Record is the undo of one action.
type Record struct {
	ID          int64           `gorm:"primaryKey"`
	OperatorID  *int64          `gorm:"column:operator_id"`
	AssociateID *int64          `gorm:"column:associate_id"`
	Kind        Kind            `gorm:"column:kind"`
	Payload     json.RawMessage `gorm:"type:jsonb"`
	DateCreated time.Time       `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Record) TableName() string { return "undos" }

// Keep stores the undo of an action and returns its id. Only the operator or associate who acted can use it; for other
// callers, whose pages offer no undo, it returns 0.
func Keep[Payload any](ctx context.Context, tx *db.DB, by auth.Caller, kind Kind, payload Payload) (int64, error) {
	if ownerColumn(by) == "" {
		return 0, nil
	}
	encoded, err := json.Marshal(payload)
	if err != nil {
		return 0, err
	}
	record := Record{Kind: kind, Payload: encoded, DateCreated: by.Now}
	if by.Kind == auth.Operator {
		record.OperatorID = &by.ID
	} else {
		record.AssociateID = &by.ID
	}
	err = tx.WithContext(ctx).Create(&record).Error
	return record.ID, err
}

// ownerColumn returns the column that holds the caller; empty for callers who cannot undo.
func ownerColumn(by auth.Caller) string {
	return map[auth.Kind]string{auth.Operator: "operator_id", auth.Associate: "associate_id"}[by.Kind]
}

// Take removes the record with this id and returns it, for the transaction that undoes the action. It returns 404
// NOT_FOUND for an unknown or used record and for another person's, and 409 CONFLICT after Window.
func Take(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Record, error) {
	column := ownerColumn(by)
	mine := tx.WithContext(ctx).Scopes(db.Allowed(column != "")).Where(map[string]any{"id": id, column: by.ID})
	record, err := db.First[Record](mine.Clauses(clause.Locking{Strength: "UPDATE"}), errs.NotFound("Não há mais o que desfazer."))
	if err != nil {
		return record, err
	}
	if by.Now.Sub(record.DateCreated) > Window {
		return record, errs.Conflict(errs.CodeConflict, "O prazo para desfazer acabou.")
	}
	return record, tx.WithContext(ctx).Delete(&record).Error
}
