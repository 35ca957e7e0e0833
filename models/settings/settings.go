// Package settings answers what is configured, by the cascade of the specification:
// the database, then the environment, then the hard-coded default. The keys that the
// code asks for are declared here, each with its default; writing them is not here yet.
package settings

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"time"

	"acolhe/models/db"
)

// Key is a configuration key with its hard-coded default; the key does not repeat the system.
type Key[T any] struct {
	System  string
	Name    string
	Default T
}

// The keys in use.
var (
	// ApplyFreightToTotal says whether delivery_price counts in an order's total.
	ApplyFreightToTotal = Key[bool]{System: "store", Name: "freight.apply_to_total", Default: true}
	// TimeZone is the association's, for civil days and months.
	TimeZone = Key[string]{System: "system", Name: "time_zone", Default: "America/Sao_Paulo"}
	// AssociationName stands at the head of the pages.
	AssociationName = Key[string]{System: "system", Name: "association_name", Default: "Acolhe"}
	// PixKey is what a Pix code pays to; empty when no Pix codes are shown.
	PixKey = Key[string]{System: "store", Name: "pix_key"}
	// PixName is the receiver's name in a Pix code; empty stands for the association's.
	PixName = Key[string]{System: "store", Name: "pix_name"}
	// PixCity is the receiver's city in a Pix code.
	PixCity = Key[string]{System: "store", Name: "pix_city", Default: "Brasil"}
)

// EnvironmentName is the key's name in the environment: STORE_FREIGHT_APPLY_TO_TOTAL.
func (k Key[T]) EnvironmentName() string {
	return strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(k.System + "_" + k.Name))
}

// Get resolves a key. A stored or environment value of the wrong type counts as absent.
func Get[T any](ctx context.Context, tx *db.DB, key Key[T]) (T, error) {
	var stored []json.RawMessage
	err := tx.WithContext(ctx).Table("system_configs").Where("system = ? and key = ? and value is not null", key.System, key.Name).
		Limit(1).Pluck("value", &stored).Error
	if err != nil {
		return key.Default, err
	}
	if len(stored) == 1 {
		if value, ok := parse[T](stored[0]); ok {
			return value, nil
		}
	}
	if value, ok := fromEnvironment(key); ok {
		return value, nil
	}
	return key.Default, nil
}

// fromEnvironment reads a plain word as text and anything else as JSON.
func fromEnvironment[T any](key Key[T]) (T, bool) {
	text, set := os.LookupEnv(key.EnvironmentName())
	if !set {
		var none T
		return none, false
	}
	if value, ok := parse[T]([]byte(text)); ok {
		return value, true
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return key.Default, false
	}
	return parse[T](quoted)
}

func parse[T any](raw []byte) (T, bool) {
	var value T
	err := json.Unmarshal(raw, &value)
	return value, err == nil
}

// Location is the association's time zone, for civil days and for showing times. A name
// that the tz database does not know counts as the default.
func Location(ctx context.Context, tx *db.DB) (*time.Location, error) {
	name, err := Get(ctx, tx, TimeZone)
	if err != nil {
		return time.UTC, err
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return time.LoadLocation(TimeZone.Default)
	}
	return location, nil
}
