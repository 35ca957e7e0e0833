package freight

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
)

const (
	// cacheTime is how long a carrier's answer holds, as Melhor Envio's own shop plugin does (integrations.md, 2.3).
	cacheTime = 15 * time.Minute
	// failureTime is how long the cart shows that a carrier failed before it asks again.
	failureTime = time.Minute
)

// cached is a row of freight_quotes: one carrier's answer to one parcel, or that it failed.
type cached struct {
	Key       []byte `gorm:"primaryKey"`
	Provider  string
	Options   []Option `gorm:"serializer:json"`
	Failure   *Failure `gorm:"serializer:json"`
	ExpiresAt time.Time
}

// TableName returns the name of the table.
func (cached) TableName() string { return "freight_quotes" }

// cacheKey returns a digest of everything on which a carrier's answer depends: the parcel, the carrier and its settings.
func cacheKey(provider, version string, shipment Shipment) []byte {
	content, _ := json.Marshal(struct {
		Provider, Version, From, To string
		Package                     Package
		Value                       string
	}{provider, version, shipment.From.CEP, shipment.To.CEP, shipment.Package, shipment.Value.String()}) // plain values always encode
	sum := sha256.Sum256(content)
	return sum[:]
}

// readCache returns the answers that still hold, by key.
func readCache(ctx context.Context, tx *db.DB, keys [][]byte, now time.Time) (map[string]cached, error) {
	var rows []cached
	err := tx.WithContext(ctx).Where("key in ? and expires_at > ?", keys, now).Limit(len(keys)).Find(&rows).Error
	found := make(map[string]cached, len(rows))
	for _, row := range rows {
		found[string(row.Key)] = row
	}
	return found, err
}

// store keeps an answer and removes expired ones.
func (c *cached) store(ctx context.Context, tx *db.DB, now time.Time) error {
	c.ExpiresAt = now.Add(cacheTime)
	if c.Failure != nil {
		c.ExpiresAt = now.Add(failureTime)
	}
	if c.Options == nil {
		c.Options = []Option{}
	}
	options, _ := json.Marshal(c.Options) // options and failures always encode
	var failure *string
	if c.Failure != nil {
		raw, _ := json.Marshal(c.Failure)
		text := string(raw)
		failure = &text
	}
	tx = tx.WithContext(ctx)
	err := tx.Exec(`delete from freight_quotes where key in
		(select key from freight_quotes where expires_at < ? order by expires_at limit 500 for update skip locked)`, now).Error
	if err != nil {
		return err
	}
	return tx.Exec(`insert into freight_quotes (provider, key, options, failure, expires_at) values (?, ?, ?, ?, ?)
		on conflict (key) do update set options = excluded.options, failure = excluded.failure, expires_at = excluded.expires_at`,
		c.Provider, c.Key, string(options), failure, c.ExpiresAt).Error
}
