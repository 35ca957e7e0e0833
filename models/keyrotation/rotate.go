// Package keyrotation changes the encryption key of the database's secrets: each area encrypts its
// own secrets with the new key, all in one transaction. It stores only the ids of keys.
package keyrotation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

// ErrWrongKey is returned if a secret is encrypted with neither the old nor the new key.
var ErrWrongKey = errors.New("a chave de agora não abre tudo o que está guardado: nada foi mudado")

// Rotated is the number of secrets of a kind that were encrypted with the new key.
type Rotated struct {
	Label string
	Count int
}

// Rotate encrypts every secret with the new key and stores the key's id. Secrets already encrypted with it are skipped,
// so that Rotate can be repeated. It returns ErrWrongKey, and changes nothing, if the old key does not decrypt a
// secret.
func Rotate(ctx context.Context, tx *db.DB, secrets []area.Secret, change encryption.KeyChange, now time.Time) ([]Rotated, error) {
	var counts []Rotated
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, secret := range secrets {
			count, err := secret.Rotate(ctx, tx, change)
			if errors.Is(err, encryption.ErrDecrypt) {
				return fmt.Errorf("%w (%s)", ErrWrongKey, secret.Label)
			}
			if err != nil {
				return err
			}
			counts = append(counts, Rotated{secret.Label, count})
		}
		if err := checkAllRotated(ctx, tx, change.New.ID()); err != nil {
			return err
		}
		stored := tx.Exec("insert into data_key (key_id) values (?) on conflict (is_single) do update set key_id = excluded.key_id",
			change.New.ID())
		if stored.Error != nil {
			return stored.Error
		}
		event := security.Event{Kind: security.KeyRotated, Subject: change.New.ID(), Details: map[string]any{"from": change.Old.ID()}}
		return security.Record(ctx, tx, auth.Caller{Kind: auth.System}.At(now), event)
	})
	return counts, err
}

// DataKey returns the id of the key that encrypts the database's secrets. If the database has none, it becomes this one.
func DataKey(ctx context.Context, tx *db.DB, own string) (string, error) {
	if err := tx.WithContext(ctx).Exec("insert into data_key (key_id) values (?) on conflict do nothing", own).Error; err != nil {
		return "", err
	}
	return Last(ctx, tx)
}

// Last returns the id of the key that encrypts the database's secrets, or "" if no start or rotation has stored one.
func Last(ctx context.Context, tx *db.DB) (string, error) {
	var ids []string
	err := tx.WithContext(ctx).Table("data_key").Pluck("key_id", &ids).Error
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return ids[0], nil
}

// checkAllRotated checks all columns of the schema with encrypted values, so that a forgotten area stops the rotation
// instead of losing its secrets.
func checkAllRotated(ctx context.Context, tx *db.DB, newID string) error {
	var columns []struct{ TableName, ColumnName string }
	err := tx.WithContext(ctx).Raw(`select table_name, column_name from information_schema.columns
		where table_schema = current_schema() and data_type = 'bytea' and column_name ~ '_(encrypted|sealed)$'
		order by table_name, column_name`).Scan(&columns).Error
	if err != nil {
		return err
	}
	for _, column := range columns {
		var left int64
		err := tx.WithContext(ctx).Table(column.TableName).
			Where("? is not null and encryption_key_id is distinct from ?", clause.Column{Name: column.ColumnName}, newID).Count(&left).Error
		if err != nil {
			return err
		}
		if left > 0 {
			return fmt.Errorf("%w (%s)", ErrWrongKey, column.TableName)
		}
	}
	return nil
}
