// Package tasks runs long work in the background. A task stores its progress, continues after a
// restart, can be cancelled, and notifies its owner at the end. Tasks of one kind do an action for
// many associates or orders (for few of them within the request): the area of the action owns the
// verb, and this package the list of rows. Tasks of another kind write a long list to a file with
// package exports and store it for a day, those of a third change a tag in all its rows, and those
// of a fourth call other services for each row.
package tasks

import (
	"time"

	"acolhe/models/groupedit"
	"acolhe/models/orders"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Kind is the kind of a task.
type Kind string

// The kinds.
const (
	AddTag    Kind = "add_tag"
	RemoveTag Kind = "remove_tag"
	// Enqueue puts associates who are not waiting there into the reception queue.
	Enqueue Kind = "enqueue"
	// MoveOrders changes the status of orders.
	MoveOrders     Kind = "move_orders"
	AddOrderTag    Kind = "add_order_tag"
	RemoveOrderTag Kind = "remove_order_tag"
	// RenameTag, JoinTag and DeleteTag change a tag in all its rows at once.
	RenameTag Kind = "rename_tag"
	JoinTag   Kind = "join_tag"
	DeleteTag Kind = "delete_tag"
	// RequestSignatures asks associates to sign the current version of their term.
	RequestSignatures Kind = "request_signatures"
	// BuyLabels buys the shipping labels of orders.
	BuyLabels Kind = "buy_labels"
	// SetField sets a field of associates, SendText writes them a ready text by e-mail, SendTerms sends them the term.
	SetField  Kind = "set_field"
	SendText  Kind = "send_text"
	SendTerms Kind = "send_terms"
	// UndoGroup undoes a task of associates in the rows that it changed.
	UndoGroup Kind = "undo_group"
	// ExportList writes a list to a file.
	ExportList Kind = "export"
)

// HasTag reports whether the kind has a tag.
func (k Kind) HasTag() bool {
	return k == AddTag || k == RemoveTag || k == AddOrderTag || k == RemoveOrderTag || k.IsOfTag()
}

// IsOfOrders reports whether the rows of the kind are orders.
func (k Kind) IsOfOrders() bool {
	return k == MoveOrders || k == AddOrderTag || k == RemoveOrderTag || k == BuyLabels
}

// Collection returns the collection of the rows of the kind.
func (k Kind) Collection() string {
	if k.IsOfOrders() {
		return "orders"
	}
	return "users"
}

// IsOfTag reports whether the kind changes a tag itself.
func (k Kind) IsOfTag() bool { return k == RenameTag || k == JoinTag || k == DeleteTag }

// allow returns 403 FORBIDDEN if the caller may not do the action for a single row, or a tag.
func (k Kind) allow(by auth.Caller) error {
	switch {
	case k == Enqueue:
		return access.Require(by, "reception", access.Create)
	case k == RequestSignatures, k == SendTerms:
		return access.Require(by, access.DocSign, access.Create)
	case k == DeleteTag:
		return access.Require(by, "tags", access.Delete)
	case k.IsOfTag():
		return access.Require(by, "tags", access.Update)
	case k.IsOfOrders():
		return access.Require(by, "orders", access.Update)
	}
	return access.Require(by, "users", access.Update)
}

// Step is the status that orders get, with what belongs to it: a payment or a reason.
type Step struct {
	Status orders.Status        `json:"status"`
	Method orders.PaymentMethod `json:"payment_method,omitempty"`
	PaidOn *civil.Date          `json:"paid_on,omitempty"`
	Reason string               `json:"reason,omitempty"`
}

// Status is the state of a task.
type Status string

// The statuses. A task is Running from the first rows on, except while it is Paused.
const (
	Waiting   Status = "waiting"
	Running   Status = "running"
	Paused    Status = "paused"
	Done      Status = "done"
	Cancelled Status = "cancelled"
	Failed    Status = "failed"
)

// Task is a row of tasks.
type Task struct {
	ID   int64 `gorm:"primaryKey"`
	Kind Kind
	// Tag is set for the kinds that have one.
	Tag *string
	// Facts is set for the kinds that need more than a tag.
	Facts     *Facts `gorm:"serializer:json"`
	Status    Status
	OwnerID   *int64
	OwnerName string
	// Total is the number of rows; the other counts are results. A written row of a file counts as changed.
	Total      int
	Changed    int
	PassedOver int
	Refused    int
	// Reached is the id of the last processed row; they are processed by id.
	Reached int64
	// Failure is the reason of the failure, in Portuguese.
	Failure     *string
	DateCreated time.Time
	DateStarted *time.Time
	DateEnded   *time.Time
	// DateSeen is the time at which the owner saw the end.
	DateSeen *time.Time
	// File is set for an export.
	File *File
}

// Facts are what an action needs beside its rows and its tag.
type Facts struct {
	Step Step      `json:"step,omitzero"`
	Tag  TagChange `json:"tag,omitzero"`
	// Field is that of SetField, without associates; Text the id of the ready text of SendText.
	Field groupedit.Input `json:"field,omitzero"`
	Text  int64           `json:"text,omitempty"`
	// Undone is that of UndoGroup.
	Undone *Undone `json:"undone,omitempty"`
}

// TableName returns the name of the table.
func (Task) TableName() string { return "tasks" }

// IsOf reports whether the caller owns the task.
func (t Task) IsOf(by auth.Caller) bool {
	return t.OwnerID != nil && by.Kind == auth.Operator && *t.OwnerID == by.ID
}

// Processed returns the number of processed rows.
func (t Task) Processed() int { return t.Changed + t.PassedOver + t.Refused }

// IsOver reports whether the task has ended.
func (t Task) IsOver() bool { return t.Status == Done || t.Status == Cancelled || t.Status == Failed }

// IsIdle reports whether no rows of the task are to be processed now.
func (t Task) IsIdle() bool { return t.IsOver() || t.Status == Paused }

// CanPause reports whether the task can stop between two rows and continue later. Exports and changes of tags are one
// transaction.
func (t Task) CanPause() bool { return t.Kind != ExportList && !t.Kind.IsOfTag() }

func (t *Task) end(status Status, now time.Time) { t.Status, t.DateEnded = status, &now }

func (t *Task) fail(reason string, now time.Time) {
	t.Failure = &reason
	t.end(Failed, now)
}

// Row is a row of a task. Name is that of the associate, empty if the row was deleted.
type Row struct {
	RowID int64
	Name  string
	// Outcome is what was done, nil for a row that was refused or not reached.
	Outcome *Outcome
	// Reason is that of a refusal, Before the value of a field before it was set.
	Reason, Before string
}

// Outcome is what a task did to a row.
type Outcome string

// The outcomes. PassedOver rows were as the task would leave them.
const (
	Changed    Outcome = "changed"
	PassedOver Outcome = "passed_over"
)

// HasResults reports whether the rows of the kind keep their outcome.
func (k Kind) HasResults() bool { return k != ExportList && !k.IsOfTag() }

// rowDone is what was done to a row. Before is set if it can be undone by an earlier value alone.
type rowDone struct {
	isChanged bool
	before    *string
}

func (d rowDone) outcome() Outcome {
	if d.isChanged {
		return Changed
	}
	return PassedOver
}

// reason returns the message of a refusal; isRefusal is false for any other error.
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
