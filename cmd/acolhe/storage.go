package main

import (
	"path/filepath"

	"acolhe/models/platform/storage"
)

// storage returns the drivers for the contents of files; the local one keeps them below DATA_DIR.
func (c config) storage() storage.Drivers {
	return storage.New(filepath.Join(c.dataDir, "files"), c.encryptKey).Through(c.outbound)
}
