// Package settings reads configuration values by the cascade of the specification: the database,
// then the environment, then the hard-coded default. Each area declares its own keys; code reads a
// Key by Get, or several by Read. No value is kept longer than a request, so that every instance uses the stored values.
// Package configuration lets administrators see and change the keys.
package settings

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
	"time"

	"acolhe/models/platform/db"
)

// Get resolves a key. A stored or environment value that is not valid for
// the key counts as absent.
func Get[T any](ctx context.Context, tx *db.DB, key Key[T]) (T, error) {
	stored, err := Read(ctx, tx, key)
	if err != nil {
		return key.Default, err
	}
	return Of(stored, key), nil
}

// Stored holds the stored values of the keys that were read, to be resolved by Of.
type Stored map[name]json.RawMessage

// Read reads several keys with one query, those that the context's memory lacks (WithMemory).
func Read(ctx context.Context, tx *db.DB, keys ...AnyKey) (Stored, error) {
	memory := memoryOf(ctx)
	stored, missing := memory.find(keys)
	if len(missing) == 0 {
		return stored, nil
	}
	var read Stored
	if err := db.ScanRow(Select(tx.WithContext(ctx), missing...), &read); err != nil {
		return nil, err
	}
	memory.add(missing, read)
	maps.Copy(stored, read)
	return stored, nil
}

// Select selects the stored values of several keys as one value, for use in other statements. Stored scans it.
func Select(tx *db.DB, keys ...AnyKey) *db.DB {
	wanted := make([][]any, len(keys))
	for i, key := range keys {
		wanted[i] = []any{key.named().system, key.named().key}
	}
	return db.AsJSON(tx.Table("system_configs").Select("system", "key", "value").Where("(system, key) in ? and value is not null", wanted))
}

// Scan implements sql.Scanner for the value of Select.
func (s *Stored) Scan(source any) error {
	var rows []struct {
		System, Key string
		Value       json.RawMessage
	}
	err := db.JSON(&rows).Scan(source)
	*s = Stored{}
	for _, row := range rows {
		(*s)[name{row.System, row.Key}] = row.Value
	}
	return err
}

// Of resolves a key; a key that was not read counts as not stored.
func Of[T any](stored Stored, key Key[T]) T {
	if value, err := key.parse(stored[key.named()]); err == nil {
		return value
	}
	for _, raw := range inEnvironment(key.EnvironmentName()) {
		if value, err := key.parse(raw); err == nil {
			return value
		}
	}
	return key.Default
}

// Resolve returns the value of the key for a stored value, which may be absent.
func (k Key[T]) Resolve(stored json.RawMessage) T { return Of(Stored{k.named(): stored}, k) }

// Location returns the association's time zone, for civil days and for showing times.
func Location(ctx context.Context, tx *db.DB) (*time.Location, error) {
	stored, err := Read(ctx, tx, TimeZone)
	if err != nil {
		return time.UTC, err
	}
	return stored.Location()
}

// locations has the loaded time zones by their names, because loading one parses its whole history and every page needs one.
var locations sync.Map

// Location returns the association's time zone if TimeZone was read.
func (s Stored) Location() (*time.Location, error) {
	name := Of(s, TimeZone)
	if loaded, isLoaded := locations.Load(name); isLoaded {
		return loaded.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		locations.Store(name, zone)
	}
	return zone, err
}
