package tasks

import (
	"context"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/groupedit"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

const (
	// MaxImmediate is the maximum number of rows for which the request itself performs the action.
	MaxImmediate = 500
	// MaxPicked is the maximum number of rows of a selection that names them.
	MaxPicked = 2_000
	// attempts is the maximum number of attempts of a task's job.
	attempts = 8
)

// Input is an action and its rows.
type Input struct {
	Kind Kind
	Tag  string
	// Step is that of MoveOrders.
	Step Step
	// Facts are those of SetField and SendText.
	Facts Facts
	// Associates or Orders, depending on the kind, is a selection, or all rows that match a filter.
	Associates associates.ListInput
	Orders     orders.ListInput
}

// Result holds the counts of an action done within the request and the id of its undo, or the Task of a longer action.
type Result struct {
	Changed, PassedOver int
	// Orders are the orders, unchanged, whose status does not allow the step.
	Orders []orders.Order
	UndoID int64
	Task   *Task
}

// Apply does the action for up to MaxImmediate rows; for more it stores a task with the list of
// rows, which runs in the background. It returns the errors of the action's verb, 400
// VALIDATION_ERROR for no row and for a selection of more than MaxPicked, and 403 FORBIDDEN if the
// caller may not do the action.
func Apply(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Result, error) {
	if err := input.Kind.allow(by); err != nil {
		return Result{}, err
	}
	input.Tag = strings.TrimSpace(input.Tag)
	if err := input.check(); err != nil {
		return Result{}, err
	}
	ids, err := input.readIDs(ctx, tx, by)
	if err != nil {
		return Result{}, err
	}
	if len(ids) > input.Kind.maxImmediate() {
		task, err := input.store(ctx, tx, by)
		return Result{Task: &task}, err
	}
	var result Result
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		result, err = input.applyNow(ctx, tx, by, ids)
		return err
	})
	return result, err
}

// maxImmediate is the maximum number of rows for which the request performs the action; mails are always a task.
func (k Kind) maxImmediate() int {
	switch k {
	case SendText, SendTerms:
		return 0
	case SetField:
		return groupedit.MaxAtOnce
	}
	return MaxImmediate
}

func (in Input) check() error {
	var p errs.Problems
	if in.Kind.HasTag() {
		p.Require(in.Tag != "", "tag", "escolha uma etiqueta")
		p.Require(texts.Fits(in.Tag, tags.MaxLength), "tag", "deve ter no máximo 60 caracteres")
	}
	p.Require(len(in.picked()) <= MaxPicked, "ids", "selecione no máximo 2.000 de cada vez")
	return p.Err()
}

// picked returns the ids of a selection that names its rows.
func (in Input) picked() []int64 {
	if in.Kind.IsOfOrders() {
		return in.Orders.IDs
	}
	return in.Associates.IDs
}

// selectIDs returns a query for the ids of the rows.
func (in Input) selectIDs(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	if in.Kind.IsOfOrders() {
		return orders.SelectIDs(ctx, tx, by, in.Orders)
	}
	return associates.SelectIDs(ctx, tx, by, in.Associates)
}

// readIDs returns the ids of the rows, of a filter at most one more than MaxImmediate.
func (in Input) readIDs(ctx context.Context, tx *db.DB, by auth.Caller) (ids []int64, err error) {
	if picked := in.picked(); picked != nil {
		return picked, nil
	}
	found, err := in.selectIDs(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	err = found.Order("id").Limit(MaxImmediate+1).Pluck("id", &ids).Error
	if err == nil && len(ids) == 0 {
		err = errs.Invalid("ids", in.Kind.nothingFound())
	}
	return ids, err
}

func (k Kind) nothingFound() string {
	if k.IsOfOrders() {
		return "não há mais nenhum pedido com estes filtros"
	}
	return "não há mais ninguém com estes filtros"
}

func (in Input) applyNow(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (Result, error) {
	if in.Kind.IsOfOrders() {
		return in.applyToOrders(ctx, tx, by, ids)
	}
	return in.applyToAssociates(ctx, tx, by, ids)
}

// store stores the task with its rows, for a filter those that currently match, and enqueues its job.
func (in Input) store(ctx context.Context, tx *db.DB, by auth.Caller) (Task, error) {
	task := newTask(in.Kind, by)
	if in.Kind.HasTag() {
		task.Tag = &in.Tag
	}
	if in.Kind == MoveOrders {
		if err := in.Step.check(ctx, tx, by); err != nil {
			return task, err
		}
		task.Facts = &Facts{Step: in.Step}
	}
	if in.Kind == SetField || in.Kind == SendText {
		task.Facts = &in.Facts
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		found, err := in.selectIDs(ctx, tx, by)
		if err != nil {
			return err
		}
		stored := tx.Exec("insert into task_rows (task_id, row_id) select ?, id from (?) as found", task.ID, found)
		if stored.Error != nil {
			return stored.Error
		}
		if picked := in.picked(); picked != nil && int(stored.RowsAffected) < len(picked) {
			return errs.NotFound("Registro não encontrado.")
		}
		task.Total = int(stored.RowsAffected)
		if err := tx.Model(&task).UpdateColumn("total", task.Total).Error; err != nil {
			return err
		}
		return task.enqueue(ctx, tx)
	})
	return task, err
}

func newTask(kind Kind, by auth.Caller) Task {
	return Task{Kind: kind, Status: Waiting, OwnerID: &by.ID, OwnerName: by.FullName(), DateCreated: by.Now}
}
