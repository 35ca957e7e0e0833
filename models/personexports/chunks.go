package personexports

import (
	"context"
	"fmt"
	"io"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// chunkSize is the size in bytes of the parts before they are encrypted.
const chunkSize = 1 << 20

// purpose is that of the encryption of a part: it opens at its own place alone.
func purpose(export int64, place int) string {
	return fmt.Sprintf("person_export_chunks.%d.%d", export, place)
}

// chunkWriter encrypts what is written in parts and stores them. It must be closed.
type chunkWriter struct {
	ctx     context.Context
	office  Office
	export  int64
	place   int
	size    int64
	waiting []byte
}

// Write implements io.Writer.
func (w *chunkWriter) Write(content []byte) (int, error) {
	w.waiting = append(w.waiting, content...)
	for len(w.waiting) >= chunkSize {
		if err := w.store(w.waiting[:chunkSize]); err != nil {
			return 0, err
		}
		w.waiting = append([]byte(nil), w.waiting[chunkSize:]...)
	}
	return len(content), nil
}

// Close stores the rest.
func (w *chunkWriter) Close() error {
	if len(w.waiting) == 0 {
		return nil
	}
	return w.store(w.waiting)
}

func (w *chunkWriter) store(content []byte) error {
	key := w.office.Key
	err := w.office.DB.WithContext(w.ctx).
		Exec("insert into person_export_chunks (export_id, place, content_encrypted, encryption_key_id) values (?, ?, ?, ?)", w.export, w.place,
			key.Encrypt(content, purpose(w.export, w.place)), key.ID()).Error
	w.place++
	w.size += int64(len(content))
	return err
}

// Download is a copy to download.
type Download struct {
	Name string
	// Size is in bytes.
	Size int64
	// Write writes the ZIP.
	Write func(ctx context.Context, w io.Writer) error
}

// Open returns the latest copy of a person and counts the download: for the person, and for an administrator, who confirms the second step and
// hands it to who has no e-mail. It returns 404 NOT_FOUND to anybody else, while it is not ready, and after its time.
func (o Office) Open(ctx context.Context, by auth.Caller, user int64) (Download, error) {
	found, err := o.Latest(ctx, by, user)
	if err != nil {
		return Download{}, err
	}
	if !found.IsAvailable(by.Now) {
		return Download{}, errNotFound()
	}
	if by.Kind != auth.Associate {
		if err := o.allowStaff(ctx, by, user); err != nil {
			return Download{}, err
		}
	}
	counted := o.DB.WithContext(ctx).Exec("update person_exports set downloads = downloads + 1, date_downloaded = ? where id = ?", by.Now, found.ID)
	return Download{
		Name: fmt.Sprintf("meus-dados-%d.zip", user), Size: found.Size,
		Write: func(ctx context.Context, w io.Writer) error { return o.copyChunks(ctx, found, w) },
	}, counted.Error
}

// allowStaff returns 409 CONFLICT if the person can sign in for the copy, and records the download.
func (o Office) allowStaff(ctx context.Context, by auth.Caller, user int64) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	address, err := o.address(ctx, o.DB, user)
	if err != nil {
		return err
	}
	if address != "" {
		return errs.Conflict(errs.CodeConflict, "Esta pessoa baixa a cópia na própria página: mandamos o aviso por e-mail.")
	}
	return record(ctx, o.DB, by, user, map[string]any{"downloaded": true})
}

// copyChunks writes a stored copy. Each part is a query of its own, so that a slow client holds no connection.
func (o Office) copyChunks(ctx context.Context, of Export, w io.Writer) error {
	for place, left := 0, of.Size; left > 0; place++ {
		var parts [][]byte
		if err := o.DB.WithContext(ctx).Table("person_export_chunks").Where("export_id = ? and place = ?", of.ID, place).
			Pluck("content_encrypted", &parts).Error; err != nil {
			return err
		}
		if len(parts) == 0 {
			return errNotFound()
		}
		content, err := o.Key.Decrypt(parts[0], purpose(of.ID, place))
		if err != nil {
			return err
		}
		if _, err := w.Write(content); err != nil {
			return err
		}
		left -= int64(len(content))
	}
	return nil
}

// RotateKey encrypts the copies with the new key and returns the number of their parts. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (count int, err error) {
	for {
		var parts []struct {
			ExportID         int64
			Place            int
			ContentEncrypted []byte
		}
		const one = 8 // megabytes at a time
		err := tx.WithContext(ctx).Table("person_export_chunks").Where("encryption_key_id <> ?", change.New.ID()).Order("export_id, place").
			Limit(one).Scan(&parts).Error
		if err != nil || len(parts) == 0 {
			return count, err
		}
		for _, part := range parts {
			content, err := change.Reencrypt(part.ContentEncrypted, purpose(part.ExportID, part.Place))
			if err != nil {
				return count, err
			}
			err = tx.WithContext(ctx).Exec("update person_export_chunks set content_encrypted = ?, encryption_key_id = ? where export_id = ? and place = ?",
				content, change.New.ID(), part.ExportID, part.Place).Error
			if err != nil {
				return count, err
			}
			count++
		}
	}
}
