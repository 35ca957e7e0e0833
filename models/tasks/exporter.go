package tasks

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// writeTimeout is the maximum time of an attempt. The queue restarts the job of a killed
	// process only after it, so it is no longer than a list of millions needs.
	writeTimeout = 5 * time.Minute
	// semaphoreRetry is the delay of a job while too many exports are running.
	semaphoreRetry = 5 * time.Second
)

// errStopped ends the work of a task that was cancelled or removed.
var errStopped = errors.New("the task was cancelled")

// writeJob is the job that writes the file of an export.
type writeJob struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (writeJob) Kind() string { return "write_export" }

// ExportReady is the letter about a file that can be downloaded.
var ExportReady = mail.KindOf[mail.None]{Kind: "export_ready", Label: "Exportação pronta"}

// Exporter writes the files of exports.
type Exporter struct {
	DB  *db.DB
	Now func() time.Time
	// Semaphore limits all exports of the process.
	Semaphore exports.Semaphore
	// Prepare prepares a file for the owner, and returns an error if the owner may not read the list.
	Prepare func(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error)
	// Mail sends the message that a file is ready.
	Mail mail.Outbox
}

// work works a writeJob. It acquires the same semaphore as streamed exports.
func (e Exporter) work(ctx context.Context, job *river.Job[writeJob]) error {
	release, err := e.Semaphore.Acquire()
	if err != nil {
		return river.JobSnooze(semaphoreRetry)
	}
	defer release()
	err = e.WriteFile(ctx, job.Args.Task)
	if err != nil && job.Attempt >= job.MaxAttempts {
		failAfterLastAttempt(ctx, e.DB, job.Args.Task, e.Now())
	}
	return err
}

// WriteFile writes the file of an export from the first row and stores it when it is complete. The
// rows are read on one snapshot, with the owner's current permissions, and nothing is stored before
// the reading ends. If the owner may not read the list, the export fails.
func (e Exporter) WriteFile(ctx context.Context, id int64) error {
	task, by, err := begin(ctx, e.DB, id, e.Now())
	if err != nil || task.Status != Running {
		return err
	}
	err = e.write(ctx, task, by)
	if why, isRefusal := reason(err); isRefusal {
		return failTask(ctx, e.DB, id, why, e.Now())
	}
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// begin marks the task as running and returns it with its owner. The status of a task that must not
// be done is not Running.
func begin(ctx context.Context, tx *db.DB, id int64, now time.Time) (task Task, by auth.Caller, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if task, err = lock(tx.Preload("File"), id); err != nil || task.IsOver() || task.ID == 0 {
			return err
		}
		task.Status, task.DateStarted, task.Changed = Running, &now, 0
		by, err = task.owner(ctx, tx)
		if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindForbidden {
			task.fail(refusal.Message, now)
		} else if err != nil {
			return err
		}
		return store(tx, task)
	})
	return task, by, err
}

func (e Exporter) write(ctx context.Context, task Task, by auth.Caller) error {
	file, err := e.Prepare(ctx, by.At(task.DateCreated), task.File.request())
	if err != nil {
		return err
	}
	written, err := newSpool()
	if err != nil {
		return err
	}
	defer written.close()
	if _, err := file.Save(ctx, written.file, e.progress(ctx, task.ID)); err != nil {
		return err
	}
	return e.complete(ctx, task, by, exportFile{file.Name, file.ContentType, written})
}

// progress returns the callback that stores the progress of an export. It returns errStopped if the
// export was cancelled.
func (e Exporter) progress(ctx context.Context, id int64) func(rows, of int) error {
	return func(rows, of int) error { return storeProgress(ctx, e.DB, id, rows, of) }
}

// storeProgress stores the progress of a running task. It returns errStopped if the task was cancelled.
func storeProgress(ctx context.Context, tx *db.DB, id int64, rows, of int) error {
	updated := tx.WithContext(ctx).Model(&Task{}).Where("id = ? and status = ?", id, Running).
		Updates(map[string]any{"changed": rows, "total": of})
	if updated.Error == nil && updated.RowsAffected == 0 {
		return errStopped
	}
	return updated.Error
}

// exportFile is a complete file.
type exportFile struct {
	name, contentType string
	bytes             *spool
}

// complete stores the file, ends the task and sends the owner a mail, in one transaction.
func (e Exporter) complete(ctx context.Context, task Task, by auth.Caller, file exportFile) error {
	return e.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		size, err := file.bytes.store(tx, task.ID)
		if err != nil {
			return err
		}
		now := e.Now()
		ended, err := lock(tx, task.ID)
		if err != nil {
			return err
		}
		if ended.Status != Running {
			return errStopped
		}
		expires := now.Add(Retention)
		complete := File{FileName: &file.name, ContentType: &file.contentType, Size: &size, DateExpires: &expires}
		if err := tx.Model(&File{TaskID: task.ID}).Select("file_name", "content_type", "size", "date_expires").Updates(complete).
			Error; err != nil {
			return err
		}
		ended.end(Done, now)
		if err := store(tx, ended); err != nil {
			return err
		}
		_, err = e.Mail.Send(ctx, tx, by.At(now), ExportReady.With(mail.None{}, mail.Message{
			To: by.Email, Name: by.Name, Path: "/painel/tarefas/" + strconv.FormatInt(task.ID, 10), Expires: expires,
		}))
		return err
	})
}
