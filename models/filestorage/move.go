package filestorage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/security"
	"acolhe/models/platform/storage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Move is a move of the contents of all files to one driver.
type Move struct {
	ID     int64          `json:"id" gorm:"primaryKey"`
	Target storage.Driver `json:"target"`
	// Status is running, done or stopped.
	Status    string `json:"status"`
	OwnerName string `json:"owner_name"`
	// Total is the number of files at the beginning; Moved and Failed are those so far.
	Total       int        `json:"total"`
	Moved       int        `json:"moved"`
	Failed      int        `json:"failed"`
	Reached     int64      `json:"-"`
	DateCreated time.Time  `json:"date_created"`
	DateEnded   *time.Time `json:"date_ended"`

	// Failures are up to 50 files that did not move.
	Failures []Failure `json:"failures" gorm:"-"`
}

// TableName returns the name of the table.
func (Move) TableName() string { return "storage_moves" }

// IsRunning reports whether the move has not ended.
func (m Move) IsRunning() bool { return m.Status == running }

// Failure is a file that did not move, and why.
type Failure struct {
	FileID   int64  `json:"file_id"`
	FileName string `json:"file_name"`
	Reason   string `json:"reason"`
}

const (
	running = "running"
	done    = "done"
	stopped = "stopped"

	maxFailures = 50
	// moveTime is the time after which the job lets other jobs run.
	moveTime = 10 * time.Second
	// keepOld is how long the old content stays for downloads that have begun.
	keepOld = 15 * time.Minute
)

// StartMove moves the contents of all files to the active driver in the background, with what an earlier move left. It
// returns 409 STORAGE_MOVE_RUNNING while a move runs, and 409 CONFLICT if there is nothing to move.
func (o Office) StartMove(ctx context.Context, by auth.Caller) (Move, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Move{}, err
	}
	if err := require(by); err != nil {
		return Move{}, err
	}
	target, _, err := o.Drivers.Active(ctx, o.DB)
	if err != nil {
		return Move{}, err
	}
	move := Move{Target: target, Status: running, OwnerName: by.FullName(), DateCreated: by.Now, Failures: []Failure{}}
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// One row for all moves is locked, so that two requests start one.
		if err := tx.Exec("select from storage_drivers order by driver for update").Error; err != nil {
			return err
		}
		var runs, total int64
		if err := tx.Model(&Move{}).Where("status = ?", running).Count(&runs).Error; err != nil {
			return err
		}
		if runs > 0 {
			return errs.Conflict(CodeMoveRunning, "Já há uma mudança de arquivos em andamento.")
		}
		if err := tx.Table("files").Where("driver <> ?", target).Count(&total).Error; err != nil {
			return err
		}
		if total == 0 {
			return errs.Conflict(errs.CodeConflict, "Todos os arquivos já estão no armazenamento em uso.")
		}
		move.Total = int(total)
		if err := tx.Create(&move).Error; err != nil {
			return err
		}
		if err := security.Record(ctx, tx, by, security.Event{Kind: security.StorageMoved, Subject: string(target)}); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, moveJob{move.ID}, &river.InsertOpts{Queue: jobs.SlowQueue})
	})
	return move, err
}

// StopMove stops the running move after its current file; what was moved stays moved. Without a running move it does
// nothing.
func (o Office) StopMove(ctx context.Context, by auth.Caller) error {
	if err := require(by); err != nil {
		return err
	}
	return o.DB.WithContext(ctx).Model(&Move{}).Where("status = ?", running).
		UpdateColumns(map[string]any{"status": stopped, "date_ended": by.Now}).Error
}

func (o Office) lastMove(ctx context.Context) (*Move, error) {
	var moves []Move
	if err := o.DB.WithContext(ctx).Order("id desc").Limit(1).Find(&moves).Error; err != nil || len(moves) == 0 {
		return nil, err
	}
	move := &moves[0]
	move.Failures = []Failure{}
	err := o.DB.WithContext(ctx).Table("storage_move_failures f").Joins("join files on files.id = f.file_id").
		Select("f.file_id, files.file_name, f.reason").Where("f.move_id = ?", move.ID).Order("f.file_id").Limit(maxFailures).Scan(&move.Failures).
		Error
	return move, err
}

// moveJob is the job that moves files.
type moveJob struct {
	Move int64 `json:"move"`
}

// Kind returns the name of the job in the queue.
func (moveJob) Kind() string { return "move_files" }

// fileTimeout is the time limit of a run: a single file may be slow.
const fileTimeout = 5 * time.Minute

