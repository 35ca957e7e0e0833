package history

import (
	"context"
	"slices"
	"time"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// ChangeAction is the kind of a change of a person.
type ChangeAction string

// The kinds of changes: the row was created or changed, a document was taken off it, another photo of one was requested.
const (
	Created   ChangeAction = "create"
	Updated   ChangeAction = "update"
	Detached  ChangeAction = "detach"
	Requested ChangeAction = "request"
)

// Change is a change of an associate or patient with its actor and time. A trigger of the database writes it
// (migrations/derived/user_changes.sql). Without ActorKind the program itself acted, or a person without a session.
type Change struct {
	ID        int64 `gorm:"primaryKey"`
	UserID    int64
	Action    ChangeAction
	ActorKind auth.Kind
	ActorCode *string
	ActorName *string
	// Changes are the columns that differ, by name. A value that the caller may not read has neither From nor To.
	Changes     orders.Differences `gorm:"serializer:json"`
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Change) TableName() string { return "user_changes" }

// Confidential are the columns whose values only those who may change associates read in the history.
var Confidential = []string{
	"associate_cpf", "cpf", "guardian_cpf", "rg", "health_condition", "icd_code", "medications", "allergies", "health_notes", "prescription",
}

// Changes returns the newest changes of an associate and of their patients, newest first, at most limit. For a caller who
// may not read associates it is empty.
func Changes(ctx context.Context, tx *db.DB, by auth.Caller, people []associates.Associate, limit int) ([]Change, error) {
	if !access.Can(by, "users", access.Read) {
		return nil, nil
	}
	ids := make([]int64, len(people))
	for i, person := range people {
		ids[i] = person.ID
	}
	var changes []Change
	err := tx.WithContext(ctx).Where("user_id in ?", ids).Order("date_created desc, id desc").Limit(limit).Find(&changes).Error
	if !access.Can(by, "users", access.Update) {
		withhold(changes)
	}
	return changes, err
}

// withhold removes the values of the confidential columns.
func withhold(changes []Change) {
	for _, change := range changes {
		for name := range change.Changes {
			if slices.Contains(Confidential, name) {
				change.Changes[name] = orders.Difference{}
			}
		}
	}
}
