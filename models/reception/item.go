// Package reception is the triage queue: people who wait for the staff, and how their
// item ends. It asks no other area; orders and bookings ask it to complete an item.
package reception

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/db"
)

// CompletionReason says how an item ended.
type CompletionReason string

// The reasons of the specification.
const (
	Pedido      CompletionReason = "Pedido"
	Servico     CompletionReason = "Serviço"
	Agendamento CompletionReason = "Agendamento"
)

// Item is a row of reception; it is open until CompletedAt is set.
type Item struct {
	ID               int64             `gorm:"primaryKey"`
	Name             *string           `gorm:"column:name"`
	Email            *string           `gorm:"column:email"`
	AssociateCode    *uuid.UUID        `gorm:"column:associate_code"`
	AssociateName    *string           `gorm:"column:associate_name"`
	Status           string            `gorm:"column:status"`
	CompletionReason *CompletionReason `gorm:"column:completion_reason"`
	CompletedAt      *time.Time        `gorm:"column:completed_at"`
	DateCreated      time.Time         `gorm:"column:date_created"`
	DateUpdated      time.Time         `gorm:"column:date_updated"`
}

// TableName is the specification's name of the table.
func (Item) TableName() string { return "reception" }

// Who gives the name to show for an item.
func (i Item) Who() string {
	for _, name := range []*string{i.AssociateName, i.Name, i.Email} {
		if name != nil && *name != "" {
			return *name
		}
	}
	return "Sem nome"
}

// Waiting lists the open items, those who wait longest first.
func Waiting(ctx context.Context, tx *db.DB, limit int) ([]Item, error) {
	var items []Item
	err := tx.WithContext(ctx).Where("completed_at is null").Order("date_created, id").Limit(limit).Find(&items).Error
	return items, err
}

// CountOpen counts the open items.
func CountOpen(ctx context.Context, tx *db.DB) (int, error) {
	var count int64
	err := tx.WithContext(ctx).Model(&Item{}).Where("completed_at is null").Count(&count).Error
	return int(count), err
}

// CompleteOpen completes the open item of an e-mail: the one that waits longest, when
// there are several. No open item is no error.
func CompleteOpen(ctx context.Context, tx *db.DB, email string, reason CompletionReason, now time.Time) error {
	oldest := tx.Model(&Item{}).Select("id").Where("email = ? and completed_at is null", email).
		Order("date_created, id").Limit(1)
	return tx.WithContext(ctx).Model(&Item{}).Where("id = (?) and completed_at is null", oldest).
		UpdateColumns(map[string]any{"completion_reason": reason, "completed_at": now, "date_updated": now}).Error
}
