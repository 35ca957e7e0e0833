package configuration

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// ChangeInput is the body of PATCH /config/:id. Only the value of a declared key can be changed,
// because the code defines the rest.
type ChangeInput struct {
	ID int64 `json:"-"`
	// Version is the version of the displayed Entry; without one, the change is unconditional.
	Version          string                       `json:"-"`
	Value            patch.Field[json.RawMessage] `json:"value" null:"omit"`
	Description      patch.Field[string]          `json:"description"`
	IsRequired       patch.Field[bool]            `json:"is_required"`
	AllowHardcoded   patch.Field[bool]            `json:"allow_hardcoded"`
	HardcodedDefault patch.Field[json.RawMessage] `json:"hardcoded_default"`
}

// Change changes the sent fields. It returns 404 NOT_FOUND for an unknown id and 400
// VALIDATION_ERROR for a value that does not fit the key, and for another field of a declared key.
func (c Catalogue) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Setting, error) {
	return c.change(ctx, tx, input.ID, input.Version, func(tx *db.DB, before row, r *row) error {
		d := c.definitionOf(*r)
		if err := requireConfirmed(by, d); err != nil {
			return err
		}
		if err := input.apply(r, d, c); err != nil {
			return err
		}
		r.setUpdated(by)
		return security.Record(ctx, tx, by, changeEvent(before, *r, d, input))
	})
}

// Clear removes the stored value, so that the environment or the default applies. An unknown id is
// 404 NOT_FOUND.
func (c Catalogue) Clear(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Setting, error) {
	return c.clear(ctx, tx, by, id, "")
}

func (c Catalogue) clear(ctx context.Context, tx *db.DB, by auth.Caller, id int64, version string) (Setting, error) {
	return c.change(ctx, tx, id, version, func(tx *db.DB, _ row, r *row) error {
		if err := requireConfirmed(by, c.definitionOf(*r)); err != nil {
			return err
		}
		event := newEvent(security.ConfigCleared, *r, c.definitionOf(*r))
		event.Details["from"] = eventValue(*r, c.definitionOf(*r))
		r.clear()
		r.setUpdated(by)
		return security.Record(ctx, tx, by, event)
	})
}

// Remove removes a key that an administrator created. A declared key is only cleared. An unknown id
// is 404 NOT_FOUND.
func (c Catalogue) Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	defer settings.Forget(ctx)
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var found row
		if err := tx.Where("id = ?", id).Take(&found).Error; err != nil {
			return err
		}
		d := c.definitionOf(found)
		if d.Declared {
			_, err := c.Clear(ctx, tx, by, id)
			return err
		}
		if err := requireConfirmed(by, d); err != nil {
			return err
		}
		if err := db.Remove[row](ctx, tx, id); err != nil {
			return err
		}
		event := newEvent(security.ConfigRemoved, found, d)
		event.Details["from"] = eventValue(found, d)
		return security.Record(ctx, tx, by, event)
	})
}

func (c Catalogue) change(ctx context.Context, tx *db.DB, id int64, version string, apply func(*db.DB, row, *row) error) (Setting, error) {
	defer settings.Forget(ctx)
	changed, err := db.Change(ctx, tx, id, version, apply)
	if err != nil {
		return Setting{}, err
	}
	return c.setting(changed), nil
}

// apply validates the sent fields and sets them in the row.
func (in ChangeInput) apply(r *row, d settings.Definition, c Catalogue) error {
	var problems errs.Problems
	in.checkMetadata(d, &problems)
	in.Description.SetNullable(&r.Description)
	in.IsRequired.Set(&r.IsRequired)
	in.AllowHardcoded.Set(&r.AllowHardcoded)
	if in.HardcodedDefault.Sent {
		r.HardcodedDefault = validValue(d, "hardcoded_default", in.HardcodedDefault, &problems)
	}
	if in.Value.Sent {
		if in.Value.Null {
			problems.Add("value", fmt.Sprintf("não pode ser nulo; POST /config/%d/clear apaga o valor salvo", r.ID))
			return problems.Err()
		}
		c.store(r, d, validValue(d, "value", in.Value, &problems))
	}
	return problems.Err()
}

func (in ChangeInput) checkMetadata(d settings.Definition, problems *errs.Problems) {
	sent := map[string]bool{"description": in.Description.Sent, "is_required": in.IsRequired.Sent,
		"allow_hardcoded": in.AllowHardcoded.Sent, "hardcoded_default": in.HardcodedDefault.Sent}
	for _, path := range []string{"description", "is_required", "allow_hardcoded", "hardcoded_default"} {
		problems.Require(!d.Declared || !sent[path], path, patch.ErrReadOnly.Error())
	}
	checkDescription(in.Description.Value, problems)
	problems.Require(!d.Sensitive || !in.HardcodedDefault.Sent || in.HardcodedDefault.Null, "hardcoded_default", noSensitiveDefault)
}

// validValue returns the value to store, or adds a problem if it does not fit the key.
func validValue(d settings.Definition, path string, sent patch.Field[json.RawMessage], problems *errs.Problems) json.RawMessage {
	if sent.Null {
		return nil
	}
	value, err := d.Fit(sent.Value)
	if err != nil {
		problems.Add(path, err.Error())
	}
	return value
}

// store sets a valid value in the row, encrypted if the key is sensitive.
func (c Catalogue) store(r *row, d settings.Definition, value json.RawMessage) {
	r.clear()
	r.IsSensitive = d.Sensitive
	if !d.Sensitive {
		r.Value = value
		return
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		r.encrypt(c.key, text)
	}
}

// changeEvent returns the event of a change: the names of the fields and, for a value that is not
// sensitive, the old and the new value.
func changeEvent(before, after row, d settings.Definition, input ChangeInput) security.Event {
	event := newEvent(security.ConfigChanged, after, d)
	event.Details["fields"] = patch.Sent(input)
	if input.Value.Sent && !bytes.Equal(before.Value, after.Value) {
		event.Details["from"], event.Details["to"] = eventValue(before, d), eventValue(after, d)
	}
	return event
}

func newEvent(kind security.Kind, r row, d settings.Definition) security.Event {
	return security.Event{Kind: kind, Subject: r.fullName(), Details: map[string]any{"sensitive": d.Sensitive}}
}

// eventValue returns a stored value for an event: shortened, and empty if the key is sensitive.
func eventValue(r row, d settings.Definition) string {
	const maxLength = 200
	if d.Sensitive {
		return ""
	}
	value := string(r.Value)
	_ = json.Unmarshal(r.Value, &value) // a string without quotes, any other value as JSON
	return texts.Truncate(value, maxLength)
}

// requireConfirmed is access.RequireConfirmed for a secret value, and for the roles and their second step.
func requireConfirmed(by auth.Caller, d settings.Definition) error {
	guarded := []string{settings.FullName(settings.SecondStepRoles), settings.FullName(settings.SecondStepDays),
		settings.FullName(settings.RolePages),
		settings.FullName(settings.HideCPF), settings.FullName(settings.HideAddress), settings.FullName(settings.HideHealth),
		settings.FullName(settings.SeeReads)}
	if d.Sensitive || slices.Contains(guarded, d.System+"."+d.Name) {
		return access.RequireConfirmed(by)
	}
	return nil
}
