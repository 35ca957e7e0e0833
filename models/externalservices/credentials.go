package externalservices

import (
	"context"
	"maps"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Codes of services that cannot be called (specification, "Errors").
const (
	CodeMissing  = "CREDENTIAL_MISSING"
	CodeInvalid  = "CREDENTIAL_INVALID"
	CodeDisabled = "MODULE_DISABLED"
)

// CredentialStatus sums up the credentials of a service.
type CredentialStatus struct {
	Complete bool `json:"complete"`
	// SourceSummary is db, env, mixed or unset.
	SourceSummary string     `json:"source_summary"`
	LastTestOK    *bool      `json:"last_test_ok"`
	LastTestedAt  *time.Time `json:"last_tested_at"`
}

// CredentialDetail is one credential without its value, unless it is no secret.
type CredentialDetail struct {
	FieldKey  string     `json:"field_key"`
	Label     string     `json:"label"`
	IsSecret  bool       `json:"is_secret"`
	Required  bool       `json:"required"`
	HasValue  bool       `json:"has_value"`
	Source    Source     `json:"source"`
	UpdatedBy string     `json:"updated_by"`
	UpdatedAt *time.Time `json:"updated_at"`

	// Value is empty for a secret.
	Value string `json:"-"`
	Hint  string `json:"-"`
	// Variable is the name of the credential in the environment.
	Variable string `json:"-"`
}

func summaryOf(sources map[Source]bool) string {
	found := slices.Collect(maps.Keys(sources))
	switch len(found) {
	case 0:
		return string(Unset)
	case 1:
		return string(found[0])
	}
	return "mixed"
}

func (o Office) detail(name Name, field Field, stored map[string]credential) (CredentialDetail, string, error) {
	value, source, err := o.resolve(name, field, stored)
	detail := CredentialDetail{FieldKey: field.Key, Label: field.Label, IsSecret: field.IsSecret, Required: field.Required,
		HasValue: value != "", Source: source,
		Hint: field.Hint, Variable: name.environmentName(field.Key)}
	if row, isStored := stored[field.Key]; isStored {
		detail.UpdatedAt = &row.DateUpdated
		if row.UpdatedByName != nil {
			detail.UpdatedBy = *row.UpdatedByName
		}
	}
	if !field.IsSecret {
		detail.Value = value
	}
	return detail, value, err
}

// Credentials returns the credentials of a service without their values.
func (o Office) Credentials(ctx context.Context, by auth.Caller, name Name) ([]CredentialDetail, error) {
	status, err := o.Find(ctx, by, name)
	return status.Fields, err
}

func remove(tx *db.DB, name Name, key string) error {
	return tx.Exec("delete from external_service_credentials where service = ? and field_key = ?", name, key).Error
}

// Remove removes a stored credential, so that the environment's value applies. A field that the service does not have is
// 404 NOT_FOUND; one without a stored value stays so.
func (o Office) Remove(ctx context.Context, by auth.Caller, name Name, key string) ([]CredentialDetail, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return nil, err
	}
	_, definition, err := o.find(ctx, by, name)
	if err != nil {
		return nil, err
	}
	if _, isKnown := definition.Field(key); !isKnown {
		return nil, errs.NotFound("Este serviço não tem este campo.")
	}
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := remove(tx, name, key); err != nil {
			return err
		}
		return recordChange(ctx, tx, by, definition, []string{key})
	})
	if err != nil {
		return nil, err
	}
	return o.Credentials(ctx, by, name)
}
