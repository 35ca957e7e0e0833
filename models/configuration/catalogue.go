// Package configuration is where administrators see and change what is configured: every
// declared key of the areas and of package settings, and further ones that they make. A
// sensitive value is sealed, and shown to nobody again; every change is a security event. How
// code reads a key is package settings'.
package configuration

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/freight"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/reception"
)

// Catalogue is all the keys, to be seen and changed: the declared ones, which Seed gives rows,
// and the rows that administrators made.
type Catalogue struct {
	declared []settings.Definition
	key      encryption.Key
}

// New returns the catalogue of this program's keys; sensitive values are sealed by the key.
func New(key encryption.Key) Catalogue {
	return Catalogue{Declared(), key}
}

// Declared lists the keys that the code asks for.
func Declared() []settings.Definition {
	return slices.Concat(settings.Keys(), reception.Keys(), professionals.Keys(), freight.Keys())
}

// Seed returns every declared key a row, whose id is how it is shown and changed; existing rows are
// kept.
func Seed(ctx context.Context, tx *db.DB, now time.Time) error {
	declared := Declared()
	rows := make([]row, len(declared))
	for i, d := range declared {
		rows[i] = row{System: d.System, Key: d.Name, ValueType: d.Type, IsRequired: d.Required, AllowHardcoded: d.Default != nil,
			Description: &d.Description, DateCreated: now, DateUpdated: now}
	}
	return tx.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// definitionOf is what is known of a row's key: by the code when it is declared, else by the row.
func (c Catalogue) definitionOf(r row) settings.Definition {
	at := slices.IndexFunc(c.declared, func(d settings.Definition) bool { return d.System == r.System && d.Name == r.Key })
	if at >= 0 {
		return c.declared[at]
	}
	return r.definition()
}

// isPrivate reports whether a system has declared keys and not one of them is public. A system of
// administrators has none, and is public.
func (c Catalogue) isPrivate(system string) bool {
	hasDeclared := false
	for _, d := range c.declared {
		if d.System == system && d.Public {
			return false
		}
		hasDeclared = hasDeclared || d.System == system
	}
	return hasDeclared
}

func (c Catalogue) setting(r row) Setting { return r.setting(c.definitionOf(r)) }
