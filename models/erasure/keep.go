package erasure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/storage"
	"acolhe/models/types/civil"
)

// Record is what a law keeps of an erased person: rows of a table or a file, encrypted.
type Record struct {
	ID        int64 `gorm:"primaryKey"`
	ErasureID int64
	TableName string `gorm:"column:table_name"`
	// FileID is set for a file.
	FileID   *int64
	Label    string
	Article  string
	Reason   string
	RowCount int
	// Until is the last day.
	Until            civil.Date
	ContentEncrypted []byte
	EncryptionKeyID  string
	DateCreated      time.Time
}

// recordsTable is the table of records; the field TableName takes the place of the method.
const recordsTable = "erasure_records"

// recordPurpose is that of the encryption.
const recordPurpose = "erasure_records.content"

// File is a kept file.
type File struct {
	Name        string `json:"name"`
	ContentType string `json:"content_type"`
	Content     []byte `json:"content"`
}

// keptFile is a file that a law keeps, before its content is read.
type keptFile struct {
	ID          int64
	FileName    string
	ContentType string
	Driver      storage.Driver
	StorageKey  string
	Until       civil.Date
}

// keptFiles returns the files to which the rows that a law keeps refer.
func (p person) keptFiles(ctx context.Context, tx *db.DB, table personal.Table) (found []keptFile, err error) {
	if table.Law == nil || table.Law.Files == "" {
		return nil, nil
	}
	for _, name := range (personal.Data{Columns: table.Law.Files}).ColumnNames() {
		var files []keptFile
		kept := p.keptRows(ctx, tx, table).Select(name + " as file_id, " + until(*table.Law) + " as until")
		err := tx.WithContext(ctx).Table("files").Joins("join (?) kept on kept.file_id = files.id", kept).
			Select("files.id, files.file_name, files.content_type, files.driver, files.storage_key, kept.until").Order("files.id").Scan(&files).Error
		if err != nil {
			return nil, fmt.Errorf("%s: %w", table.Name, err)
		}
		found = append(found, files...)
	}
	return found, nil
}

// storeFiles keeps the files that laws keep, outside the transaction of the erasure: a storage may be far away. Files that are
// kept already are left; a file without content is kept without it.
func (d Desk) storeFiles(ctx context.Context, p person, id int64) error {
	for _, table := range d.Register {
		files, err := p.keptFiles(ctx, d.DB, table)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := d.storeFile(ctx, *table.Law, table.Name, file, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d Desk) storeFile(ctx context.Context, law personal.Law, table string, file keptFile, id int64) error {
	content, err := d.read(ctx, file.Driver, file.StorageKey)
	if err != nil {
		return fmt.Errorf("file %d: %w", file.ID, err)
	}
	text, err := json.Marshal(File{Name: file.FileName, ContentType: file.ContentType, Content: content})
	if err != nil {
		return err
	}
	row := Record{
		ErasureID: id, TableName: table, FileID: &file.ID, Label: law.Label, Article: law.Article, Reason: law.Reason, RowCount: 1,
		Until:            file.Until,
		ContentEncrypted: d.Key.Encrypt(text, recordPurpose), EncryptionKeyID: d.Key.ID(), DateCreated: d.Now(),
	}
	return storeRecord(ctx, d.DB, row)
}

func (d Desk) read(ctx context.Context, driver storage.Driver, key string) ([]byte, error) {
	store, err := d.Storage.Of(ctx, d.DB, driver)
	if err != nil {
		return nil, err
	}
	content, err := store.Open(ctx, key, 0)
	if errors.Is(err, storage.ErrMissing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content)
}

// errFileNotKept is returned if a row that a law keeps got a file after storeFiles; the work is done again.
var errFileNotKept = errors.New("a file that must be kept is not")

// storeRows keeps the rows that laws keep, as they are before the erasure, and checks that their files are kept.
func (d Desk) storeRows(ctx context.Context, tx *db.DB, p person, id int64) error {
	for _, table := range d.Register {
		line, err := p.keptOf(ctx, tx, table)
		if err != nil {
			return err
		}
		if line.Count == 0 {
			continue
		}
		if err := d.checkFiles(ctx, tx, p, table, id); err != nil {
			return err
		}
		var rows []json.RawMessage
		if err := p.keptRows(ctx, tx, table).Select("to_jsonb(" + table.Name + ")").Order("id").Scan(&rows).Error; err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
		text, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		var day civil.Date
		if err := day.UnmarshalText([]byte(line.Until)); err != nil {
			return err
		}
		row := Record{
			ErasureID: id, TableName: table.Name, Label: line.Label, Article: line.Article, Reason: line.Reason, RowCount: int(line.Count),
			Until:            day,
			ContentEncrypted: d.Key.Encrypt(text, recordPurpose), EncryptionKeyID: d.Key.ID(), DateCreated: d.Now(),
		}
		if err := storeRecord(ctx, tx, row); err != nil {
			return err
		}
	}
	return nil
}

func (d Desk) checkFiles(ctx context.Context, tx *db.DB, p person, table personal.Table, id int64) error {
	files, err := p.keptFiles(ctx, tx, table)
	if err != nil {
		return err
	}
	for _, file := range files {
		var count int64
		if err := tx.WithContext(ctx).Table(recordsTable).Where("erasure_id = ? and file_id = ?", id, file.ID).Count(&count).Error; err != nil {
			return err
		}
		if count == 0 {
			return errFileNotKept
		}
	}
	return nil
}

func storeRecord(ctx context.Context, tx *db.DB, row Record) error {
	return tx.WithContext(ctx).Exec(`insert into erasure_records (erasure_id, table_name, file_id, label, article, reason, row_count, until, content_encrypted, encryption_key_id, date_created)
		values (@ErasureID, @TableName, @FileID, @Label, @Article, @Reason, @RowCount, @Until, @ContentEncrypted, @EncryptionKeyID, @DateCreated)
		on conflict (erasure_id, file_id) where file_id is not null do nothing`, row).Error
}

// RotateKey encrypts what laws keep, and the certificates, with the new key and returns their number. It must be called in a
// transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (count int, err error) {
	for _, of := range []struct{ table, column, purpose string }{
		{recordsTable, "content_encrypted", recordPurpose}, {"erasures", "certificate_encrypted", certificatePurpose},
	} {
		var rows []struct {
			ID      int64
			Content []byte
		}
		outdated := tx.WithContext(ctx).Table(of.table).Where("encryption_key_id <> ?", change.New.ID())
		if err := outdated.Select("id, " + of.column + " as content").Order("id").Scan(&rows).Error; err != nil {
			return count, err
		}
		for _, row := range rows {
			changed := map[string]any{"encryption_key_id": change.New.ID()}
			if row.Content != nil {
				if changed[of.column], err = change.Reencrypt(row.Content, of.purpose); err != nil {
					return count, err
				}
			}
			if err := tx.WithContext(ctx).Table(of.table).Where("id = ?", row.ID).Updates(changed).Error; err != nil {
				return count, err
			}
			count++
		}
	}
	return count, nil
}

// RemoveExpired removes what laws keep no longer.
func RemoveExpired(ctx context.Context, tx *db.DB, today civil.Date) error {
	return tx.WithContext(ctx).Exec("delete from erasure_records where until < ?", today).Error
}
