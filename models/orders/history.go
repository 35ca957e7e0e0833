package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Action is the kind of an event in an order's history.
type Action string

// The actions of the history.
const (
	Placed  Action = "create"
	Changed Action = "update"
)

// Event is one entry of an order's history with its actor and time.
type Event struct {
	ID        int64       `gorm:"primaryKey"`
	OrderID   int64       `gorm:"column:order_id"`
	Action    Action      `gorm:"column:action"`
	ActorKind auth.Kind   `gorm:"column:actor_kind"`
	ActorCode *string     `gorm:"column:actor_code"`
	ActorName *string     `gorm:"column:actor_name"`
	Changes   Differences `gorm:"serializer:json"`
	// Reason is the reason for taking a step back or cancelling the order.
	Reason      *string   `gorm:"column:reason"`
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Event) TableName() string { return "order_changes" }

// Differences are the fields that differ, by their JSON names; empty for a new order.
type Differences map[string]Difference

// Difference is a field before and after a change, in JSON.
type Difference struct {
	From json.RawMessage `json:"from"`
	To   json.RawMessage `json:"to"`
}

// History returns the newest 200 events of an order, newest first.
func History(ctx context.Context, tx *db.DB, orderID int64) ([]Event, error) {
	var events []Event
	err := tx.WithContext(ctx).Where("order_id = ?", orderID).Order("date_created desc, id desc").Limit(200).Find(&events).Error
	return events, err
}

func record(tx *db.DB, by auth.Caller, event Event) error {
	event.ActorKind, event.ActorCode, event.ActorName = by.Kind, texts.Optional(by.Code), texts.Optional(by.FullName())
	return tx.Create(&event).Error
}

// differences compares two states of an order.
func differences(before, after Order) (Differences, error) {
	from, err := fieldsOf(before)
	if err != nil {
		return nil, err
	}
	to, err := fieldsOf(after)
	if err != nil {
		return nil, err
	}
	found := Differences{}
	for name, value := range to {
		if !bytes.Equal(from[name], value) {
			found[name] = Difference{From: from[name], To: value}
		}
	}
	return found, nil
}

func fieldsOf(order Order) (map[string]json.RawMessage, error) {
	raw, err := json.Marshal(order)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	return fields, json.Unmarshal(raw, &fields)
}

func (d Differences) names() []string { return slices.Sorted(maps.Keys(d)) }

// has reports whether one of the fields differs.
func (d Differences) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, differs := d[name]
		return differs
	})
}

// onlyIn reports whether only these fields differ.
func (d Differences) onlyIn(names ...string) bool {
	return !slices.ContainsFunc(d.names(), func(name string) bool { return !slices.Contains(names, name) })
}
