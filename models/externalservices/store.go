package externalservices

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/errs"
)

// Source is where a value comes from.
type Source string

// The sources.
const (
	FromDatabase    Source = "db"
	FromEnvironment Source = "env"
	FromDefault     Source = "default"
	Unset           Source = "unset"
)

// Store reads credentials and flags, and renews tokens. Use New.
type Store struct {
	DB  *db.DB
	key encryption.Key
	// Outbound decides which addresses the services may have.
	Outbound outbound.Guard
	// environment returns the value of a variable.
	environment func(string) string
	turns       turns
}

// New returns a store that decrypts with key and falls back to the environment.
func New(tx *db.DB, key encryption.Key, environment func(string) string) Store {
	return Store{DB: tx, key: key, environment: environment, turns: newTurns()}
}

// service is a row of external_services. A null flag has the value of the environment.
type service struct {
	ID                int64 `gorm:"primaryKey"`
	Service           Name
	Enabled           *bool
	UseForQuote       *bool
	UseForLabel       *bool
	UseForScheduling  *bool
	PrimaryCalendarID *string `gorm:"column:primary_calendar_id"`
	LastTestOK        *bool   `gorm:"column:last_test_ok"`
	LastTestChecks    []Check `gorm:"serializer:json"`
	LastTestedAt      *time.Time
	LastTestedBy      *string
	Account           *string
	ConnectedBy       *string
	DateConnected     *time.Time
	DateUpdated       time.Time
}

// TableName returns the name of the table.
func (service) TableName() string { return "external_services" }

// credential is a row of external_service_credentials.
type credential struct {
	ID              int64 `gorm:"primaryKey"`
	Service         Name
	FieldKey        string
	ValueEncrypted  []byte
	EncryptionKeyID string
	ExpiresAt       *time.Time
	UpdatedBy       *uuid.UUID
	UpdatedByName   *string
	DateCreated     time.Time
	DateUpdated     time.Time
}

// TableName returns the name of the table.
func (credential) TableName() string { return "external_service_credentials" }

// purpose binds an encrypted credential to its service and field.
func (c credential) purpose() string {
	return "external_service_credentials." + string(c.Service) + "." + c.FieldKey
}

// Values are the credentials of a service by field key; a field without a value is absent.
type Values map[string]string

// Missing returns the keys of the required fields without a value.
func (v Values) Missing(d Definition) []string {
	var missing []string
	for _, field := range d.Fields {
		if field.Required && v[field.Key] == "" && (field.Instead == "" || v[field.Instead] == "") {
			missing = append(missing, field.Key)
		}
	}
	return missing
}

// Values returns the credentials of a service: stored, else of the environment, else by default.
func (s Store) Values(ctx context.Context, name Name) (Values, error) {
	stored, err := s.credentials(ctx, name)
	if err != nil {
		return nil, err
	}
	values := Values{}
	definition, _ := DefinitionOf(name)
	for _, field := range definition.Fields {
		value, _, err := s.resolve(name, field, stored)
		if err != nil {
			return nil, err
		}
		if value != "" {
			values[field.Key] = value
		}
	}
	return values, nil
}

func (s Store) credentials(ctx context.Context, name Name) (map[string]credential, error) {
	var rows []credential
	err := s.DB.WithContext(ctx).Where("service = ?", name).Order("field_key").Limit(100).Find(&rows).Error
	found := make(map[string]credential, len(rows))
	for _, row := range rows {
		found[row.FieldKey] = row
	}
	return found, err
}

func (s Store) resolve(name Name, field Field, stored map[string]credential) (value string, from Source, err error) {
	if row, isStored := stored[field.Key]; isStored {
		plain, err := s.key.Decrypt(row.ValueEncrypted, row.purpose())
		return string(plain), FromDatabase, err
	}
	if value := s.getenv(name.environmentName(field.Key)); value != "" {
		return value, FromEnvironment, nil
	}
	if field.Default != "" {
		return field.Default, FromDefault, nil
	}
	return "", Unset, nil
}

