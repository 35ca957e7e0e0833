package operators

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Colleague holds the columns that every caller who may read operators sees (decisions.md, "`GET
// /system-users`").
type Colleague struct {
	ID           int64       `json:"id" gorm:"primaryKey"`
	UserCode     uuid.UUID   `json:"user_code"`
	Name         string      `json:"name"`
	LastName     string      `json:"last_name"`
	Status       Status      `json:"status" version:"-"`
	Permissions  []auth.Role `json:"permissions" gorm:"serializer:json"`
	InternalCode *string     `json:"internal_code"`
}

// FullName joins the name and the last name.
func (c Colleague) FullName() string {
	return auth.Caller{Name: c.Name, LastName: c.LastName}.FullName()
}

// Administered holds the columns that only administrators see, without the hidden ones.
type Administered struct {
	Email string `json:"email" items:"administrator"`
	// HasPassword reports whether the owner has accepted an invite and can sign in.
	HasPassword bool `json:"-" version:"-"`
	// HasSecondStep reports whether the account has a second factor.
	HasSecondStep bool       `json:"-" version:"-"`
	InviteExpires *time.Time `json:"invite_expires" items:"administrator" version:"-"`
	LastLoginAt   *time.Time `json:"last_login_at" items:"administrator" version:"-"`
	IsSample      bool       `json:"is_sample" items:"administrator"`
	DateCreated   time.Time  `json:"date_created" items:"administrator"`
	DateUpdated   time.Time  `json:"date_updated" items:"administrator"`
}

// Record is an operator in answers. It has no hidden columns, and no query selects them.
// Administered is nil unless the caller is an administrator.
type Record struct {
	Colleague
	*Administered
}

// TableName returns the name of the table.
func (Record) TableName() string { return "system_users" }

// Invited is an operator with the delivery of the invite; Delivery is nil if none was sent.
type Invited struct {
	Record   Record
	Delivery *Delivery
}

// Delivery is the delivery of an invite. InviteURL is set only if no mail is sent, so that the
// administrator can forward it; it opens the account. EmailStatus is module_not_configured, sent or failed (decisions.md),
// and EmailSent true only for a mail that the server has accepted.
type Delivery struct {
	EmailSent   bool        `json:"email_sent"`
	EmailStatus mail.Status `json:"email_status"`
	InviteURL   *string     `json:"invite_url"`
	ExpiresAt   time.Time   `json:"expires_at"`
	// token is the token of the invite, for PortalAccess; mail is the id of the message, 0 for none.
	token string
	mail  int64
}

// Columns of Colleague, and further ones for administrators.
const (
	colleagueColumns    = "id, user_code, name, last_name, status, permissions, internal_code"
	administeredColumns = ", email, password is not null as has_password, second_step_at is not null as has_second_step, invite_expires, last_login_at, is_sample, date_created, date_updated"
)

// columnsFor returns the columns that the caller may read.
func columnsFor(by auth.Caller) string {
	if access.IsAdministrator(by) {
		return colleagueColumns + administeredColumns
	}
	return colleagueColumns
}

// recordOf returns a row as administrators see it.
func recordOf(o Operator) Record {
	return Record{
		Colleague: Colleague{
			ID: o.ID, UserCode: o.UserCode, Name: o.Name, LastName: o.LastName,
			Status: o.Status, Permissions: o.Permissions, InternalCode: o.InternalCode,
		},
		Administered: &Administered{
			Email: o.Email, HasPassword: o.Password != nil, HasSecondStep: o.SecondStepAt != nil, InviteExpires: o.InviteExpires,
			LastLoginAt: o.LastLoginAt,
			IsSample:    o.IsSample, DateCreated: o.DateCreated, DateUpdated: o.DateUpdated,
		},
	}
}
