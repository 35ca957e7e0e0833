package tasks

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// writingLimit is how long an attempt may take. The queue rescues the job of a dead process
	// after it, so it is no longer than a list of millions needs.
	writingLimit = 5 * time.Minute
	// untilTurn is how long a job waits if too many exports are running.
	untilTurn = 5 * time.Second
)

// errStopped stops writing an export that was cancelled or removed.
var errStopped = errors.New("the export goes on no more")

// writing is the job that writes the file of an export.
type writing struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (writing) Kind() string { return "write_export" }

// Exporter writes the files of exports.
type Exporter struct {
	DB  *db.DB
	Now func() time.Time
	// Semaphore limits all exports of the process.
	Semaphore exports.Semaphore
	// Prepare prepares a list for its owner, who must be allowed to read it.
	Prepare func(ctx context.Context, by auth.Caller, asked exports.Request) (*exports.Export, error)
	// Mail sends the message that a file is ready.
	Mail mail.Outbox
}

// Jobs registers the worker of exports.
func (e Exporter) Jobs() jobs.Registration { return jobs.Register(&exportWorker{exporter: e}) }

type exportWorker struct {
	river.WorkerDefaults[writing]
	exporter Exporter
}

// Timeout implements river.Worker.
func (w *exportWorker) Timeout(*river.Job[writing]) time.Duration { return writingLimit }

// Work implements river.Worker. It acquires the semaphore that streamed exports use.
func (w *exportWorker) Work(ctx context.Context, job *river.Job[writing]) error {
	giveBack, err := w.exporter.Semaphore.Acquire()
	if err != nil {
		return river.JobSnooze(untilTurn)
	}
	defer giveBack()
	err = w.exporter.WriteFile(ctx, job.Args.Task)
	if err != nil && job.Attempt >= job.MaxAttempts {
		giveUp(ctx, w.exporter.DB, job.Args.Task, w.exporter.Now())
	}
	return err
}

// WriteFile writes the file of an export from the first row and stores it when it is complete. The
// rows are read on one snapshot, with the owner's current permissions, and nothing is stored before
// the reading ends. If the owner may not read the list, the export fails.
func (e Exporter) WriteFile(ctx context.Context, id int64) error {
	task, by, err := e.begin(ctx, id)
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

// begin returns the task and its owner; a task that is not to be written is not Running.
func (e Exporter) begin(ctx context.Context, id int64) (task Task, by auth.Caller, err error) {
	err = e.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if task, err = lock(tx.Preload("File"), id); err != nil || task.IsOver() || task.ID == 0 {
			return err
		}
		now := e.Now()
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
	export, err := e.Prepare(ctx, by.At(task.DateCreated), task.File.asked())
	if err != nil {
		return err
	}
	written, err := newSpool()
	if err != nil {
		return err
	}
	defer written.close()
	if _, err := export.Save(ctx, written.file, e.note(ctx, task.ID)); err != nil {
		return err
	}
	return e.keep(ctx, task, by, finished{export.FileName, export.ContentType, written})
}

// note stores the progress of an export and returns errStopped if it was cancelled.
func (e Exporter) note(ctx context.Context, id int64) func(rows, of int) error {
	return func(rows, of int) error {
		noted := e.DB.WithContext(ctx).Exec("update tasks set changed = ?, total = ? where id = ? and status = ?", rows, of, id, Running)
		if noted.Error == nil && noted.RowsAffected == 0 {
			return errStopped
		}
		return noted.Error
	}
}

// finished is a complete file.
type finished struct {
	name, contentType string
	bytes             *spool
}

// keep stores the file, ends the task and sends its owner a mail, in one transaction.
func (e Exporter) keep(ctx context.Context, task Task, by auth.Caller, file finished) error {
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
		expires := now.Add(KeptFor)
		whole := File{FileName: &file.name, ContentType: &file.contentType, Size: &size, DateExpires: &expires}
		if err := tx.Model(&File{TaskID: task.ID}).Select("file_name", "content_type", "size", "date_expires").Updates(whole).Error; err != nil {
			return err
		}
		ended.end(Done, now)
		if err := store(tx, ended); err != nil {
			return err
		}
		_, err = e.Mail.Send(ctx, tx, mail.Message{
			Kind: mail.ExportReady, To: by.Email, Name: by.Name, Path: "/painel/tarefas/" + strconv.FormatInt(task.ID, 10), Expires: expires,
		}, now)
		return err
	})
}
