package operators

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/items"
	"acolhe/models/person"
)

// Record is a row of system_users as the generic collection shows it. Who is no Administrador
// sees what is needed to name an operator (decisions.md, "Where the specification seems to
// disagree with itself"); columns that are missing here exist for no caller.
type Record struct {
	ID           int64         `json:"id" gorm:"primaryKey"`
	UserCode     uuid.UUID     `json:"user_code" gorm:"column:user_code"`
	Name         string        `json:"name" gorm:"column:name"`
	LastName     string        `json:"last_name" gorm:"column:last_name"`
	Email        string        `json:"email" gorm:"column:email" items:"administrator"`
	Permissions  []person.Role `json:"permissions" gorm:"serializer:json"`
	InternalCode *string       `json:"internal_code" gorm:"column:internal_code"`
	Status       Status        `json:"status" gorm:"column:status"`
	LastLoginAt  *time.Time    `json:"last_login_at" gorm:"column:last_login_at" items:"administrator"`
	IsSample     bool          `json:"is_sample" gorm:"column:is_sample" items:"administrator"`
	DateCreated  time.Time     `json:"date_created" gorm:"column:date_created" items:"administrator"`
	DateUpdated  time.Time     `json:"date_updated" gorm:"column:date_updated" items:"administrator"`
}

// TableName is the specification's name of the table.
func (Record) TableName() string { return "system_users" }

// Collection is system_users. Its order and its search are told by nothing that somebody
// does not see: an e-mail must not be guessed letter by letter.
func Collection() *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-id", Search: items.SearchText{All: "search_text", Limited: "fold(name || ' ' || last_name)"},
	})
}
