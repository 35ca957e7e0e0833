package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
)

// Types returns the catalogue of types, active or not, in its order.
func Types(ctx context.Context, tx *db.DB) ([]Type, error) { return settings.Get(ctx, tx, typesKey) }

// Save replaces the catalogue of types. It returns 400 VALIDATION_ERROR for wrong types.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, sent []TypeInput) ([]Type, error) {
	types := typesOf(sent)
	problems := typeProblems(types)
	for i := range problems {
		problems[i].Path = cmp.Or(problems[i].Path, "body")
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return types, changeTypes(ctx, tx, by, func([]Type) ([]Type, error) { return types, nil })
}

// change is a new value of a setting.
type change[T any] struct {
	key      settings.Key[T]
	from, to T
}

// changeTypes locks the catalogue, applies a change to its types and stores the valid result.
func changeTypes(ctx context.Context, tx *db.DB, by auth.Caller, apply func(types []Type) ([]Type, error)) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := settings.Lock(ctx, tx, typesKey); err != nil {
			return err
		}
		before, err := Types(ctx, tx)
		if err != nil {
			return err
		}
		after, err := apply(slices.Clone(before))
		if err != nil || reflect.DeepEqual(before, after) {
			return err
		}
		return put(ctx, tx, by, change[[]Type]{typesKey, before, after})
	})
}

// put stores a setting and records the change, in the transaction of the caller.
func put[T any](ctx context.Context, tx *db.DB, by auth.Caller, changed change[T]) error {
	if err := settings.Put(ctx, tx, by, changed.key.To(changed.to)); err != nil {
		return err
	}
	return security.Record(ctx, tx, by, security.Event{Kind: security.ConfigChanged, Subject: changed.key.System + "." + changed.key.Name,
		Details: map[string]any{"fields": []string{"value"}, "from": asJSON(changed.from), "to": asJSON(changed.to)}})
}

func asJSON(value any) string {
	encoded, _ := json.Marshal(value) // the values of settings always encode
	return string(encoded)
}
