// Package endpoints administers the addresses to which webhooks are sent: what they listen to, their secrets, whether they are
// switched on, and how their deliveries go.
package endpoints

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
)

// Reason is why an endpoint is switched off.
type Reason string

// The reasons: a person did it, the receiver answered 410, no attempt succeeded for FailingLimit.
const (
	ByPerson   Reason = "person"
	ForGone    Reason = "gone"
	ForFailing Reason = "failing"
)

// Values returns the reasons as text, for the API document.
func (Reason) Values() []string {
	return []string{string(ByPerson), string(ForGone), string(ForFailing)}
}

// Endpoint is a row of webhook_endpoints without its secrets.
type Endpoint struct {
	ID      int64    `json:"id" gorm:"primaryKey"`
	Name    string   `json:"name" gorm:"column:name"`
	URL     string   `json:"url" gorm:"column:url"`
	Tables  []Table  `json:"tables" gorm:"serializer:json"`
	Actions []Action `json:"actions" gorm:"serializer:json"`
	Enabled bool     `json:"enabled" gorm:"column:enabled"`
	// WithoutHealth leaves the fields about health out of the data.
	WithoutHealth bool `json:"without_health" gorm:"column:without_health"`
	// PreviousSecretExpires is the end of the time in which the replaced secret signs too.
	PreviousSecretExpires *time.Time `json:"previous_secret_expires" gorm:"column:previous_secret_expires"`
	// FailingSince is the first failed attempt after the last successful one.
	FailingSince   *time.Time `json:"failing_since" gorm:"column:failing_since" version:"-"`
	DisabledAt     *time.Time `json:"disabled_at" gorm:"column:disabled_at" version:"-"`
	DisabledReason *Reason    `json:"disabled_reason" gorm:"column:disabled_reason" version:"-"`
	DateCreated    time.Time  `json:"date_created" gorm:"column:date_created"`
	DateUpdated    time.Time  `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Endpoint) TableName() string { return "webhook_endpoints" }

// FailingLimit is the time without a successful attempt after which an endpoint is switched off.
const FailingLimit = 72 * time.Hour

// SwitchOff returns when the endpoint is switched off unless an attempt succeeds; nil if it is not failing.
func (e Endpoint) SwitchOff() *time.Time {
	if e.FailingSince == nil || !e.Enabled {
		return nil
	}
	at := e.FailingSince.Add(FailingLimit)
	return &at
}

// SetEnabled switches the endpoint on or off.
func (e *Endpoint) SetEnabled(enabled bool, reason Reason, now time.Time) {
	switch {
	case enabled && !e.Enabled:
		e.DisabledAt, e.DisabledReason, e.FailingSince = nil, nil, nil
	case !enabled && e.Enabled:
		e.DisabledAt, e.DisabledReason = &now, &reason
	}
	e.Enabled = enabled
}

// Listens reports whether the endpoint gets the events of a table and an action.
func (e Endpoint) Listens(table Table, action Action) bool {
	return slices.Contains(e.Tables, table) && slices.Contains(e.Actions, action)
}

// stored is a row of webhook_endpoints with its secrets.
type stored struct {
	Endpoint
	SecretEncrypted         []byte        `gorm:"column:secret_encrypted"`
	PreviousSecretEncrypted []byte        `gorm:"column:previous_secret_encrypted"`
	EncryptionKeyID         string        `gorm:"column:encryption_key_id"`
	CreatedBy               uuid.NullUUID `gorm:"column:created_by"`
}

// Registry administers the endpoints.
type Registry struct {
	DB *db.DB
	// Key encrypts the secrets.
	Key encryption.Key
	// Guard decides which addresses may be called.
	Guard outbound.Guard
}

// PathOf returns the path of an endpoint's page.
func PathOf(id int64) string { return "/admin/webhooks/" + strconv.FormatInt(id, 10) }
