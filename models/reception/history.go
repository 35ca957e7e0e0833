package reception

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Action is the kind of an event in an item's history.
type Action string

// The actions of the history. From and To of an event hold the status of a move, the code of the attendant or of the
// associate, and the reason of a completion.
const (
	Entered   Action = "enter"
	Moved     Action = "move"
	Assigned  Action = "assign"
	Linked    Action = "link"
	Completed Action = "complete"
	Reopened  Action = "reopen"
	Edited    Action = "edit"
)

// Event is one entry of an item's history with its actor and time.
type Event struct {
	ID          int64     `gorm:"primaryKey"`
	ItemID      int64     `gorm:"column:item_id"`
	Action      Action    `gorm:"column:action"`
	From        *string   `gorm:"column:from_value"`
	To          *string   `gorm:"column:to_value"`
	ActorKind   auth.Kind `gorm:"column:actor_kind"`
	ActorCode   *string   `gorm:"column:actor_code"`
	ActorName   *string   `gorm:"column:actor_name"`
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Event) TableName() string { return "reception_changes" }

// History returns the newest 100 events of an item, newest first.
func History(ctx context.Context, tx *db.DB, itemID int64) ([]Event, error) {
	var events []Event
	err := tx.WithContext(ctx).Where("item_id = ?", itemID).Order("date_created desc, id desc").Limit(100).Find(&events).Error
	return events, err
}

// target is an item and the version of the opened form; an empty version is unconditional.
type target struct {
	id      int64
	version string
	scopes  []db.Scope
}

// change changes an item with db.Change and records the differences in its history.
func change(ctx context.Context, tx *db.DB, by auth.Caller, of target, apply func(tx *db.DB, item *Item) error) (item Item, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var before Item
		item, err = db.Change(ctx, tx, of.id, of.version, func(tx *db.DB, stored Item, row *Item) error {
			before = stored
			err := apply(tx, row)
			row.DateUpdated = by.Now
			return err
		}, of.scopes...)
		if err != nil {
			return err
		}
		return record(tx, by, item.ID, differences(tx, before, item))
	})
	return item, err
}

// record stores events of an item with their actor and time.
func record(tx *db.DB, by auth.Caller, itemID int64, events []Event) error {
	if len(events) == 0 {
		return nil
	}
	for i := range events {
		events[i].ItemID, events[i].DateCreated, events[i].ActorKind = itemID, by.Now, by.Kind
		events[i].ActorCode, events[i].ActorName = texts.Optional(by.Code), texts.Optional(by.FullName())
	}
	return tx.Create(&events).Error
}

// differences returns the events between two states of an item.
func differences(tx *db.DB, before, after Item) (events []Event) {
	changed := db.Differing(tx, &before, &after)
	for _, field := range []struct {
		column   string
		action   Action
		from, to *string
	}{
		{"status", Moved, &before.Status, &after.Status},
		{"attendant", Assigned, textOf(before.Attendant), textOf(after.Attendant)},
		{"associate_code", Linked, textOf(before.AssociateCode), textOf(after.AssociateCode)},
	} {
		if slices.Contains(changed, field.column) {
			events = append(events, Event{Action: field.action, From: field.from, To: field.to})
		}
	}
	switch {
	case before.CompletedAt == nil && after.CompletedAt != nil:
		events = append(events, Event{Action: Completed, To: (*string)(after.CompletionReason)})
	case before.CompletedAt != nil && after.CompletedAt == nil:
		events = append(events, Event{Action: Reopened})
	}
	if slices.ContainsFunc(changed, func(column string) bool { return slices.Contains(editedColumns, column) }) {
		events = append(events, Event{Action: Edited})
	}
	return events
}

// editedColumns are the columns that people edit.
var editedColumns = []string{"name", "email", "phone", "message", "notes", "tags", "labels"}

func textOf(code *uuid.UUID) *string {
	if code == nil {
		return nil
	}
	text := code.String()
	return &text
}
