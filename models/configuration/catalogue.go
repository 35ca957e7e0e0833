// Package configuration lets administrators read and change the configuration: the keys that areas
// and package settings declare, and keys that administrators create. Sensitive values are encrypted
// and never returned; every change is a security event. Code reads keys through package settings.
package configuration

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/settings"
)

// Catalogue holds all keys: the declared ones, for which Seed creates rows, and those that
// administrators created.
type Catalogue struct {
	declared []settings.Definition
	key      encryption.Key
}

// New returns the catalogue of the declared keys and those of the database. The encryption key encrypts sensitive values.
func New(declared []settings.Definition, key encryption.Key) Catalogue {
	return Catalogue{declared, key}
}

// Seed creates the missing rows of the declared keys. Their ids identify the keys in lists and
// changes.
func Seed(ctx context.Context, tx *db.DB, declared []settings.Definition, now time.Time) error {
	rows := make([]row, len(declared))
	for i, d := range declared {
		rows[i] = row{System: d.System, Key: d.Name, ValueType: d.Type, IsRequired: d.Required, AllowHardcoded: d.Default != nil,
			Description: &d.Description, DateCreated: now, DateUpdated: now}
	}
	return tx.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// definitionOf returns the definition of a row's key: the declared one, else the row's own.
func (c Catalogue) definitionOf(r row) settings.Definition {
	if at := c.position(r); at < len(c.declared) {
		return c.declared[at]
	}
	d := r.definition()
	if variable := settings.VariableOf(r.System, r.Key); !d.Sensitive && !c.IsReserved(variable) {
		d.Variable = variable
	}
	return d
}

// isKnown reports whether the code declares keys of a system.
func (c Catalogue) isKnown(system string) bool {
	return slices.ContainsFunc(c.declared, func(d settings.Definition) bool { return d.System == system })
}

func (c Catalogue) setting(r row) Setting { return r.setting(c.definitionOf(r)) }
