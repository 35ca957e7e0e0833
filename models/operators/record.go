package operators

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Colleague is what whoever reads operators sees of each (decisions.md, "`GET /system-users`").
type Colleague struct {
	ID           int64       `json:"id" gorm:"primaryKey"`
	UserCode     uuid.UUID   `json:"user_code"`
	Name         string      `json:"name"`
	LastName     string      `json:"last_name"`
	Status       Status      `json:"status"`
	Permissions  []auth.Role `json:"permissions" gorm:"serializer:json"`
	InternalCode *string     `json:"internal_code"`
}

// FullName joins the name and the last name.
func (c Colleague) FullName() string {
	return auth.Caller{Name: c.Name, LastName: c.LastName}.FullName()
}

// Administered is what only administrators see beside it: everything but the hidden fields.
type Administered struct {
	Email string `json:"email" items:"administrator"`
	// HasPassword tells an account that somebody could sign in with from one that never was taken up.
	HasPassword   bool       `json:"-"`
	InviteExpires *time.Time `json:"invite_expires" items:"administrator"`
	LastLoginAt   *time.Time `json:"last_login_at" items:"administrator"`
	IsSample      bool       `json:"is_sample" items:"administrator"`
	DateCreated   time.Time  `json:"date_created" items:"administrator"`
	DateUpdated   time.Time  `json:"date_updated" items:"administrator"`
}

// Record is an operator as it is answered. What is hidden has no place in it: the queries
// never select it. Administered is nil for whoever is no administrator.
type Record struct {
	Colleague
	*Administered
}

// TableName is the specification's name of the table.
func (Record) TableName() string { return "system_users" }

// Invited is an operator with what became of the invite; Delivery is nil where none was sent.
type Invited struct {
	Record   Record
	Delivery *Delivery
}

// Delivery says how an invite reaches the person. InviteURL is there only when mail is
// switched off, for the administrator to hand it over: it opens the account.
type Delivery struct {
	EmailStatus mail.Status `json:"email_status"`
	InviteURL   *string     `json:"invite_url"`
	ExpiresAt   time.Time   `json:"expires_at"`
}

// The columns of a colleague, and those that an administrator reads beside them.
const (
	colleagueColumns    = "id, user_code, name, last_name, status, permissions, internal_code"
	administeredColumns = ", email, password is not null as has_password, invite_expires, last_login_at, is_sample, date_created, date_updated"
)

// columnsFor are the columns that the caller may read.
func columnsFor(by auth.Caller) string {
	if access.IsAdministrator(by) {
		return colleagueColumns + administeredColumns
	}
	return colleagueColumns
}

// recordOf gives a row as administrators see it.
func recordOf(o Operator) Record {
	return Record{
		Colleague: Colleague{
			ID: o.ID, UserCode: o.UserCode, Name: o.Name, LastName: o.LastName,
			Status: o.Status, Permissions: o.Permissions, InternalCode: o.InternalCode,
		},
		Administered: &Administered{
			Email: o.Email, HasPassword: o.Password != nil, InviteExpires: o.InviteExpires, LastLoginAt: o.LastLoginAt,
			IsSample: o.IsSample, DateCreated: o.DateCreated, DateUpdated: o.DateUpdated,
		},
	}
}
