package storage

import (
	"context"
	"net/http"
	"os"
	"path/filepath"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/errs"
)

// Drivers opens the stores of both drivers.
type Drivers struct {
	// Folder is the folder of the local driver's blobs and of uploads in progress.
	Folder string

	key       encryption.Key
	transport http.RoundTripper
}

// New returns the drivers with the folder of the local one. The key decrypts the credentials of the bucket, which must be at
// a public address; see Through.
func New(folder string, key encryption.Key) Drivers {
	return Drivers{Folder: folder, key: key}.Through(outbound.Guard{})
}

// Through returns drivers whose bucket may be wherever the guard permits.
func (d Drivers) Through(guard outbound.Guard) Drivers {
	d.transport = newTransport(guard)
	return d
}

// NewSpool creates an empty spool. A full or read-only disk is 503 UNAVAILABLE.
func (d Drivers) NewSpool() (*Spool, error) { return NewSpool(d.spoolFolder()) }

func (d Drivers) spoolFolder() string { return filepath.Join(d.Folder, spoolFolder) }

// Active returns the driver of new files and its store.
func (d Drivers) Active(ctx context.Context, tx *db.DB) (Driver, Store, error) {
	active, err := db.First[Config](tx.WithContext(ctx).Where("active"), errs.Unavailable(errNoDriver))
	if err != nil {
		return "", nil, err
	}
	store, err := d.open(active)
	return active.Driver, store, err
}

// Of returns the store of a driver, active or not. A bucket that is not configured is 503 UNAVAILABLE.
func (d Drivers) Of(ctx context.Context, tx *db.DB, driver Driver) (Store, error) {
	if driver == Local {
		return localStore{d.Folder}, nil
	}
	config, err := Find(ctx, tx, driver)
	if err != nil {
		return nil, err
	}
	return d.open(config)
}

func (d Drivers) open(config Config) (Store, error) {
	if config.Driver == Local {
		return localStore{d.Folder}, nil
	}
	bucket, err := config.bucket(d.key)
	if err != nil {
		return nil, errs.Unavailable(err)
	}
	store, err := newBucketStore(bucket, d.transport)
	if err != nil {
		return nil, errs.Unavailable(err)
	}
	return store, nil
}

// CheckFolder returns an error if the folder of the local driver is away, such as a disk that is not mounted.
func (d Drivers) CheckFolder(context.Context) error { return os.MkdirAll(d.Folder, 0o700) }