// moveFor moves the next files for a while, and snoozes the job while there are more.
func (o Office) moveFor(ctx context.Context, move int64, now func() time.Time) error {
	for ends := now().Add(moveTime); ; {
		hasMore, err := o.MoveNext(ctx, move, now())
		if err != nil || !hasMore {
			return err
		}
		if now().After(ends) {
			return river.JobSnooze(0)
		}
	}
}

// content is a row of files with the place of its bytes.
type content struct {
	ID         int64
	Driver     storage.Driver
	StorageKey string
	SHA256     string `gorm:"column:sha256"`
}

// MoveNext moves the next file of a move and reports whether there may be more. The copy is read back and compared by its
// SHA-256 before the row refers to it; the old content is removed later. A file that cannot be moved is left where it is,
// with the reason. If the target is down, it returns 503 UNAVAILABLE and the file is tried again.
func (o Office) MoveNext(ctx context.Context, id int64, now time.Time) (hasMore bool, err error) {
	move, err := db.First[Move](o.DB.WithContext(ctx).Where("id = ? and status = ?", id, running), errs.NotFound(""))
	if errs.HasCode(err, errs.CodeNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	next := o.DB.WithContext(ctx).Table("files").Where("driver <> ? and id > ?", move.Target, move.Reached).Order("id")
	file, err := db.First[content](next, errs.NotFound(""))
	if errs.HasCode(err, errs.CodeNotFound) {
		return false, o.progress(ctx, move, map[string]any{"status": done, "date_ended": now})
	}
	if err != nil {
		return false, err
	}
	reason, err := o.copy(ctx, file, move.Target)
	if err != nil {
		return false, err
	}
	return true, o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		counted, column := Office{DB: tx}, "moved"
		if reason != "" {
			column = "failed"
			failure := map[string]any{"move_id": move.ID, "file_id": file.ID, "reason": reason}
			if err := tx.Table("storage_move_failures").Create(failure).Error; err != nil {
				return err
			}
		} else if err := switchRow(ctx, tx, file, move.Target, now); err != nil {
			return err
		}
		return counted.progress(ctx, move, map[string]any{column: gorm.Expr(column + " + 1"), "reached": file.ID})
	})
}

// progress stores the progress of a move that was not stopped.
func (o Office) progress(ctx context.Context, move Move, columns map[string]any) error {
	return o.DB.WithContext(ctx).Model(&Move{}).Where("id = ?", move.ID).UpdateColumns(columns).Error
}

// switchRow lets the row refer to the copy, unless the file was removed meanwhile; then the copy goes, too.
func switchRow(ctx context.Context, tx *db.DB, file content, target storage.Driver, now time.Time) error {
	switched := tx.Table("files").Where("id = ? and driver = ?", file.ID, file.Driver).
		UpdateColumns(map[string]any{"driver": target, "date_missing": nil})
	if switched.Error != nil {
		return switched.Error
	}
	if switched.RowsAffected == 0 {
		return files.RemoveBlob(ctx, tx, target, file.StorageKey, now)
	}
	return files.RemoveBlob(ctx, tx, file.Driver, file.StorageKey, now.Add(keepOld))
}

// copy copies the content of a file to the target. The reason is set for a content that is lost or damaged.
func (o Office) copy(ctx context.Context, file content, target storage.Driver) (reason string, err error) {
	from, err := o.Drivers.Of(ctx, o.DB, file.Driver)
	if err != nil {
		return "", err
	}
	to, err := o.Drivers.Of(ctx, o.DB, target)
	if err != nil {
		return "", err
	}
	spool, err := o.Drivers.NewSpool()
	if err != nil {
		return "", err
	}
	defer spool.Discard()
	sum, err := copyBlob(ctx, from, file.StorageKey, spool)
	switch {
	case errors.Is(err, storage.ErrMissing):
		return "O arquivo sumiu do armazenamento. O registro continua apontando para ele.", nil
	case err != nil:
		return "", err
	case sum != file.SHA256:
		return "O arquivo está diferente de quando foi enviado. Nada foi movido.", nil
	}
	if err := to.Put(ctx, file.StorageKey, spool); err != nil {
		return "", err
	}
	if sum, err = copyBlob(ctx, to, file.StorageKey, io.Discard); err != nil {
		return "", err
	}
	if sum != file.SHA256 {
		return "A cópia não confere com o original. Nada foi apagado.", nil
	}
	return "", nil
}

// copyBlob copies a blob and returns its SHA-256.
func copyBlob(ctx context.Context, store storage.Store, key string, to io.Writer) (string, error) {
	reader, err := store.Open(ctx, key, 0)
	if err != nil {
		return "", err
	}
	defer reader.Close()
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(to, sum), reader)
	return hex.EncodeToString(sum.Sum(nil)), err
}
