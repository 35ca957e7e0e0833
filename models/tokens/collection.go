package tokens

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/items"
)

// Record is a row of users_api as the generic collection shows it; its hash exists for no caller.
type Record struct {
	ID           int64      `json:"id" gorm:"primaryKey"`
	Name         string     `json:"name" gorm:"column:name"`
	TokenPrefix  string     `json:"token_prefix" gorm:"column:token_prefix"`
	Scopes       []string   `json:"scopes" gorm:"serializer:json"`
	InternalCode *string    `json:"internal_code" gorm:"column:internal_code"`
	CreatedBy    *uuid.UUID `json:"created_by" gorm:"column:created_by"`
	ExpiresAt    *time.Time `json:"expires_at" gorm:"column:expires_at"`
	RevokedAt    *time.Time `json:"revoked_at" gorm:"column:revoked_at"`
	LastUsedAt   *time.Time `json:"last_used_at" gorm:"column:last_used_at"`
	DateCreated  time.Time  `json:"date_created" gorm:"column:date_created"`
}

// TableName is the specification's name of the table.
func (Record) TableName() string { return "users_api" }

// Collection is users_api. Tokens are issued under /auth/tokens alone.
func Collection() *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "fold(name || ' ' || token_prefix)"},
	})
}
