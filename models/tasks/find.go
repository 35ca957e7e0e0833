package tasks

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// listLimit is the number of tasks in the list.
const listLimit = 50

// FindFor returns one of the caller's tasks, or any task for an administrator; else 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	return db.First[Task](visible(tx.WithContext(ctx), by).Preload("File").Where("id = ?", id), errs.NotFound("Tarefa não encontrada."))
}

// ListFor returns the last 50 tasks that the caller may see, newest first.
func ListFor(ctx context.Context, tx *db.DB, by auth.Caller) ([]Task, error) {
	var tasks []Task
	err := visible(tx.WithContext(ctx), by).Preload("File").Order("date_created desc, id desc").Limit(listLimit).Find(&tasks).Error
	return tasks, err
}

// CountUnderWay counts the tasks that the caller may see and that have not ended.
func CountUnderWay(ctx context.Context, tx *db.DB, by auth.Caller) (int, error) {
	var count int64
	err := visible(tx.WithContext(ctx), by).Where("date_ended is null").Count(&count).Error
	return int(count), err
}

// Cancel ends a task before its next rows; finished changes remain. A task that is over is
// not changed. It returns 404 NOT_FOUND as FindFor does.
func Cancel(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	return changeFor(ctx, tx, by, id, func(tx *db.DB, task *Task) error {
		if task.IsOver() {
			return nil
		}
		task.end(Cancelled, by.Now)
		if err := store(tx, *task); err != nil {
			return err
		}
		return markSeen(tx, by, task.ID)
	})
}

// EachFailure calls take with the rows for which the action failed, ordered by their ids.
func EachFailure(ctx context.Context, tx *db.DB, task Task, take func(Row) error) error {
	return db.Each(rowsOf(ctx, tx, task).Where("r.refusal is not null"), take)
}

// EachRow calls take with all rows of a task, ordered by their ids.
func EachRow(ctx context.Context, tx *db.DB, task Task, take func(Row) error) error {
	return db.Each(rowsOf(ctx, tx, task), take)
}

func rowsOf(ctx context.Context, tx *db.DB, task Task) *db.DB {
	rows := tx.WithContext(ctx).Table("task_rows r").Where("r.task_id = ?", task.ID).Order("r.row_id")
	const result = "r.row_id, r.outcome, coalesce(r.refusal, '') as reason, coalesce(r.before, '') as before, "
	if task.Kind.IsOfOrders() {
		return rows.Joins("left join orders o on o.id = r.row_id").Select(result + "coalesce(o.name_associate, '') as name")
	}
	return rows.Joins("left join users u on u.id = r.row_id").
		Select(result + "coalesce(nullif(u.associate_name, ''), nullif(concat_ws(' ', u.name, u.last_name), ''), u.email_account, '') as name")
}

// visible limits the query to the tasks that the caller may see.
func visible(query *db.DB, by auth.Caller) *db.DB {
	if access.IsAdministrator(by) {
		return query.Model(&Task{})
	}
	return query.Model(&Task{}).Where("owner_id = ?", by.ID)
}
