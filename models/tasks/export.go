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

// CodeTooManyExports is 409: somebody has as many exports under way as one may have.
const CodeTooManyExports = "TOO_MANY_EXPORTS"

const (
	// mostExports is how many exports of a person may be under way: they are written one after
	// the other, and somebody else's should have its turn.
	mostExports = 3
	// exportAttempts is how often an export that breaks off begins anew.
	exportAttempts = 4
	// maxQuery is how long the filters of a list may be, as for saved views.
	maxQuery = 4000
)

// RequestExport stores an export of a list and leaves it to the background. It returns 403 FORBIDDEN
// for who may not read the list and 409 TOO_MANY_EXPORTS for who has three under way.
func RequestExport(ctx context.Context, tx *db.DB, by auth.Caller, asked exports.Request) (Task, error) {
	task := Task{Kind: ExportList, Status: Waiting, OwnerID: &by.ID, OwnerName: by.FullName(), DateCreated: by.Now}
	file := newFile(asked)
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
		if err := exports.RecordRequest(ctx, tx, by, asked); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, writing{Task: task.ID}, &river.InsertOpts{MaxAttempts: exportAttempts, Queue: jobs.SlowQueue})
	})
	task.File = file
	return task, err
}

// RepeatExport asks anew for an export of one's own, as it was asked for then. It answers as
// AskExport does, and 404 NOT_FOUND for what is no export of one's own.
func RepeatExport(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	task, err := findOwnExport(ctx, tx, by, id)
	if err != nil {
		return Task{}, err
	}
	return RequestExport(ctx, tx, by, task.File.asked())
}

// RemoveExport removes an export of one's own with its file; one that is under way ends. It answers
// 404 NOT_FOUND for what is no export of one's own.
func RemoveExport(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	task, err := findOwnExport(ctx, tx, by, id)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Delete(&Task{}, task.ID).Error
}

// findOwnExport leaves others' exports to them, also before administrators.
func findOwnExport(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	own := tx.WithContext(ctx).Preload("File").Where("id = ? and owner_id = ? and kind = ?", id, by.ID, ExportList)
	return db.First[Task](own, errs.NotFound("Exportação não encontrada."))
}

// refuseMany counts what the person has under way. Two requests at once count one after the other.
func refuseMany(tx *db.DB, by auth.Caller) error {
	if err := tx.Exec("select from system_users where id = ? for no key update", by.ID).Error; err != nil {
		return err
	}
	var underWay int64
	err := tx.Model(&Task{}).Where("owner_id = ? and kind = ? and status in ?", by.ID, ExportList, []Status{Waiting, Running}).Count(&underWay).Error
	if err == nil && underWay >= mostExports {
		return errs.Conflict(CodeTooManyExports, fmt.Sprintf("Você já tem %d exportações em andamento. "+
			"Espere uma delas terminar, ou cancele uma em Tarefas, e peça de novo.", underWay))
	}
	return err
}
