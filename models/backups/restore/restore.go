// Package restore fills an empty database and the storage from a copy, goes on with a restore that was interrupted, and erases
// again who was erased since the copy. It knows nothing of the places and the schedule, which are those of package backups.
package restore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"filippo.io/age"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/storage"
)

// ErrNotEmpty is returned for a database that has operators: a restore never replaces data.
var ErrNotEmpty = errors.New("este lugar já tem dados. Restaure em uma pasta de dados vazia ou em um banco vazio")

// Result is what a restore brought back.
type Result struct {
	Manifest backup.Manifest
	// Files is the number of files with their content again; Lost are those without.
	Files, Lost int64
}

// ErrUnfinished is returned for a database whose restore was interrupted after its rows: files are missing, and who was erased is back.
var ErrUnfinished = errors.New("a restauração foi interrompida: repita o mesmo comando acolhe restore para terminá-la")

// Copy fills an empty database and the local storage from a copy: the newest one if name is empty. It returns ErrNotEmpty,
// backup.ErrMissing, backup.ErrOtherKey or backup.ErrDamaged. It can be called again after a failure or a kill: until the rows
// are committed the database stays empty, and then it goes on with the copy that they are of.
func Copy(ctx context.Context, conn *db.Connection, drivers storage.Drivers, from Source, report func(string)) (Result, error) {
	begun, err := backup.Unfinished(ctx, conn.Pool)
	if err != nil {
		return Result{}, err
	}
	if begun != "" {
		from.Name = begun
	}
	reader, err := from.Reader(ctx)
	if err != nil {
		return Result{}, err
	}
	if begun == "" {
		err = Rows(ctx, conn, reader, report)
	} else {
		report("Continuo a restauração da cópia de " + begun + ", que foi interrompida.")
		err = schema.Migrate(ctx, conn)
	}
	if err != nil {
		return Result{}, err
	}
	restored := Result{Manifest: reader.Manifest}
	restored.Files, restored.Lost, err = restoreContents(ctx, conn.DB, drivers, reader, report)
	if err == nil && from.Erase != nil {
		err = eraseAgain(ctx, conn, from, reader.Manifest.Environment, report)
	}
	if err == nil {
		err = backup.Finish(ctx, conn.Pool)
	}
	return restored, err
}

// RequireFinished returns ErrUnfinished for a database whose restore was interrupted.
func RequireFinished(ctx context.Context, conn *db.Connection) error {
	begun, err := backup.Unfinished(ctx, conn.Pool)
	if err == nil && begun != "" {
		return ErrUnfinished
	}
	return err
}

// Completion is how a database that was recovered from its files and its log becomes one that can be used.
type Completion struct {
	// Environment is that of the process that kept it.
	Environment map[string]string
	Report      func(string)
}

// Complete does for a recovered database what a restore does after the rows: it brings its schema to this program's version,
// signs everybody out, brings back the contents of the files, and erases again who was erased since.
func Complete(ctx context.Context, conn *db.Connection, drivers storage.Drivers, from Source, with Completion) (restored Result, err error) {
	if err := schema.Migrate(ctx, conn); err != nil {
		return restored, err
	}
	if _, err := conn.Pool.Exec(ctx, "truncate sessions, rate_limits, idempotency_keys"); err != nil {
		return restored, err
	}
	reader := backup.Reader{Place: from.Place, Key: from.Key, Progress: func(float64) {}}
	restored.Manifest.Environment = with.Environment
	restored.Files, restored.Lost, err = restoreContents(ctx, conn.DB, drivers, reader, with.Report)
	if err == nil && from.Erase != nil {
		err = eraseAgain(ctx, conn, from, with.Environment, with.Report)
	}
	return restored, err
}

// Source is a copy at a place.
type Source struct {
	Place backup.Place
	Key   age.Identity
	// Name is the name of the copy; empty is the newest. At, if Name is empty, is the time before which it was taken; zero is now.
	Name string
	At   time.Time
	// Erase erases again who was erased after the copy; nil erases nobody.
	Erase EraseAgain
}