func (s Store) getenv(name string) string {
	if s.environment == nil {
		return ""
	}
	return strings.TrimSpace(s.environment(name))
}

// Flags are the uses of a service that are switched on.
type Flags map[Flag]bool

// State is what the callers of a service ask before they use it.
type State struct {
	Flags Flags
	// Version changes with the flags and the credentials.
	Version string
	// PrimaryCalendarID is the default calendar; nil without one.
	PrimaryCalendarID *string
}

// Has reports whether the service is enabled for a use.
func (s State) Has(use Flag) bool { return s.Flags[Enabled] && s.Flags[use] }

// PrimaryCalendarID returns the calendar that an administrator chose as the association's default; nil without one.
func PrimaryCalendarID(ctx context.Context, tx *db.DB) (*string, error) {
	row, err := db.First[service](tx.WithContext(ctx).Where("service = ?", Calendar), errs.NotFound("Serviço externo não encontrado."))
	return row.PrimaryCalendarID, err
}

// MakesEvents reports whether services get events: the calendar is enabled for the agenda, connected or not, in the database,
// else in the environment.
func MakesEvents(ctx context.Context, tx *db.DB) (bool, error) {
	row, err := db.First[service](tx.WithContext(ctx).Where("service = ?", Calendar), errs.NotFound("Serviço externo não encontrado."))
	return State{Flags: Store{environment: os.Getenv}.flags(row)}.Has(UseForScheduling), err
}

// States returns the state of every service.
func (s Store) States(ctx context.Context) (map[Name]State, error) {
	var rows []service
	err := s.DB.WithContext(ctx).Order("service").Limit(100).Find(&rows).Error
	states := make(map[Name]State, len(rows))
	for _, row := range rows {
		states[row.Service] = State{Flags: s.flags(row), Version: row.DateUpdated.UTC().Format(time.RFC3339Nano),
			PrimaryCalendarID: row.PrimaryCalendarID}
	}
	return states, err
}

func (s Store) flags(row service) Flags {
	flags := Flags{}
	definition, _ := DefinitionOf(row.Service)
	for _, flag := range definition.Flags {
		if stored := *row.flag(flag); stored != nil {
			flags[flag] = *stored
			continue
		}
		flags[flag], _ = strconv.ParseBool(s.getenv(row.Service.environmentName(string(flag))))
	}
	return flags
}

func (r *service) flag(flag Flag) **bool {
	switch flag {
	case UseForQuote:
		return &r.UseForQuote
	case UseForLabel:
		return &r.UseForLabel
	case UseForScheduling:
		return &r.UseForScheduling
	}
	return &r.Enabled
}

// put stores a credential, replacing an older one.
func (s Store) put(tx *db.DB, row credential, value string) error {
	row.ValueEncrypted, row.EncryptionKeyID = s.key.Encrypt([]byte(value), row.purpose()), s.key.ID()
	return tx.Exec(`insert into external_service_credentials (service, field_key, value_encrypted, encryption_key_id, expires_at, updated_by, updated_by_name,
			date_created, date_updated)
		values (@Service, @FieldKey, @ValueEncrypted, @EncryptionKeyID, @ExpiresAt, @UpdatedBy, @UpdatedByName, @DateUpdated, @DateUpdated)
		on conflict (service, field_key) do update set value_encrypted = excluded.value_encrypted, encryption_key_id = excluded.encryption_key_id,
			expires_at = excluded.expires_at, updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name,
			date_updated = excluded.date_updated`, row).Error
}

// RotateKey encrypts all credentials with the new key and returns their number; it skips those that already are. It
// returns encryption.ErrDecrypt for one that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("encryption_key_id <> ?", id)
	return db.UpdateEach(outdated, []string{"value_encrypted", "encryption_key_id"}, func(row *credential) (err error) {
		row.EncryptionKeyID = id
		row.ValueEncrypted, err = change.Reencrypt(row.ValueEncrypted, row.purpose())
		return err
	})
}
