package configuration

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
)

// Entry is a key on the page of its system: the setting, and the data to change it.
type Entry struct {
	Setting
	// Declared keys are used by the code; the others can be removed.
	Declared bool
	// Public keys can be read without a session.
	Public bool
	// Environment is the name of the key's variable in the environment; empty if it reads none.
	Environment string
	// Version is the version of the row, for SaveInput.
	Version string
	// Updated is the time of the last change, UpdatedBy the name of its author; empty if unknown.
	Updated   time.Time
	UpdatedBy string
}

// entryRow is a row with the name of the operator who changed it last.
type entryRow struct {
	Row    row `gorm:"embedded"`
	Author string
}

// Entries returns the keys of a system: the declared ones in the order of their declaration, then
// the others by name. For a caller who is not an administrator, and for an unknown system, it is
// 404 NOT_FOUND.
func (c Catalogue) Entries(ctx context.Context, tx *db.DB, by auth.Caller, system string) ([]Entry, error) {
	var rows []entryRow
	err := visible(ctx, tx, by).Where("system = ?", system).Order("key").Limit(page.MaxLimit).
		Select("system_configs.*, (select trim(name || ' ' || last_name) from system_users where user_code = updated_by) as author").Find(&rows).
		Error
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errs.NotFound("Não há configurações deste sistema.")
	}
	slices.SortStableFunc(rows, func(a, b entryRow) int { return cmp.Compare(c.position(a.Row), c.position(b.Row)) })
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = c.entry(tx, r)
	}
	return entries, nil
}

// position returns the place of a key among the declared ones, their number for any other: declared ones are first.
func (c Catalogue) position(r row) int {
	at := slices.IndexFunc(c.declared, func(d settings.Definition) bool { return d.System == r.System && d.Name == r.Key })
	if at < 0 {
		return len(c.declared)
	}
	return at
}

func (c Catalogue) entry(tx *db.DB, r entryRow) Entry {
	d := c.definitionOf(r.Row)
	return Entry{
		Setting: r.Row.setting(d), Declared: d.Declared, Public: d.Public && !d.Sensitive, Environment: d.Variable,
		Version: db.VersionOf(tx, &r.Row), Updated: r.Row.DateUpdated, UpdatedBy: r.Author,
	}
}

// SaveInput holds the new values of keys of one system.
type SaveInput struct {
	System string
	Values []NewValue
	// Moves move the items of statuses that the new values remove.
	Moves []reception.StatusMove
}

// NewValue is the new value of a key; an empty one removes the stored value. Version is the version of the displayed
// Entry.
type NewValue struct {
	ID      int64
	Version string
	Value   json.RawMessage
}

// Save changes all values or none. It returns 400 VALIDATION_ERROR with a field for each invalid value, 409 CONFLICT
// for a stale version (errs.IsStale), and 404 NOT_FOUND for a key of another system. The path of a field is the key's
// name.
func (c Catalogue) Save(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) error {
	// In the order of the ids, so that concurrent calls do not deadlock.
	values := slices.SortedFunc(slices.Values(input.Values), func(a, b NewValue) int { return cmp.Compare(a.ID, b.ID) })
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var problems errs.Problems
		isStale := false
		for _, value := range values {
			key, err := c.saveOne(ctx, tx, by, input.System, value)
			if err != nil && errs.FieldsOf(err) == nil && !errs.IsStale(err) {
				return err
			}
			isStale = isStale || errs.IsStale(err)
			for _, field := range errs.FieldsOf(err) {
				problems.Add(key, field.Message)
			}
		}
		if isStale {
			return errs.WithFields(errs.Stale(), problems)
		}
		if err := problems.Err(); err != nil {
			return err
		}
		return reception.MoveOpen(ctx, tx, by, input.Moves)
	})
}

func (c Catalogue) saveOne(ctx context.Context, tx *db.DB, by auth.Caller, system string, value NewValue) (key string, err error) {
	var found row
	err = visible(ctx, tx, by).Where("id = ? and system = ?", value.ID, system).Take(&found).Error
	switch {
	case err != nil:
		return "", err
	case len(value.Value) == 0:
		_, err = c.clear(ctx, tx, by, value.ID, value.Version)
	default:
		_, err = c.Change(ctx, tx, by, ChangeInput{ID: value.ID, Version: value.Version, Value: patch.Of(value.Value)})
	}
	return found.Key, err
}
