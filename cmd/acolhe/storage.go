package main

import (
	"path/filepath"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/storage"
	"acolhe/models/signing"
)

// storage returns the drivers for the contents of files; the local one keeps them below DATA_DIR.
func (c config) storage() storage.Drivers {
	return storage.New(filepath.Join(c.dataDir, "files"), c.encryptKey)
}

// contracts returns the contracts of the association, for work in the background.
func (c config) contracts(tx *db.DB) signing.Contracts {
	return signing.Contracts{DB: tx, Files: files.Library{DB: tx, Drivers: c.storage()}, Mail: c.outbox(), Key: c.encryptKey, BaseURL: c.baseURL}
}