// Reader opens the copy; it returns backup.ErrMissing for a place without one.
func (s Source) Reader(ctx context.Context) (backup.Reader, error) {
	name := s.Name
	if name == "" {
		names, err := backup.List(ctx, s.Place)
		if err != nil {
			return backup.Reader{}, err
		}
		if name = backup.Newest(names, s.At); name == "" {
			return backup.Reader{}, backup.ErrMissing
		}
	}
	manifest, err := backup.ReadManifest(ctx, s.Place, name, s.Key)
	return backup.Reader{Place: s.Place, Key: s.Key, Manifest: manifest, Progress: func(float64) {}}, err
}

// Rows fills an empty database with the rows of a copy and brings its schema to this program's version, which computes again
// what is derived. Each table has as many rows as the copy before that, else Load fails.
func Rows(ctx context.Context, conn *db.Connection, reader backup.Reader, report func(string)) error {
	if err := checkEmpty(ctx, conn); err != nil {
		return err
	}
	report(fmt.Sprintf("Cópia de %s: %d linhas, %d arquivos.", reader.Manifest.Name, reader.Manifest.Rows, len(reader.Manifest.Contents)))
	if err := schema.MigrateTo(ctx, conn, reader.Manifest.Schema); err != nil {
		return err
	}
	if err := reader.Load(ctx, conn.Pool); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, conn); err != nil {
		return err
	}
	report("Banco de dados restaurado.")
	return nil
}

func checkEmpty(ctx context.Context, conn *db.Connection) error {
	var isUsed bool
	if err := conn.Pool.QueryRow(ctx, "select to_regclass('system_users') is not null").Scan(&isUsed); err != nil || !isUsed {
		return err
	}
	if err := conn.Pool.QueryRow(ctx, "select exists (select from system_users)").Scan(&isUsed); err != nil || !isUsed {
		return err
	}
	return ErrNotEmpty
}

// restoreContents writes the contents of the files to the local storage, which is then the active one. A file whose content
// is there already is skipped, so that an interrupted restore goes on.
func restoreContents(ctx context.Context, tx *db.DB, drivers storage.Drivers, reader backup.Reader, report func(string)) (restored,
	lost int64, err error) {
	local, err := drivers.Of(ctx, tx, storage.Local)
	if err != nil {
		return 0, 0, err
	}
	contents := Contents{drivers, local, reader}
	var last int64
	for {
		var files []File
		err := tx.WithContext(ctx).Table("files").Where("id > ?", last).Order("id").Limit(500).Find(&files).Error
		if err != nil || len(files) == 0 {
			return restored, lost, errors.Join(err, UseLocal(ctx, tx))
		}
		for _, file := range files {
			last = file.ID
			switch err := contents.Restore(ctx, file); {
			case errors.Is(err, backup.ErrMissing):
				lost++
			case err != nil:
				return restored, lost, fmt.Errorf("arquivo %d: %w", file.ID, err)
			default:
				restored++
			}
		}
		report(fmt.Sprintf("%d arquivos restaurados.", restored))
	}
}

// File is a file with the place of its content.
type File struct {
	ID         int64
	SHA256     string `gorm:"column:sha256"`
	StorageKey string
}

// Contents restores contents from a copy to the local storage.
type Contents struct {
	Drivers storage.Drivers
	Local   storage.Store
	Reader  backup.Reader
}

// Restore brings back the content of a file unless it is there; backup.ErrMissing if the copy does not have it.
func (c Contents) Restore(ctx context.Context, file File) error {
	if _, err := c.Local.Size(ctx, file.StorageKey); err == nil {
		return nil
	}
	spool, err := c.Drivers.NewSpool()
	if err != nil {
		return err
	}
	defer spool.Discard()
	if err := c.Reader.Content(ctx, file.SHA256, spool); err != nil {
		return err
	}
	return c.Local.Put(ctx, file.StorageKey, spool)
}

// UseLocal makes the local storage that of all files: the bucket may be lost as well.
func UseLocal(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("update files set driver = ? where driver <> ?", storage.Local, storage.Local).Error; err != nil {
			return err
		}
		if err := tx.Exec("update storage_drivers set active = false where active and driver <> ?", storage.Local).Error; err != nil {
			return err
		}
		return tx.Exec("update storage_drivers set active = true where driver = ?", storage.Local).Error
	})
}
