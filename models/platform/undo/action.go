package undo

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Action declares a kind of action that can be undone: the required permission, the verb that undoes it, and the message
// afterwards, in Portuguese.
type Action struct {
	Kind       Kind
	Collection string
	Action     access.Action
	Undo       func(ctx context.Context, tx *db.DB, by auth.Caller, payload json.RawMessage) error
	Done       string
}

// With decodes the payload of an action for the verb that undoes it.
func With[Payload any](verb func(ctx context.Context, tx *db.DB, by auth.Caller, payload Payload) error) func(context.Context, *db.DB,
	auth.Caller, json.RawMessage) error {
	return func(ctx context.Context, tx *db.DB, by auth.Caller, encoded json.RawMessage) error {
		var payload Payload
		if err := json.Unmarshal(encoded, &payload); err != nil {
			return err
		}
		return verb(ctx, tx, by, payload)
	}
}
