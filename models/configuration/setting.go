package configuration

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
)

// Setting is a key with its value, as administrators see it (specification, "System
// configuration").
type Setting struct {
	ID     int64  `json:"id"`
	System string `json:"system"`
	Key    string `json:"key"`
	// Value is what is stored, and ResolvedValue what holds after the cascade; both are null
	// for a sensitive key, whose value nobody is shown.
	Value         json.RawMessage    `json:"value"`
	ResolvedValue json.RawMessage    `json:"resolved_value"`
	Source        settings.Source    `json:"source"`
	ValueType     settings.ValueType `json:"value_type"`
	IsSensitive   bool               `json:"is_sensitive"`
	IsRequired    bool               `json:"is_required"`
	// AllowHardcoded reports that HardcodedDefault holds where neither the database nor the
	// environment has a value.
	AllowHardcoded   bool            `json:"allow_hardcoded"`
	HardcodedDefault json.RawMessage `json:"hardcoded_default"`
	Description      string          `json:"description"`
	// HasValue reports that any step of the cascade has a value.
	HasValue bool `json:"has_value"`
}

// row is a row of system_configs. Of a declared key only its id and its value count.
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

// Constraints says what the constraints of the table mean to people.
func (row) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{"system_configs_system_key_key": {Field: "key", Message: "Esta configuração já existe."}}
}

// definition is what is known of a key that no code asks for.
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

// setting is the row as administrators see it.
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

// seal puts a sensitive value into the row.
func (r *row) seal(key encryption.Key, text string) {
	id := key.ID()
	r.ValueEncrypted, r.EncryptionKeyID = key.Encrypt([]byte(text), r.purpose()), &id
}

// clear takes the stored value away.
func (r *row) clear() { r.Value, r.ValueEncrypted, r.EncryptionKeyID = nil, nil, nil }

// purpose binds a sealed value to its own key.
func (r row) purpose() string { return "system_configs.value " + r.System + " " + r.Key }

// fullName is how people and events call the key: store.freight.apply_to_total.
func (r row) fullName() string { return r.System + "." + r.Key }

// touch notes who changed the row, and when.
func (r *row) touch(by auth.Caller) {
	r.UpdatedBy, r.DateUpdated = by.OperatorCode(), by.Now
}
