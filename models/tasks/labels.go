package tasks

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// LabelsInput asks for the labels of orders.
type LabelsInput struct {
	Orders orders.ListInput
	// Total is the accepted price of all of them.
	Total money.Amount
}

// LabelChoice says which of the selected orders can get a label.
type LabelChoice struct {
	Able, Excluded []parcels.Candidate
	// Total is the price of the labels of Able. No label costs more than the freight of its order.
	Total money.Amount
}

// ReadLabelChoice returns which of the orders can get a label, and why others cannot. It returns 403 FORBIDDEN if the caller
// may not buy labels, and 409 CONFLICT for more than parcels.MaxTogether orders.
func ReadLabelChoice(ctx context.Context, office parcels.Office, by auth.Caller, input orders.ListInput) (LabelChoice, error) {
	choice := LabelChoice{Total: money.Zero}
	if err := BuyLabels.allow(by); err != nil {
		return choice, err
	}
	input.Window = page.Window{Limit: new(parcels.MaxTogether + 1)}
	found, err := orders.List(ctx, office.DB, by, input)
	if err != nil {
		return choice, err
	}
	if len(found.Items) > parcels.MaxTogether {
		return choice, errs.Conflict(errs.CodeConflict, fmt.Sprintf("Compre no máximo %d etiquetas de cada vez.", parcels.MaxTogether))
	}
	candidates, err := office.Candidates(ctx, found.Items)
	if err != nil {
		return choice, err
	}
	waiting, err := waitingForLabels(ctx, office.DB)
	for _, candidate := range candidates {
		switch {
		case candidate.Refusal != "":
		case waiting[candidate.Order.ID]:
			candidate.Refusal = "Já está na fila de compra."
		default:
			choice.Able = append(choice.Able, candidate)
			choice.Total = choice.Total.Add(candidate.Parcel.Price)
			continue
		}
		choice.Excluded = append(choice.Excluded, candidate)
	}
	return choice, err
}

// waitingForLabels returns the orders whose labels running tasks have yet to buy.
func waitingForLabels(ctx context.Context, tx *db.DB) (map[int64]bool, error) {
	var ids []int64
	err := tx.WithContext(ctx).Table("task_rows r").Joins("join tasks t on t.id = r.task_id").
		Where("t.kind = ? and t.date_ended is null and r.row_id > t.reached and r.refusal is null", BuyLabels).Pluck("r.row_id", &ids).Error
	waiting := make(map[int64]bool, len(ids))
	for _, id := range ids {
		waiting[id] = true
	}
	return waiting, err
}

// RequestLabels stores a task that buys the labels of orders, and enqueues its job. It calls no carrier. Orders that can have
// no label are rows too, refused with the reason, which the task does not count. It returns the errors of ReadLabelChoice,
// and 409 CONFLICT if no order can get a label, or if the total is no longer the accepted one.
func RequestLabels(ctx context.Context, office parcels.Office, by auth.Caller, input LabelsInput) (Task, error) {
	task := newTask(BuyLabels, by)
	err := office.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock makes a second request wait, and then find the rows of the first.
		if err := tx.Exec("select pg_advisory_xact_lock(hashtext('tasks.buy_labels'))").Error; err != nil {
			return err
		}
		inside := office
		inside.DB = tx
		choice, err := ReadLabelChoice(ctx, inside, by, input.Orders)
		switch {
		case err != nil:
			return err
		case len(choice.Able) == 0:
			return errs.Conflict(errs.CodeConflict, "Nenhum destes pedidos pode receber etiqueta.")
		case !choice.Total.Equal(input.Total):
			return errs.Conflict(errs.CodeConflict, "Os pedidos mudaram enquanto a pergunta estava aberta. Confira o novo total.")
		}
		task.Total = len(choice.Able)
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		if err := tx.Table("task_rows").Create(task.labelRows(choice)).Error; err != nil {
			return err
		}
		return task.enqueue(ctx, tx)
	})
	return task, err
}

