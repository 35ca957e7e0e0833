package externalservices

import (
	"context"
	"maps"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// maxValue is the maximum length of a credential; a personal token is a JWT of more than 1 KB.
const maxValue = 8000

// SaveInput is the body of PUT /admin/external-services/:service/credentials.
type SaveInput struct {
	Service Name              `json:"-"`
	Fields  map[string]string `json:"fields"`
	// RunTest is true unless it is sent.
	RunTest patch.Field[bool] `json:"run_test"`
}

// Saved is the result of a save: credentials without values, and the test, which is null if none was asked for.
type Saved struct {
	Credentials []CredentialDetail `json:"credentials"`
	Test        *Test              `json:"test"`
}

// Save stores credentials. Omitted fields, and empty secrets, stay as they are; another empty field loses its stored
// value. Unless run_test is false they are tested first: if a check fails, nothing is stored and the error is 422
// CREDENTIAL_INVALID with a part per failed check. It returns 400 VALIDATION_ERROR for unknown fields and wrong values, and
// for another host without the secrets typed again.
func (o Office) Save(ctx context.Context, by auth.Caller, input SaveInput) (Saved, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Saved{}, err
	}
	_, definition, err := o.find(ctx, by, input.Service)
	if err != nil {
		return Saved{}, err
	}
	input.Fields = maps.Clone(input.Fields)
	if err := input.clean(definition).Err(); err != nil {
		return Saved{}, err
	}
	if err := o.checkHost(ctx, definition, input); err != nil {
		return Saved{}, err
	}
	var saved Saved
	if o.Testers[input.Service] != nil && (!input.RunTest.Sent || input.RunTest.Value) {
		test, err := o.testWith(ctx, by, input)
		if err != nil {
			return Saved{}, err
		}
		saved.Test = &test
		if !test.OK {
			return saved, errFailed(test.Checks)
		}
	}
	if err := o.store(ctx, by, definition, input, saved.Test); err != nil {
		return Saved{}, err
	}
	saved.Credentials, err = o.Credentials(ctx, by, input.Service)
	return saved, err
}

func (in SaveInput) clean(definition Definition) (problems errs.Problems) {
	for _, key := range slices.Sorted(maps.Keys(in.Fields)) {
		field, isKnown := definition.Field(key)
		value := strings.TrimSpace(in.Fields[key])
		in.Fields[key] = value
		path := "fields." + key
		problems.Require(isKnown, path, "este serviço não tem este campo")
		problems.Require(len(value) <= maxValue && !strings.ContainsAny(value, "\r\n\x00"), path, "deve ser uma linha de texto")
		problems.Require(key != BaseURL || value == "" || isAllowedURL(value), path, "informe um endereço https")
		problems.Require(key != SupportEmail || value == "" || strings.Contains(value, "@"), path, "informe um e-mail")
		if field.IsSecret && value == "" {
			delete(in.Fields, key)
		}
	}
	return problems
}

func (o Office) store(ctx context.Context, by auth.Caller, definition Definition, input SaveInput, test *Test) error {
	name := by.FullName()
	keys := slices.Sorted(maps.Keys(input.Fields))
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, key := range keys {
			if input.Fields[key] == "" {
				if err := remove(tx, input.Service, key); err != nil {
					return err
				}
				continue
			}
			row := credential{Service: input.Service, FieldKey: key, UpdatedBy: by.OperatorCode(), UpdatedByName: &name, DateUpdated: by.Now}
			if err := o.put(tx, row, input.Fields[key]); err != nil {
				return err
			}
		}
		if test != nil {
			if err := o.record(ctx, tx, by, input.Service, *test); err != nil {
				return err
			}
		}
		return recordChange(ctx, tx, by, definition, keys)
	})
}

// recordChange gives the service another version, and records which credentials changed.
func recordChange(ctx context.Context, tx *db.DB, by auth.Caller, definition Definition, keys []string) error {
	if err := tx.Model(&service{}).Where("service = ?", definition.Name).Update("date_updated", by.Now).Error; err != nil {
		return err
	}
	return security.Record(ctx, tx, by, security.Event{Kind: security.CredentialsChanged, Subject: definition.Label,
		Details: map[string]any{"fields": keys}})
}

// DisconnectFor forgets the connected account of a service.
func (o Office) DisconnectFor(ctx context.Context, by auth.Caller, name Name) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	_, definition, err := o.find(ctx, by, name)
	if err != nil {
		return err
	}
	if err := o.Disconnect(ctx, name, by.Now); err != nil {
		return err
	}
	return security.Record(ctx, o.DB, by, security.Event{Kind: security.ServiceDisconnected, Subject: definition.Label})
}
