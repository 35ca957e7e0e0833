package systemerrors

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// StatusUndo undoes Resolve.
const StatusUndo undo.Kind = "systemerrors.resolve"

// ResolveInput sets the status of a group.
type ResolveInput struct {
	ErrorHash string `json:"error_hash" form:"error_hash"`
	Status    Status `json:"status" form:"status"`
}

// Required names the members that must be sent.
func (ResolveInput) Required() []string { return []string{"error_hash", "status"} }

// resolution is what Resolve changes.
type resolution struct {
	ErrorHash       string        `json:"error_hash" gorm:"primaryKey"`
	Status          Status        `json:"status"`
	ResolvedBy      uuid.NullUUID `json:"resolved_by"`
	ResolvedAt      *time.Time    `json:"resolved_at"`
	ResolvedRelease *string       `json:"resolved_release"`
	ReopenedAt      *time.Time    `json:"reopened_at"`
	LastRelease     *string       `json:"-" gorm:"->"`
}

// TableName returns the name of the table.
func (resolution) TableName() string { return "system_error_groups" }

// Resolve sets the status of a group, and returns the id of its undo. It returns 400 VALIDATION_ERROR for an unknown status,
// 403 FORBIDDEN unless the caller is an administrator, and 404 NOT_FOUND for an unknown group.
func Resolve(ctx context.Context, tx *db.DB, by auth.Caller, input ResolveInput) (Group, int64, error) {
	if err := require(by); err != nil {
		return Group{}, 0, err
	}
	var problems errs.Problems
	problems.Require(slices.Contains(Statuses(), input.Status), "status", "deve ser open, fixed ou ignored")
	problems.Require(input.ErrorHash != "", "error_hash", "informe o grupo")
	if err := problems.Err(); err != nil {
		return Group{}, 0, err
	}
	var undoID int64
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		before, err := lock(tx, input.ErrorHash)
		if err != nil || before.Status == input.Status {
			return err
		}
		after := resolution{ErrorHash: before.ErrorHash, Status: input.Status, ResolvedAt: &by.Now, ResolvedRelease: before.LastRelease}
		if code := by.OperatorCode(); code != nil {
			after.ResolvedBy = uuid.NullUUID{UUID: *code, Valid: true}
		}
		if err := write(tx, after); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, StatusUndo, before)
		return err
	})
	if err != nil {
		return Group{}, 0, err
	}
	found, err := Find(ctx, tx, by, input.ErrorHash)
	return found, undoID, err
}

// UndoResolve gives a group its earlier status back.
func UndoResolve(ctx context.Context, tx *db.DB, by auth.Caller, before resolution) error {
	if err := require(by); err != nil {
		return err
	}
	if _, err := lock(tx.WithContext(ctx), before.ErrorHash); err != nil {
		return err
	}
	return write(tx.WithContext(ctx), before)
}

func lock(tx *db.DB, hash string) (resolution, error) {
	return db.First[resolution](tx.Raw("select error_hash, status, resolved_by, resolved_at, resolved_release, reopened_at, last_release from system_error_groups where error_hash = ? for update", hash), errUnknown())
}

func write(tx *db.DB, to resolution) error {
	return tx.Exec("update system_error_groups set status = ?, resolved_by = ?, resolved_at = ?, resolved_release = ?, reopened_at = ? where error_hash = ?",
		to.Status, to.ResolvedBy, to.ResolvedAt, to.ResolvedRelease, to.ReopenedAt, to.ErrorHash).Error
}

func errUnknown() error { return errs.NotFound("Grupo de erros não encontrado.") }

// require refuses callers who are not administrators.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só administradores cuidam dos erros.")
}
