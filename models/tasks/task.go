// Package tasks is the work that goes on in the background: it tells how far it is, goes on after a
// restart, can be cancelled, and its end is told to whoever asked for it. One kind does a thing to
// many associates, at once while they are few; what is done to each is the verb of the area that
// owns it, and this package owns the list of whom it is for. The other writes a long list as a file,
// as models/platform/exports does, and keeps it for a day.
package tasks

import (
	"time"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Kind is what a task does.
type Kind string

// The kinds.
const (
	AddTag    Kind = "add_tag"
	RemoveTag Kind = "remove_tag"
	// Enqueue puts into the reception who does not wait there already.
	Enqueue Kind = "enqueue"
	// ExportList writes a list as a file.
	ExportList Kind = "export"
)

// HasTag tells the kinds that are about a tag.
func (k Kind) HasTag() bool { return k == AddTag || k == RemoveTag }

// allow refuses with 403 FORBIDDEN who may not do the thing to one associate either.
func (k Kind) allow(by auth.Caller) error {
	if k == Enqueue {
		return access.Require(by, "reception", access.Create)
	}
	return access.Require(by, "users", access.Update)
}

// Status is how far a task is.
type Status string

// The statuses. Running begins with the first associates who are done.
const (
	Waiting   Status = "waiting"
	Running   Status = "running"
	Done      Status = "done"
	Cancelled Status = "cancelled"
	Failed    Status = "failed"
)

// Task is a row of tasks: work that goes on in the background.
type Task struct {
	ID   int64 `gorm:"primaryKey"`
	Kind Kind
	// Tag is set for the kinds that are about one.
	Tag       *string
	Status    Status
	OwnerID   *int64
	OwnerName string
	// Total counts whom it is for, or the rows of a list; the other counts tell what came of those
	// who were worked. A row that is written counts as changed.
	Total      int
	Changed    int
	PassedOver int
	Refused    int
	// Reached is the last associate who was worked, in the order of their ids.
	Reached int64
	// Failure says in Portuguese why a task failed.
	Failure     *string
	DateCreated time.Time
	DateStarted *time.Time
	DateEnded   *time.Time
	// DateSeen is when the owner learned of its end.
	DateSeen *time.Time
	// File is set for the kind that writes one.
	File *File
}

// TableName returns the name of the table.
func (Task) TableName() string { return "tasks" }

// IsOf reports whether a task is the person's own.
func (t Task) IsOf(by auth.Caller) bool {
	return t.OwnerID != nil && by.Kind == auth.Operator && *t.OwnerID == by.ID
}

// Worked counts the associates who were worked, whatever came of it.
func (t Task) Worked() int { return t.Changed + t.PassedOver + t.Refused }

// IsOver tells a task that goes on no more.
func (t Task) IsOver() bool { return t.Status == Done || t.Status == Cancelled || t.Status == Failed }

func (t *Task) end(status Status, now time.Time) { t.Status, t.DateEnded = status, &now }

func (t *Task) fail(reason string, now time.Time) {
	t.Failure = &reason
	t.end(Failed, now)
}

// Failure is an associate to whom it could not be done. Name is empty when the associate is gone.
type Failure struct {
	AssociateID int64
	Name        string
	Reason      string
}

// reason says why an associate was refused; no other failure is about one associate.
func reason(err error) (text string, isRefusal bool) {
	refusal := errs.As(err)
	if refusal == nil {
		return "", false
	}
	switch refusal.Kind {
	case errs.KindInvalid, errs.KindForbidden, errs.KindNotFound, errs.KindConflict, errs.KindUnprocessable:
	default:
		return "", false
	}
	text = refusal.Message
	if len(refusal.Fields) > 0 {
		text = refusal.Fields[0].Message
	}
	return text, true
}
