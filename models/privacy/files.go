package privacy

import (
	"context"
	"io"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// filePurpose is that of the encryption.
const filePurpose = "privacy_request_files.content"

// maxFiles is the number of files of a request.
const maxFiles = 20

// File is a scanned letter or document that proves what was asked and by whom.
type File struct {
	ID               int64 `gorm:"primaryKey"`
	RequestID        int64
	FileName         string
	ContentType      media.Kind
	Size             int64
	ContentEncrypted []byte
	EncryptionKeyID  string
	AddedBy          string
	DateCreated      time.Time
}

// TableName returns the name of the table.
func (File) TableName() string { return "privacy_request_files" }

// Files returns the files of a request without their content, oldest first, for an administrator.
func Files(ctx context.Context, tx *db.DB, by auth.Caller, request int64) (found []File, err error) {
	err = db.AdministratorsOnly(tx.WithContext(ctx), by).Omit("content_encrypted").Where("request_id = ?", request).Order("id").Find(&found).Error
	return found, err
}

// FileInput is a file to attach: a photo or a PDF.
type FileInput struct {
	RequestID int64
	Name      string
	Content   io.Reader
}

// AddFile attaches a file to a request for an administrator. It returns the errors of media.Copy, and 409 CONFLICT for more than 20 files.
func AddFile(ctx context.Context, tx *db.DB, by auth.Caller, key encryption.Key, input FileInput) error {
	request, err := Find(ctx, tx, by, input.RequestID)
	if err != nil {
		return err
	}
	if err := require(by); err != nil {
		return err
	}
	var received memory
	kind, err := media.Copy(&received, input.Content, media.Documents())
	if err != nil {
		return err
	}
	name := strings.TrimSpace(strings.ReplaceAll(input.Name, "/", "-"))
	if runes := []rune(name); len(runes) > 200 {
		name = string(runes[:200])
	}
	if name == "" {
		name = "prova" + kind.Extension()
	}
	row := File{RequestID: request.ID, FileName: name, ContentType: kind, Size: int64(len(received.bytes)),
		ContentEncrypted: key.Encrypt(received.bytes, filePurpose), EncryptionKeyID: key.ID(), AddedBy: by.FullName(), DateCreated: by.Now}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var count int64
		if err := tx.Model(&File{}).Where("request_id = ?", request.ID).Count(&count).Error; err != nil {
			return err
		}
		if count >= maxFiles {
			return errs.Conflict(errs.CodeConflict, "Este pedido já tem 20 provas.")
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return Note(ctx, tx, by, Event{RequestID: request.ID, Action: FileAdded, Text: name})
	})
}

// OpenFile returns the file with an ID of a request with its content, decrypted, for an administrator; else 404 NOT_FOUND.
func OpenFile(ctx context.Context, tx *db.DB, by auth.Caller, key encryption.Key, of File) (File, []byte, error) {
	query := db.AdministratorsOnly(tx.WithContext(ctx), by).Where("id = ? and request_id = ?", of.ID, of.RequestID)
	found, err := db.First[File](query, errs.NotFound("Esta prova não existe mais."))
	if err != nil {
		return found, nil, err
	}
	content, err := key.Decrypt(found.ContentEncrypted, filePurpose)
	return found, content, err
}

// RotateKey encrypts the files with the new key and returns their number. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (count int, err error) {
	var ids []int64
	if err := tx.WithContext(ctx).Model(&File{}).Where("encryption_key_id <> ?", change.New.ID()).Order("id").Pluck("id", &ids).Error; err != nil {
		return 0, err
	}
	for _, id := range ids {
		var row File
		if err := tx.WithContext(ctx).Where("id = ?", id).First(&row).Error; err != nil {
			return count, err
		}
		content, err := change.Reencrypt(row.ContentEncrypted, filePurpose)
		if err != nil {
			return count, err
		}
		changed := map[string]any{"content_encrypted": content, "encryption_key_id": change.New.ID()}
		if err := tx.WithContext(ctx).Model(&File{}).Where("id = ?", id).Updates(changed).Error; err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// memory receives a file in memory, so that it is never on a disk in clear.
type memory struct{ bytes []byte }

// Write implements io.Writer.
func (m *memory) Write(content []byte) (int, error) {
	m.bytes = append(m.bytes, content...)
	return len(content), nil
}

// WriteAt implements io.WriterAt.
func (m *memory) WriteAt(content []byte, at int64) (int, error) {
	if missing := int(at) + len(content) - len(m.bytes); missing > 0 {
		m.bytes = append(m.bytes, make([]byte, missing)...)
	}
	return copy(m.bytes[at:], content), nil
}

// ReadAt implements io.ReaderAt.
func (m *memory) ReadAt(into []byte, at int64) (int, error) {
	if at >= int64(len(m.bytes)) {
		return 0, io.EOF
	}
	count := copy(into, m.bytes[at:])
	if count < len(into) {
		return count, io.EOF
	}
	return count, nil
}
