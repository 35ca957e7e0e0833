package tasks

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CodeTooManyExports is the code of 409 for a person with too many running exports.
const CodeTooManyExports = "TOO_MANY_EXPORTS"

const (
	// maxRunning is the maximum number of running exports of a person. Exports are written one after another, so that
	// more would delay those of others.
	maxRunning = 3
	// exportAttempts is the maximum number of attempts of an export's job.
	exportAttempts = 4
	// maxQuery is the maximum length of a list's filters in bytes, as for saved views.
	maxQuery = 4000
)

// RequestExport stores an export of a list and enqueues its job. It returns 403 FORBIDDEN if the
// caller may not read the list and 409 TOO_MANY_EXPORTS if the caller has three running.
func RequestExport(ctx context.Context, tx *db.DB, by auth.Caller, request exports.Request) (Task, error) {
	task := newTask(ExportList, by)
	file := newFile(request)
	if err := file.allow(by); err != nil {
		return task, err
	}
	if len(file.Query) > maxQuery {
		return task, errs.Invalid("query", "os filtros são longos demais")
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := refuseMany(tx, by); err != nil {
			return err
		}
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		file.TaskID = task.ID
		if err := tx.Create(file).Error; err != nil {
			return err
		}
		if err := exports.RecordRequest(ctx, tx, by, request); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, writeJob{Task: task.ID}, &river.InsertOpts{MaxAttempts: exportAttempts, Queue: jobs.SlowQueue})
	})
	task.File = file
	return task, err
}

// RepeatExport requests one of the caller's exports again with the same query. It returns the
// errors of RequestExport, and 404 NOT_FOUND if the task is not an export of the caller.
func RepeatExport(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	task, err := findOwnExport(ctx, tx, by, id)
	if err != nil {
		return Task{}, err
	}
	return RequestExport(ctx, tx, by, task.File.request())
}

// RemoveExport removes one of the caller's exports with its file and stops it if it is running. It
// returns 404 NOT_FOUND if the task is not an export of the caller.
func RemoveExport(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	task, err := findOwnExport(ctx, tx, by, id)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Delete(&Task{}, task.ID).Error
}

// findOwnExport returns an export of the caller, also if the caller is an administrator.
func findOwnExport(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	own := tx.WithContext(ctx).Preload("File").Where("id = ? and owner_id = ? and kind = ?", id, by.ID, ExportList)
	return db.First[Task](own, errs.NotFound("Exportação não encontrada."))
}

// refuseMany returns 409 TOO_MANY_EXPORTS if the person has too many running exports. A lock makes
// concurrent requests count one after another.
func refuseMany(tx *db.DB, by auth.Caller) error {
	if err := tx.Exec("select from system_users where id = ? for no key update", by.ID).Error; err != nil {
		return err
	}
	var running int64
	err := tx.Model(&Task{}).Where("owner_id = ? and kind = ? and status in ?", by.ID, ExportList, []Status{Waiting, Running}).Count(&running).
		Error
	if err == nil && running >= maxRunning {
		return errs.Conflict(CodeTooManyExports, fmt.Sprintf("Você já tem %d exportações em andamento. "+
			"Espere uma terminar ou cancele uma em Tarefas.", running))
	}
	return err
}
