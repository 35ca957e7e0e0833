package configuration

import (
	"acolhe/models/platform/encryption"
)

// encrypt sets a sensitive value in the row.
func (r *row) encrypt(key encryption.Key, text string) {
	id := key.ID()
	r.ValueEncrypted, r.EncryptionKeyID = key.Encrypt([]byte(text), r.encryptionContext()), &id
}

// clear removes the stored value.
func (r *row) clear() { r.Value, r.ValueEncrypted, r.EncryptionKeyID = nil, nil, nil }

// encryptionContext binds an encrypted value to its key in the catalogue.
func (r row) encryptionContext() string { return "system_configs.value " + r.System + " " + r.Key }
