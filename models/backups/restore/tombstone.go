package restore

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
)

// Tombstone names a person who was erased: a copy of before still has the person, and a restore erases again.
type Tombstone struct {
	UserID     int64     `json:"user_id" gorm:"primaryKey"`
	UserCode   uuid.UUID `json:"user_code"`
	DateErased time.Time `json:"erased_at"`
}

// TableName returns the name of the table.
func (Tombstone) TableName() string { return "tombstones" }

// EraseAgain erases persons in a restored database and its storage, and returns their number. Environment is that of the copy, with
// the key that encrypts what laws keep of them.
type EraseAgain func(ctx context.Context, restored *db.Connection, environment map[string]string, stones []Tombstone) (int, error)

// eraseAgain erases the persons of the list at the place, and of the copy's own.
func eraseAgain(ctx context.Context, conn *db.Connection, from Source, environment map[string]string, report func(string)) error {
	var stones []Tombstone
	if err := backup.ReadErased(ctx, from.Place, from.Key, &stones); err != nil {
		return err
	}
	if len(stones) == 0 {
		return nil
	}
	count, err := from.Erase(ctx, conn, environment, stones)
	if err == nil && count > 0 {
		report(fmt.Sprintf("%d pessoas apagadas depois da cópia foram apagadas de novo.", count))
	}
	return err
}
