// Package reception is the triage queue: the people who wait for the staff, each an item, and how their items end. It
// reads associates; orders and bookings have it complete an item.
package reception

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// Item is a row of reception; it is open until CompletedAt is set. Labels are its tags as in other collections, Tags an
// object that clients keep.
type Item struct {
	ID               int64                    `json:"id" gorm:"primaryKey"`
	Name             *string                  `json:"name" gorm:"column:name"`
	Email            *string                  `json:"email" gorm:"column:email"`
	Phone            *string                  `json:"phone" gorm:"column:phone"`
	Message          *string                  `json:"message" gorm:"column:message"`
	Notes            *string                  `json:"notes" gorm:"column:notes"`
	Source           Source                   `json:"source" gorm:"column:source"`
	AssociateCode    *uuid.UUID               `json:"associate_code" gorm:"column:associate_code"`
	AssociateName    *string                  `json:"associate_name" gorm:"column:associate_name"`
	IsAssociate      bool                     `json:"is_associate" gorm:"column:is_associate"`
	AvatarURL        *string                  `json:"avatar_url" gorm:"column:avatar_url"`
	Status           string                   `json:"status" gorm:"column:status"`
	Position         *decimal.Decimal         `json:"position" gorm:"column:position"`
	Attendant        *uuid.UUID               `json:"attendant" gorm:"column:attendant"`
	CompletionReason *triage.CompletionReason `json:"completion_reason" gorm:"column:completion_reason"`
	CompletedAt      *time.Time               `json:"completed_at" gorm:"column:completed_at"`
	Tags             Tags                     `json:"tags" gorm:"serializer:json"`
	Labels           []string                 `json:"labels" gorm:"serializer:json"`
	IsSample         bool                     `json:"is_sample" gorm:"column:is_sample"`
	DateCreated      time.Time                `json:"date_created" gorm:"column:date_created"`
	DateUpdated      time.Time                `json:"date_updated" gorm:"column:date_updated"`
}

// Source is the origin of an item.
type Source string

// The sources.
const (
	FromPanel  Source = "panel"
	FromPublic Source = "public"
	FromAPI    Source = "api"
)

// TableName returns the name of the table.
func (Item) TableName() string { return "reception" }

// DisplayName returns the name to show for an item.
func (i Item) DisplayName() string {
	for _, name := range []*string{i.AssociateName, i.Name, i.Email} {
		if name != nil && *name != "" {
			return *name
		}
	}
	return "Sem nome"
}

// Visible limits the query to the items that the caller may see: all for callers with permission to read the queue,
// else none.
func Visible(query *db.DB, by auth.Caller) *db.DB {
	if access.Can(by, "reception", access.Read) {
		return query
	}
	return query.Where("false")
}

// FindFor returns the item with this id if the caller may see it, else 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Item, error) {
	return db.First[Item](Visible(tx.WithContext(ctx), by).Where("id = ?", id), errs.NotFound("Atendimento não encontrado."))
}

// OpenInput is the query of GET /reception/open-by-email: an e-mail or the code of an associate.
type OpenInput struct {
	Email         string     `json:"email" form:"email"`
	AssociateCode *uuid.UUID `json:"associate_code" form:"associate_code"`
}

// FindOpen returns the open item of an e-mail or associate that the caller may see, the oldest of several. It returns
// 400 VALIDATION_ERROR without either, and 404 NOT_FOUND without an open item.
func FindOpen(ctx context.Context, tx *db.DB, by auth.Caller, input OpenInput) (Item, error) {
	if input.Email == "" && input.AssociateCode == nil {
		return Item{}, errs.Invalid("email", "informe o e-mail ou o código do associado")
	}
	address, _ := email.Normalize(input.Email)
	waiting := Visible(tx.WithContext(ctx), by).
		Where("completed_at is null and (email = nullif(?, '') or associate_code = ?)", address, input.AssociateCode).
		Order("date_created, id")
	return db.First[Item](waiting, errs.NotFound("Não há atendimento aberto."))
}

// Collection describes reception.
func Collection() *items.Collection {
	return items.Describe[Item](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text"},
		Writing: items.Writing{
			Create: items.Creates(Enqueue, func(item Item) int64 { return item.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(items.WithoutCaller(Remove)),
		},
	})
}
