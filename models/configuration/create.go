package configuration

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// CreateInput is the body of POST /config.
type CreateInput struct {
	System string `json:"system"`
	Key    string `json:"key"`
	// ValueType is by default that of the value, else of the default, else string; a sensitive value is always a string.
	ValueType   settings.ValueType `json:"value_type,omitempty"`
	Description string             `json:"description,omitempty"`
	IsSensitive bool               `json:"is_sensitive,omitempty"`
	IsRequired  bool               `json:"is_required,omitempty"`
	// AllowHardcoded is true by default.
	AllowHardcoded   patch.Field[bool]            `json:"allow_hardcoded"`
	HardcodedDefault patch.Field[json.RawMessage] `json:"hardcoded_default"`
	Value            patch.Field[json.RawMessage] `json:"value"`
}

// Required names the members that must be sent.
func (CreateInput) Required() []string { return []string{"system", "key"} }

// Create creates a key that the code does not declare, such as one of an external program. It
// returns 400 VALIDATION_ERROR for invalid fields and 409 CONFLICT for an existing key, and asks for the second step as Change does.
func (c Catalogue) Create(ctx context.Context, tx *db.DB, by auth.Caller, input CreateInput) (Setting, error) {
	if input.ValueType == "" {
		input.ValueType = input.typeSent()
	}
	created, err := input.row(c)
	if err != nil {
		return Setting{}, err
	}
	if err := requireConfirmed(by, c.definitionOf(created)); err != nil {
		return Setting{}, err
	}
	created.setUpdated(by)
	created.DateCreated = by.Now
	defer settings.Forget(ctx)
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&created).Error; err != nil {
			return err
		}
		event := newEvent(security.ConfigCreated, created, created.definition())
		event.Details["to"] = eventValue(created, created.definition())
		return security.Record(ctx, tx, by, event)
	})
	if err != nil {
		return Setting{}, err
	}
	return c.setting(created), nil
}

// typeSent returns the type of the value, else of the default; string if neither was sent, or for a sensitive key.
func (in CreateInput) typeSent() settings.ValueType {
	for _, sent := range []patch.Field[json.RawMessage]{in.Value, in.HardcodedDefault} {
		if sent.Sent && !sent.Null && !in.IsSensitive {
			return settings.TypeOf(sent.Value)
		}
	}
	return settings.Text
}

// Patterns of the database's checks.
var (
	systemPattern = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,59}$`)
	keyPattern    = regexp.MustCompile(`^[a-z][a-z0-9_.-]{0,119}$`)
)

const (
	noSensitiveDefault = "não há padrão para um valor sensível"
	maxDescription     = 1000
)

// row validates the input and returns the row to store.
func (in CreateInput) row(c Catalogue) (row, error) {
	r := row{System: in.System, Key: in.Key, ValueType: in.ValueType, IsSensitive: in.IsSensitive, IsRequired: in.IsRequired,
		AllowHardcoded: true}
	in.AllowHardcoded.Set(&r.AllowHardcoded)
	if in.Description != "" {
		r.Description = &in.Description
	}
	problems := in.check()
	isOwn := c.position(r) == len(c.declared) && c.IsReserved(settings.VariableOf(in.System, in.Key))
	problems.Require(!isOwn, "key", "com este nome leria uma variável do próprio programa: escolha outro")
	r.HardcodedDefault = in.validValue("hardcoded_default", in.HardcodedDefault, r.definition(), &problems)
	c.store(&r, r.definition(), in.validValue("value", in.Value, r.definition(), &problems))
	return r, problems.Err()
}

// validValue returns the value to store for the field at the path, nil if it was not sent.
func (in CreateInput) validValue(path string, sent patch.Field[json.RawMessage], d settings.Definition,
	problems *errs.Problems) json.RawMessage {
	if !sent.Sent {
		return nil
	}
	return validValue(d, path, sent, problems)
}

func (in CreateInput) check() errs.Problems {
	var p errs.Problems
	p.Require(systemPattern.MatchString(in.System), "system", "deve ter letras minúsculas, números, _ e -, como store")
	p.Require(keyPattern.MatchString(in.Key), "key", "deve ter letras minúsculas, números, _, - e ponto, como freight.apply_to_total")
	p.Require(slices.Contains(settings.Text.Values(), string(in.ValueType)), "value_type",
		"deve ser "+strings.Join(settings.Text.Values(), ", "))
	p.Require(!in.IsSensitive || in.ValueType == settings.Text, "value_type", "um valor sensível é sempre um texto (string)")
	p.Require(!in.IsSensitive || !in.HardcodedDefault.Sent || in.HardcodedDefault.Null, "hardcoded_default", noSensitiveDefault)
	checkDescription(in.Description, &p)
	return p
}

func checkDescription(text string, p *errs.Problems) {
	p.Require(texts.Fits(text, maxDescription) && !strings.ContainsRune(text, 0), "description", "deve ter no máximo 1000 caracteres")
}