func (t Task) labelRows(choice LabelChoice) []map[string]any {
	var rows []map[string]any
	for _, candidate := range choice.Able {
		rows = append(rows, map[string]any{"task_id": t.ID, "row_id": candidate.Order.ID, "refusal": nil})
	}
	for _, candidate := range choice.Excluded {
		rows = append(rows, map[string]any{"task_id": t.ID, "row_id": candidate.Order.ID, "refusal": candidate.Refusal})
	}
	return rows
}

// labelJob is the job that buys the labels of a task.
type labelJob struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (labelJob) Kind() string { return "buy_labels" }

func (j labelJob) task() int64 { return j.Task }

// LabelWorker buys the labels of orders, one after another.
type LabelWorker struct{ Office parcels.Office }

// BuyNext buys the next labels of a task, and reports whether there are more.
func (w LabelWorker) BuyNext(ctx context.Context, id int64) (hasMore bool, err error) {
	return rowByRow{DB: w.Office.DB, Now: w.Office.Now, do: w.buy}.next(ctx, id)
}

// buy buys the label of an order, or continues a purchase that the task began before a crash. One whose outcome is not known
// counts as refused, so that the staff looks at it.
func (w LabelWorker) buy(ctx context.Context, by auth.Caller, task Task, order int64) (rowResult, error) {
	parcel, err := w.Office.Buy(ctx, by, task.ID, order)
	switch why, isRefusal := reason(err); {
	case isRefusal:
		return rowResult{refusal: why}, nil
	case errs.HasCode(err, freight.CodeConfigIncomplete):
		return rowResult{refusal: errs.As(err).Message}, nil
	case err != nil:
		return rowResult{}, err
	case parcel.IsPaid():
		return rowResult{isNew: true}, nil
	}
	return rowResult{refusal: parcel.Reason()}, nil
}

// Labels are the orders of a task that buys labels.
type Labels struct {
	Task Task
	Rows []LabelRow
}

// LabelRow is an order of a task with its latest parcel, which has no id if there is none.
type LabelRow struct {
	Order  orders.Order
	Parcel parcels.Parcel
	// Refusal is the reason why the task bought no label.
	Refusal string
	// IsWaiting reports whether the task has yet to buy the label.
	IsWaiting bool
}

// FindLabels returns a task that buys labels with the orders that the caller may see, by their numbers. Those who may read
// orders may see the task. It returns 403 FORBIDDEN, and 404 NOT_FOUND.
func FindLabels(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (found Labels, err error) {
	if err := access.Require(by, "orders", access.Read); err != nil {
		return found, err
	}
	found.Task, err = db.First[Task](tx.WithContext(ctx).Where("id = ? and kind = ?", id, BuyLabels),
		errs.NotFound("Compra de etiquetas não encontrada."))
	if err != nil {
		return found, err
	}
	refusals, ids, err := found.Task.refusals(ctx, tx)
	if err != nil {
		return found, err
	}
	listed, err := orders.List(ctx, tx, by, orders.ListInput{IDs: ids, Window: page.Window{Limit: new(len(ids))}})
	if err != nil {
		return found, err
	}
	slices.SortFunc(listed.Items, func(a, b orders.Order) int { return cmp.Compare(a.ID, b.ID) })
	latest, err := parcels.LatestByOrder(ctx, tx, ids)
	for _, order := range listed.Items {
		row := LabelRow{Order: order, Parcel: latest[order.ID], Refusal: refusals[order.ID]}
		row.IsWaiting = row.Refusal == "" && order.ID > found.Task.Reached
		found.Rows = append(found.Rows, row)
	}
	return found, err
}

// refusals returns the rows of a task and, of those that were refused, the reasons.
func (t Task) refusals(ctx context.Context, tx *db.DB) (reasons map[int64]string, ids []int64, err error) {
	var rows []struct {
		RowID   int64
		Refusal *string
	}
	err = tx.WithContext(ctx).Table("task_rows").Where("task_id = ?", t.ID).Order("row_id").Find(&rows).Error
	reasons = map[int64]string{}
	for _, row := range rows {
		ids = append(ids, row.RowID)
		if row.Refusal != nil {
			reasons[row.RowID] = *row.Refusal
		}
	}
	return reasons, ids, err
}
