// Package settings answers what is configured, by the cascade of the specification: the
// database, then the environment, then the hard-coded default. Code asks for a declared Key
// by Get, or for several by Read; each area declares its own keys. Nothing is cached, so that every
// instance answers with what is stored now. How administrators see and
// change the keys is package configuration's.
package settings

import (
	"context"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
)

// Get resolves a key with one indexed query. A stored or environment value that the key does
// not take counts as absent.
func Get[T any](ctx context.Context, tx *db.DB, key Key[T]) (T, error) {
	stored, err := Read(ctx, tx, key)
	if err != nil {
		return key.Default, err
	}
	return Of(stored, key), nil
}

// Stored is what the database holds for the keys that were read, to be resolved by Of.
type Stored map[name]json.RawMessage

// Read asks for several keys with one query.
func Read(ctx context.Context, tx *db.DB, keys ...AnyKey) (Stored, error) {
	wanted := make([][]any, len(keys))
	for i, key := range keys {
		wanted[i] = []any{key.named().system, key.named().key}
	}
	var rows []struct {
		System, Key string
		Value       json.RawMessage
	}
	err := tx.WithContext(ctx).Table("system_configs").Select("system", "key", "value").
		Where("(system, key) in ? and value is not null", wanted).Limit(len(keys)).Find(&rows).Error
	stored := Stored{}
	for _, row := range rows {
		stored[name{row.System, row.Key}] = row.Value
	}
	return stored, err
}

// Of resolves a key; one that was not among those read counts as not stored.
func Of[T any](stored Stored, key Key[T]) T {
	if value, err := key.parse(stored[key.named()]); err == nil {
		return value
	}
	for _, raw := range key.named().inEnvironment() {
		if value, err := key.parse(raw); err == nil {
			return value
		}
	}
	return key.Default
}

// Location is the association's time zone, for civil days and for showing times.
func Location(ctx context.Context, tx *db.DB) (*time.Location, error) {
	stored, err := Read(ctx, tx, TimeZone)
	if err != nil {
		return time.UTC, err
	}
	return stored.Location()
}

// Location is the time zone where TimeZone was read along with other keys.
func (s Stored) Location() (*time.Location, error) { return time.LoadLocation(Of(s, TimeZone)) }
