package storage

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// ErrNotConfigured is the cause of 503 UNAVAILABLE for a bucket without settings.
var ErrNotConfigured = errors.New("the bucket is not configured")

var errNoDriver = errors.New("no storage driver is active")

// Config is a row of storage_drivers. The columns of a bucket are null for the local driver.
type Config struct {
	ID                 int64 `gorm:"primaryKey"`
	Driver             Driver
	Active             bool
	Endpoint           *string
	Region             *string
	Bucket             *string
	Prefix             string
	PathStyle          bool
	AccessKeyEncrypted []byte
	SecretKeyEncrypted []byte
	EncryptionKeyID    *string
	// LastTestOK is nil if the settings have changed since the last test.
	LastTestOK      *bool `gorm:"column:last_test_ok"`
	LastTestMessage *string
	LastTestSteps   []Step `gorm:"serializer:json"`
	LastTestedAt    *time.Time
	LastTestedBy    *string
	DateActivated   *time.Time
	DateUpdated     time.Time
}

// TableName returns the name of the table.
func (Config) TableName() string { return "storage_drivers" }

// IsConfigured reports whether the driver can store files.
func (c Config) IsConfigured() bool {
	return c.Driver == Local || c.EncryptionKeyID != nil && c.Bucket != nil
}

// HasPassed reports whether the last test of these settings passed.
func (c Config) HasPassed() bool { return c.LastTestOK != nil && *c.LastTestOK }

// Bucket is a bucket with its credentials.
type Bucket struct {
	// Endpoint is the address of the service, such as https://s3.sa-east-1.amazonaws.com.
	Endpoint string
	Region   string
	Bucket   string
	// Prefix begins the name of every blob.
	Prefix    string
	AccessKey string
	SecretKey string
	// PathStyle puts the bucket's name into the path of an address instead of its host.
	PathStyle bool
}

// purpose binds an encrypted credential to its column.
func purpose(column string) string { return "storage_drivers." + column }

// bucket decrypts the settings of a bucket.
func (c Config) bucket(key encryption.Key) (Bucket, error) {
	if !c.IsConfigured() {
		return Bucket{}, ErrNotConfigured
	}
	access, err := key.Decrypt(c.AccessKeyEncrypted, purpose("access_key"))
	if err != nil {
		return Bucket{}, err
	}
	secret, err := key.Decrypt(c.SecretKeyEncrypted, purpose("secret_key"))
	return Bucket{
		Endpoint: texts.Of(c.Endpoint), Region: texts.Of(c.Region), Bucket: texts.Of(c.Bucket), Prefix: c.Prefix,
		AccessKey: string(access), SecretKey: string(secret), PathStyle: c.PathStyle,
	}, err
}

// Encrypt stores the credentials of a bucket in its settings; empty ones stay as they were.
func (d Drivers) Encrypt(config *Config, accessKey, secretKey string) {
	if accessKey != "" {
		config.AccessKeyEncrypted = d.key.Encrypt([]byte(accessKey), purpose("access_key"))
	}
	if secretKey != "" {
		config.SecretKeyEncrypted = d.key.Encrypt([]byte(secretKey), purpose("secret_key"))
	}
	if config.AccessKeyEncrypted != nil && config.SecretKeyEncrypted != nil {
		id := d.key.ID()
		config.EncryptionKeyID = &id
	}
}

// Find returns the settings of a driver; an unknown driver is 404 NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, driver Driver) (Config, error) {
	return db.First[Config](tx.WithContext(ctx).Where("driver = ?", driver), errs.NotFound("Armazenamento não encontrado."))
}
