package personexports

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/security"
	"acolhe/models/privacy"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Kept is the time for which a copy is kept.
const Kept = 72 * time.Hour

// State is the state of a copy.
type State string

// The states. The bytes of an Expired copy are removed.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	IsReady   State = "ready"
	Failed    State = "failed"
	IsExpired State = "expired"
)

// Export is a row of person_exports.
type Export struct {
	ID     int64 `gorm:"primaryKey"`
	UserID int64
	// RequestID is the request that it answers; nil for none.
	RequestID *int64
	State     State
	// IsOwn reports whether the person requested it, else AskedBy names the administrator.
	IsOwn   bool
	AskedBy string
	// Done and Total count tables and files.
	Done, Total         int
	RowCount, FileCount int
	// Size is in bytes.
	Size int64
	// Failure says in Portuguese why it failed.
	Failure        *string
	DateCreated    time.Time
	DateReady      *time.Time
	Expires        *time.Time
	Downloads      int
	DateDownloaded *time.Time
}

// TableName returns the name of the table.
func (Export) TableName() string { return "person_exports" }

// IsUnderWay reports whether the copy is being written or waits for it.
func (e Export) IsUnderWay() bool { return e.State == Waiting || e.State == Running }

// IsAvailable reports whether the copy can be downloaded at a time.
func (e Export) IsAvailable(now time.Time) bool {
	return e.State == IsReady && e.Expires != nil && e.Expires.After(now)
}

// onOpen leaves a copy of the person that is under way as it is.
var onOpen = clause.OnConflict{
	Columns:     []clause.Column{{Name: "user_id"}},
	TargetWhere: clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "state in ('waiting', 'running')"}}},
	DoNothing:   true,
}

// begin stores a copy to be made and enqueues its job. A copy that is under way is left, an earlier one gives way to this. It must be
// called in a transaction.
func begin(ctx context.Context, tx *db.DB, by auth.Caller, user, request int64) error {
	row := Export{UserID: user, RequestID: &request, State: Waiting, IsOwn: by.Kind == auth.Associate, AskedBy: by.FullName(), DateCreated: by.Now}
	stored := tx.WithContext(ctx).Clauses(onOpen).Create(&row)
	if stored.Error != nil || stored.RowsAffected == 0 {
		return stored.Error
	}
	if err := expire(ctx, tx, "user_id = ? and id <> ?", user, row.ID); err != nil {
		return err
	}
	return jobs.Enqueue(ctx, tx, writing{row.ID}, writeOptions())
}

// expire removes the bytes of ready copies of a condition.
func expire(ctx context.Context, tx *db.DB, condition string, arguments ...any) error {
	var ids []int64
	ended := tx.WithContext(ctx).Raw("update person_exports set state = 'expired' where state = 'ready' and "+condition+" returning id", arguments...)
	if err := ended.Scan(&ids).Error; err != nil || len(ids) == 0 {
		return err
	}
	return tx.WithContext(ctx).Exec("delete from person_export_chunks where export_id in ?", ids).Error
}

// PrepareFor begins the copy for a request, for an administrator. The identity must have been checked (409 CONFLICT), and the request
// be one that a copy answers or that erases what it has.
func (o Office) PrepareFor(ctx context.Context, by auth.Caller, request int64) error {
	found, err := privacy.Find(ctx, o.DB, by, request)
	switch {
	case err != nil:
		return err
	case !found.Kind.IsForCopy() && found.Kind != privacy.Erase:
		return errs.Conflict(errs.CodeConflict, "Este pedido não pede uma cópia dos dados.")
	case found.State != privacy.Open:
		return errs.Conflict(errs.CodeConflict, "Este pedido já foi respondido.")
	case found.Identity == "":
		return errs.Conflict(errs.CodeConflict, "Antes de preparar a cópia, confira quem pede.")
	}
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := record(ctx, tx, by, found.UserID, map[string]any{"request": found.ID}); err != nil {
			return err
		}
		if err := privacy.Note(ctx, tx, by, privacy.Event{RequestID: found.ID, Action: privacy.CopyMade}); err != nil {
			return err
		}
		return begin(ctx, tx, by, found.UserID, found.ID)
	})
}

// record records as a security event that an administrator had a copy made or downloaded it.
func record(ctx context.Context, tx *db.DB, by auth.Caller, user int64, details map[string]any) error {
	var code string
	if err := tx.WithContext(ctx).Raw("select user_code::text from users where id = ?", user).Scan(&code).Error; err != nil {
		return err
	}
	return security.Record(ctx, tx, by, security.Event{Kind: security.PersonCopied, Subject: code, Details: details})
}

// Latest returns the latest copy of a person, for an administrator or the person; the zero value if there is none.
func (o Office) Latest(ctx context.Context, by auth.Caller, user int64) (found Export, err error) {
	if err := allow(by, user); err != nil {
		return found, err
	}
	err = o.DB.WithContext(ctx).Where("user_id = ?", user).Order("id desc").Limit(1).Find(&found).Error
	return found, err
}

// Shown is the latest copy of a person as the staff see it.
type Shown struct {
	Export
	// Email is the address of the letter, whose owner downloads the copy; empty if the staff hand it over.
	Email string
}

// ReadShown returns the latest copy of a person for an administrator.
func (o Office) ReadShown(ctx context.Context, by auth.Caller, user int64) (found Shown, err error) {
	if found.Export, err = o.Latest(ctx, by, user); err != nil {
		return found, err
	}
	found.Email, err = o.address(ctx, o.DB, user)
	return found, err
}

// allow returns 404 NOT_FOUND unless the caller is the person or an administrator.
func allow(by auth.Caller, user int64) error {
	if by.Kind == auth.Associate && by.ID == user || access.IsAdministrator(by) {
		return nil
	}
	return errNotFound()
}

func errNotFound() error { return errs.NotFound("Esta cópia não existe mais. Peça outra.") }
