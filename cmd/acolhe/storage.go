package main

import (
	"path/filepath"

	"acolhe/models/platform/encryption"
	"acolhe/models/platform/storage"
)

// storage returns the drivers for the contents of files; the local one keeps them below DATA_DIR.
func (c config) storage() storage.Drivers { return c.storageWith(c.encryptKey) }

// storageWith returns the same drivers with another key for the credentials of a bucket.
func (c config) storageWith(key encryption.Key) storage.Drivers {
	return storage.New(filepath.Join(c.dataDir, "files"), key).Through(c.outbound)
}
