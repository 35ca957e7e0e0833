// Package operators are the people of the association who sign in to the panel: their
// accounts, how they authenticate and who was the first. Their live sessions are kept by
// models/sessions; what they may do is in models/access.
package operators

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/person"
)

// Status is the state of an operator's account.
type Status string

// The states of the specification ("Operator account").
const (
	Pending  Status = "pending"
	Active   Status = "active"
	Inactive Status = "inactive"
)

// Operator is a row of system_users. It is never written to a response: Account is.
type Operator struct {
	ID           int64         `gorm:"primaryKey"`
	UserCode     uuid.UUID     `gorm:"type:uuid"`
	Name         string        `gorm:"column:name"`
	LastName     string        `gorm:"column:last_name"`
	Email        string        `gorm:"column:email"`
	Permissions  []person.Role `gorm:"serializer:json"`
	InternalCode *string       `gorm:"column:internal_code"`
	Status       Status        `gorm:"column:status"`
	Password     *string       `gorm:"column:password"`
	LastLoginAt  *time.Time    `gorm:"column:last_login_at"`
	DateCreated  time.Time     `gorm:"column:date_created"`
	DateUpdated  time.Time     `gorm:"column:date_updated"`
}

// TableName is the specification's name of the table.
func (Operator) TableName() string { return "system_users" }

// Account is what an operator sees of their own account (POST /auth/login, GET /auth/me).
type Account struct {
	ID           int64         `json:"id"`
	UserCode     string        `json:"user_code"`
	Name         string        `json:"name"`
	LastName     string        `json:"last_name"`
	Email        string        `json:"email"`
	Permissions  []person.Role `json:"permissions"`
	InternalCode *string       `json:"internal_code"`
}

// AccountOf gives the account of a signed-in operator.
func AccountOf(by person.Person) Account {
	account := Account{ID: by.ID, UserCode: by.Code, Name: by.Name, LastName: by.LastName, Email: by.Email, Permissions: by.Roles}
	if by.InternalCode != "" {
		account.InternalCode = &by.InternalCode
	}
	return account
}

// Person gives the operator as a caller.
func (o Operator) Person() person.Person {
	by := person.Person{
		Kind: person.Operator, ID: o.ID, Code: o.UserCode.String(),
		Name: o.Name, LastName: o.LastName, Email: o.Email, Roles: o.Permissions,
	}
	if o.InternalCode != nil {
		by.InternalCode = *o.InternalCode
	}
	return by
}
