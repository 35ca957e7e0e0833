package configuration

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
)

// Setting is a key with its value, as administrators see it (specification, "System
// configuration").
type Setting struct {
	ID     int64  `json:"id"`
	System string `json:"system"`
	Key    string `json:"key"`
	// Value is the stored value and ResolvedValue the effective one of the cascade. Both are null
	// for a sensitive key.
	Value         json.RawMessage    `json:"value"`
	ResolvedValue json.RawMessage    `json:"resolved_value"`
	Source        settings.Source    `json:"source"`
	ValueType     settings.ValueType `json:"value_type"`
	IsSensitive   bool               `json:"is_sensitive"`
	IsRequired    bool               `json:"is_required"`
	// AllowHardcoded reports whether HardcodedDefault applies if neither the database nor the
	// environment has a value.
	AllowHardcoded   bool            `json:"allow_hardcoded"`
	HardcodedDefault json.RawMessage `json:"hardcoded_default"`
	Description      string          `json:"description"`
	// HasValue reports whether any step of the cascade has a value.
	HasValue bool `json:"has_value"`
}

// row is a row of system_configs. Only the id and the value of a declared key's row are used.
type row struct {
	ID               int64 `gorm:"primaryKey"`
	System           string
	Key              string
	Value            json.RawMessage
	ValueEncrypted   []byte
	EncryptionKeyID  *string `gorm:"column:encryption_key_id"`
	ValueType        settings.ValueType
	IsSensitive      bool
	IsRequired       bool
	AllowHardcoded   bool
	HardcodedDefault json.RawMessage
	Description      *string
	UpdatedBy        *uuid.UUID
	DateCreated      time.Time
	DateUpdated      time.Time
}

// TableName returns the name of the table.
func (row) TableName() string { return "system_configs" }

// Constraints implements db.Constrained.
func (row) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{"system_configs_system_key_key": {Field: "key", Message: "Esta configuração já existe."}}
}

// definition returns the definition of a key that the code does not declare.
func (r row) definition() settings.Definition {
	d := settings.Definition{System: r.System, Name: r.Key, Type: r.ValueType, Sensitive: r.IsSensitive, Required: r.IsRequired, Public: true}
	if r.Description != nil {
		d.Description = *r.Description
	}
	if r.AllowHardcoded {
		d.Default = r.HardcodedDefault
	}
	return d
}

// setting returns the row with the definition as administrators see it.
func (r row) setting(d settings.Definition) Setting {
	s := Setting{
		ID: r.ID, System: r.System, Key: r.Key, ValueType: d.Type, Description: d.Description,
		IsSensitive: d.Sensitive, IsRequired: d.Required, AllowHardcoded: r.AllowHardcoded, HardcodedDefault: r.HardcodedDefault,
	}
	if d.Declared {
		s.AllowHardcoded, s.HardcodedDefault = d.Default != nil, d.Default
	}
	if d.Sensitive {
		s.Source = settings.Unset
		if r.ValueEncrypted != nil {
			s.Source = settings.FromDatabase
		}
	} else {
		s.Value = r.Value
		s.ResolvedValue, s.Source = d.Resolve(r.Value)
	}
	s.HasValue = s.Source != settings.Unset
	return s
}

// fullName returns the name of the key in messages and events, such as
// store.freight.apply_to_total.
func (r row) fullName() string { return r.System + "." + r.Key }

// setUpdated sets the author and the time of the change.
func (r *row) setUpdated(by auth.Caller) {
	r.UpdatedBy, r.DateUpdated = by.OperatorCode(), by.Now
}
