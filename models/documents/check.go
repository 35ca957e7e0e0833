package documents

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/types/civil"
)

// State is where a document stands.
type State string

// The states. Expired is an accepted document whose validity has ended; it is not stored.
const (
	Received State = "received"
	Checking State = "checking"
	Taken    State = "accepted"
	NotTaken State = "refused"
	Expired  State = "expired"
)

// Label returns the name of a state for the associate.
func (s State) Label() string {
	return map[State]string{Received: "Recebida", Checking: "Em conferência", Taken: "Aceita", NotTaken: "Recusada", Expired: "Vencida"}[s]
}

// Check is the check of a document; its id is that of users_files.
type Check struct {
	ID          int64       `gorm:"primaryKey;autoIncrement:false"`
	AssociateID int64       `gorm:"column:associate_id"`
	PersonID    int64       `gorm:"column:person_id"`
	FileID      int64       `gorm:"column:file_id"`
	State       State       `gorm:"column:state"`
	Reason      string      `gorm:"column:reason"`
	Expires     *civil.Date `gorm:"column:expires"`
	// RequestID is the request for another photo that the refusal made.
	RequestID   *int64     `gorm:"column:request_id"`
	LockedBy    *uuid.UUID `gorm:"column:locked_by"`
	LockedName  string     `gorm:"column:locked_name"`
	LockedUntil *time.Time `gorm:"column:locked_until"`
	DateCreated time.Time  `gorm:"column:date_created"`
	DateUpdated time.Time  `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Check) TableName() string { return "document_checks" }

// On returns the state on a day: an accepted document whose validity has ended is Expired.
func (c Check) On(today civil.Date) State {
	if c.State == Taken && c.Expires != nil && c.Expires.Before(today) {
		return Expired
	}
	return c.State
}

// IsWaiting reports whether the staff has not decided yet.
func (c Check) IsWaiting() bool { return c.State == Received || c.State == Checking }

// change is a line of the history of a document.
type change struct {
	ID          int64      `gorm:"primaryKey"`
	CheckID     int64      `gorm:"column:check_id"`
	State       State      `gorm:"column:state"`
	Reason      string     `gorm:"column:reason"`
	AuthorCode  *uuid.UUID `gorm:"column:author_code"`
	AuthorName  string     `gorm:"column:author_name"`
	DateCreated time.Time  `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (change) TableName() string { return "document_check_changes" }

// Checks are those of one account.
type Checks []Check

// Of returns the check of a document by its id; there is none for one that the staff attached.
func (c Checks) Of(id int64) (Check, bool) {
	at := slices.IndexFunc(c, func(one Check) bool { return one.ID == id })
	if at < 0 {
		return Check{}, false
	}
	return c[at], true
}

// Oldest returns when the document that waits longest was sent; the zero time if none waits.
func (c Checks) Oldest() (oldest time.Time) {
	for _, one := range c {
		if one.IsWaiting() && (oldest.IsZero() || one.DateCreated.Before(oldest)) {
			oldest = one.DateCreated
		}
	}
	return oldest
}
