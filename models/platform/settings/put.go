package settings

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Assignment is a value for a declared key.
type Assignment struct {
	to    name
	typed ValueType
	value json.RawMessage
}

// To returns the assignment of a value to the key.
func (k Key[T]) To(value T) Assignment {
	raw, _ := json.Marshal(value) // the types of keys always encode
	return Assignment{k.named(), k.Type, raw}
}

// Put stores values for an area that lets people other than administrators choose them. The area
// must check that the value is valid for the key, otherwise it counts as absent.
func Put(ctx context.Context, tx *db.DB, by auth.Caller, assigned Assignment) error {
	defer Forget(ctx)
	return tx.WithContext(ctx).Exec(`insert into system_configs (system, key, value_type, value, updated_by, date_created, date_updated)
		values (@system, @key, @type, cast(@value as jsonb), @operator, @now, @now)
		on conflict (system, key) do update set value = excluded.value, is_sensitive = false, value_encrypted = null, encryption_key_id = null,
			updated_by = excluded.updated_by, date_updated = excluded.date_updated`,
		map[string]any{"system": assigned.to.system, "key": assigned.to.key, "type": assigned.typed, "value": string(assigned.value),
			"operator": by.OperatorCode(), "now": by.Now}).Error
}

// Lock locks the stored row of a key until the transaction ends, for an area that changes a part of the value. A key
// without a row is not locked.
func Lock(ctx context.Context, tx *db.DB, key AnyKey) error {
	defer Forget(ctx)
	return tx.WithContext(ctx).Exec("select 1 from system_configs where system = ? and key = ? for no key update", key.named().system,
		key.named().key).Error
}
