package configuration

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// ChangeInput is the body of PATCH /config/:id. The code says what a declared key is like, so
// only its value can be changed.
type ChangeInput struct {
	ID               int64                        `json:"-"`
	Value            patch.Field[json.RawMessage] `json:"value"`
	Description      patch.Field[string]          `json:"description"`
	IsRequired       patch.Field[bool]            `json:"is_required"`
	AllowHardcoded   patch.Field[bool]            `json:"allow_hardcoded"`
	HardcodedDefault patch.Field[json.RawMessage] `json:"hardcoded_default"`
}

// Change changes what was sent. It returns 404 NOT_FOUND for an unknown id and 400
// VALIDATION_ERROR for a value that the key does not take, and for changing what the code
// says of a declared key.
func (c Catalogue) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Setting, error) {
	return c.change(ctx, tx, input.ID, func(tx *db.DB, before row, r *row) error {
		d := c.definitionOf(*r)
		if err := input.apply(r, d, c); err != nil {
			return err
		}
		r.touch(by)
		return security.Record(ctx, tx, by, changeOf(before, *r, d, input))
	})
}

// Clear takes the stored value away, so that the environment or the default holds. An unknown
// id is 404 NOT_FOUND.
func (c Catalogue) Clear(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Setting, error) {
	return c.change(ctx, tx, id, func(tx *db.DB, _ row, r *row) error {
		event := eventOf(security.ConfigCleared, *r, c.definitionOf(*r))
		event.Details["from"] = shown(*r, c.definitionOf(*r))
		r.clear()
		r.touch(by)
		return security.Record(ctx, tx, by, event)
	})
}

// Remove removes a key that an administrator made. Code asks for a declared one, so that is
// only cleared. An unknown id is 404 NOT_FOUND.
func (c Catalogue) Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
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
		if err := db.Remove[row](ctx, tx, id); err != nil {
			return err
		}
		event := eventOf(security.ConfigRemoved, found, d)
		event.Details["from"] = shown(found, d)
		return security.Record(ctx, tx, by, event)
	})
}

func (c Catalogue) change(ctx context.Context, tx *db.DB, id int64, apply func(*db.DB, row, *row) error) (Setting, error) {
	changed, err := db.Change(ctx, tx, id, "", apply)
	if err != nil {
		return Setting{}, err
	}
	return c.setting(changed), nil
}

// apply checks what was sent and puts it into the row.
func (in ChangeInput) apply(r *row, d settings.Definition, c Catalogue) error {
	var problems errs.Problems
	in.checkMetadata(d, &problems)
	in.Description.SetNullable(&r.Description)
	in.IsRequired.Set(&r.IsRequired)
	in.AllowHardcoded.Set(&r.AllowHardcoded)
	if in.HardcodedDefault.Sent {
		r.HardcodedDefault = fitted(d, "hardcoded_default", in.HardcodedDefault, &problems)
	}
	if in.Value.Sent {
		if in.Value.Null {
			problems.Add("value", fmt.Sprintf("não pode ser nulo; POST /config/%d/clear tira o valor guardado", r.ID))
			return problems.Err()
		}
		c.store(r, d, fitted(d, "value", in.Value, &problems))
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

// fitted returns a value as it is stored, or notes why the key does not take it.
func fitted(d settings.Definition, path string, sent patch.Field[json.RawMessage], problems *errs.Problems) json.RawMessage {
	if sent.Null {
		return nil
	}
	value, err := d.Fit(sent.Value)
	if err != nil {
		problems.Add(path, err.Error())
	}
	return value
}

// store puts a value that fits into the row, sealed when it is sensitive.
func (c Catalogue) store(r *row, d settings.Definition, value json.RawMessage) {
	r.clear()
	r.IsSensitive = d.Sensitive
	if !d.Sensitive {
		r.Value = value
		return
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		r.seal(c.key, text)
	}
}

// changeOf is the event of a change: which fields and, where the value may be shown, from what to what.
func changeOf(before, after row, d settings.Definition, input ChangeInput) security.Event {
	event := eventOf(security.ConfigChanged, after, d)
	event.Details["fields"] = patch.Sent(input)
	if input.Value.Sent && !bytes.Equal(before.Value, after.Value) {
		event.Details["from"], event.Details["to"] = shown(before, d), shown(after, d)
	}
	return event
}

func eventOf(kind security.Kind, r row, d settings.Definition) security.Event {
	return security.Event{Kind: kind, Subject: r.fullName(), Details: map[string]any{"sensitive": d.Sensitive}}
}

// shown is a stored value as an event shows it: shortened, and empty when it is sensitive.
func shown(r row, d settings.Definition) string {
	const most = 200
	if d.Sensitive {
		return ""
	}
	value := string(r.Value)
	_ = json.Unmarshal(r.Value, &value) // a text is shown as such, anything else as JSON
	return texts.Truncate(value, most)
}
