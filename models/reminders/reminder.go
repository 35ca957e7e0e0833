// Package reminders records the prepared messages that the staff opened for associates. Whether a message was sent is
// known only to WhatsApp or the mail program.
package reminders

import (
	"context"
	"slices"
	"time"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// About is the subject of a reminder.
type About string

// The subjects.
const (
	Signature    About = "signature"
	Documents    About = "documents"
	Data         About = "data"
	Registration About = "registration"
	Payment      About = "payment"
	// Text is a ready text, whose name is the title.
	Text About = "text"
)

// Channel is the program with which a reminder is written.
type Channel string

// The channels.
const (
	WhatsApp Channel = "whatsapp"
	Email    Channel = "email"
)

// sameFor is how long opening a reminder again counts as the same reminder.
const sameFor = 5 * time.Minute

// Reminder is a row of reminders. OrderID is set if it is about the payment of an order.
type Reminder struct {
	ID          int64     `gorm:"primaryKey"`
	UserID      int64     `gorm:"column:user_id"`
	About       About     `gorm:"column:about"`
	Channel     Channel   `gorm:"column:channel"`
	OrderID     *int64    `gorm:"column:order_id"`
	Title       *string   `gorm:"column:title"`
	ActorCode   *string   `gorm:"column:actor_code"`
	ActorName   *string   `gorm:"column:actor_name"`
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Reminder) TableName() string { return "reminders" }

// OpenInput says which reminder was opened for the associate with the row ID.
type OpenInput struct {
	ID      int64   `form:"-"`
	About   About   `form:"about"`
	Channel Channel `form:"channel"`
	OrderID int64   `form:"order"`
}

// Open records that the caller opened a reminder, once in five minutes. It returns 400 VALIDATION_ERROR for an unknown
// subject or channel, and 404 NOT_FOUND for an unknown associate and an order of somebody else.
func Open(ctx context.Context, tx *db.DB, by auth.Caller, input OpenInput) error {
	var p errs.Problems
	p.Require(slices.Contains([]About{Signature, Documents, Data, Registration, Payment}, input.About), "about",
		"deve ser um assunto conhecido")
	p.Require(input.Channel == WhatsApp || input.Channel == Email, "channel", "deve ser whatsapp ou email")
	if err := p.Err(); err != nil {
		return err
	}
	associate, err := associates.FindFor(ctx, tx, by, input.ID)
	if err != nil {
		return err
	}
	opened := Reminder{UserID: associate.ID, About: input.About, Channel: input.Channel, ActorCode: texts.Optional(by.Code),
		ActorName: texts.Optional(by.FullName()), DateCreated: by.Now}
	if input.OrderID != 0 {
		order, err := orders.FindFor(ctx, tx, by, input.OrderID)
		if err == nil && order.User != associate.ID {
			err = errs.NotFound("Pedido não encontrado.")
		}
		if err != nil {
			return err
		}
		opened.OrderID = &order.ID
	}
	return opened.store(tx.WithContext(ctx))
}

// TextInput is a ready text with this name that was opened for the associate with the row ID.
type TextInput struct {
	ID      int64
	Name    string
	Channel Channel
}

// OpenText records that the caller opened or sent a ready text, once in five minutes. It returns 404 NOT_FOUND for an unknown
// associate.
func OpenText(ctx context.Context, tx *db.DB, by auth.Caller, input TextInput) error {
	associate, err := associates.FindFor(ctx, tx, by, input.ID)
	if err != nil {
		return err
	}
	opened := Reminder{UserID: associate.ID, About: Text, Channel: input.Channel, Title: &input.Name, ActorCode: texts.Optional(by.Code),
		ActorName: texts.Optional(by.FullName()), DateCreated: by.Now}
	return opened.store(tx.WithContext(ctx))
}

// store writes the reminder unless it was opened just before.
func (r Reminder) store(tx *db.DB) error {
	var same int64
	err := tx.Model(&Reminder{}).Where("user_id = ? and about = ? and channel = ? and order_id is not distinct from ? and title is not distinct from ? and actor_code is not distinct from ? and date_created > ?",
		r.UserID, r.About, r.Channel, r.OrderID, r.Title, r.ActorCode, r.DateCreated.Add(-sameFor)).Count(&same).Error
	if err != nil || same > 0 {
		return err
	}
	return tx.Create(&r).Error
}

// ListByUser lists the reminders that were opened for an associate, newest first. A caller who may not read associates gets
// none.
func ListByUser(ctx context.Context, tx *db.DB, by auth.Caller, id int64, limit int) ([]Reminder, error) {
	if !access.Can(by, "users", access.Read) {
		return nil, nil
	}
	var found []Reminder
	err := tx.WithContext(ctx).Where("user_id = ?", id).Order("date_created desc, id desc").Limit(limit).Find(&found).Error
	return found, err
}
