// Package rekey changes the key that the database's secrets are sealed by: all of them at
// once, each by the area that sealed it, or none. It keeps no key.
package keyrotation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/configuration"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

// ErrWrongKey is given when something is sealed by a key that is neither the old nor the new one.
var ErrWrongKey = errors.New("a chave de agora não abre tudo o que está guardado: nada foi mudado")

// Rotated is how many secrets of a kind were sealed anew.
type Rotated struct {
	Label string
	Count int
}

// Rotate seals every secret anew and notes the new key's id. What the new key sealed already
// stays, so that it can be run again. It answers ErrWrongKey when the old key does not open
// something; then nothing is changed.
func Rotate(ctx context.Context, tx *db.DB, change encryption.KeyChange, now time.Time) ([]Rotated, error) {
	var counts []Rotated
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, area := range []struct {
			label  string
			reseal func(context.Context, *db.DB, encryption.KeyChange) (int, error)
		}{
			{"valores de configuração", configuration.RotateKey},
			{"mensagens à espera de envio", mail.RotateKey},
		} {
			count, err := area.reseal(ctx, tx, change)
			if errors.Is(err, encryption.ErrDecrypt) {
				return fmt.Errorf("%w (%s)", ErrWrongKey, area.label)
			}
			if err != nil {
				return err
			}
			counts = append(counts, Rotated{area.label, count})
		}
		if err := mustLeaveNone(ctx, tx, change.New.ID()); err != nil {
			return err
		}
		event := security.Event{Kind: security.KeyRotated, Subject: change.New.ID(), Details: map[string]any{"from": change.Old.ID()}}
		return security.Record(ctx, tx, auth.Caller{Kind: auth.System}.At(now), event)
	})
	return counts, err
}

// Last is the id of the key of the last rotation that was done; empty when there was none.
func Last(ctx context.Context, tx *db.DB) (string, error) {
	var ids []string
	err := tx.WithContext(ctx).Table("security_events").Where("kind = ?", security.KeyRotated).
		Order("id desc").Limit(1).Pluck("subject", &ids).Error
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return ids[0], nil
}

// mustLeaveNone looks through all columns of the schema that hold something sealed, so that an
// area that was forgotten above stops the rotation instead of losing its secrets.
func mustLeaveNone(ctx context.Context, tx *db.DB, newID string) error {
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
