package parcels

import (
	"context"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// MaxTogether is the maximum number of labels that are bought, or printed, together.
const MaxTogether = 60

const (
	// takeOver is the time after which a job continues a purchase whose task did not: longer than the calls of one take.
	takeOver = 10 * time.Minute
	// finishAfter is the time after which a job continues a purchase that its task left unfinished: carriers need up to a
	// minute to make a label.
	finishAfter = time.Minute
)

// Candidate is an order with the parcel that it would get, or the reason in Portuguese why it can have none.
type Candidate struct {
	Order   orders.Order
	Parcel  Parcel
	Refusal string
}

// Candidates returns for each order whether its label can be bought now, at the price of its freight option.
func (o Office) Candidates(ctx context.Context, found []orders.Order) ([]Candidate, error) {
	ids := make([]int64, len(found))
	for i, order := range found {
		ids[i] = order.ID
	}
	latest, err := LatestByOrder(ctx, o.DB, ids)
	if err != nil {
		return nil, err
	}
	candidates := make([]Candidate, len(found))
	for i, order := range found {
		candidates[i].Order = order
		if parcel, has := latest[order.ID]; has && !parcel.IsOver() {
			candidates[i].Refusal = "Já tem uma etiqueta."
			continue
		}
		candidates[i].Parcel, err = o.Prepare(ctx, order)
		if err != nil && errs.As(err) == nil {
			return nil, err
		}
		if err != nil {
			candidates[i].Refusal = reason(err)
		}
	}
	return candidates, nil
}

// LatestByOrder returns the latest parcels of orders. The caller must have read the orders.
func LatestByOrder(ctx context.Context, tx *db.DB, ids []int64) (map[int64]Parcel, error) {
	var found []Parcel
	err := tx.WithContext(ctx).Raw("select distinct on (order_id) * from parcels where order_id in ? order by order_id, id desc",
		append(ids, 0)).Scan(&found).Error
	latest := make(map[int64]Parcel, len(found))
	for _, parcel := range found {
		latest[parcel.OrderID] = parcel
	}
	return latest, err
}

// Buy buys the label of an order for a task, or continues the purchase that the task began. It returns the parcel as it is
// then: one whose outcome is not known, or whose label is not ready, is continued by a job. It returns the errors of
// Request.
func (o Office) Buy(ctx context.Context, by auth.Caller, task, orderID int64) (Parcel, error) {
	parcel, err := db.First[Parcel](o.DB.WithContext(ctx).Where("task_id = ? and order_id = ?", task, orderID), errMissing)
	if errs.HasCode(err, errs.CodeNotFound) {
		parcel, err = o.Request(ctx, by, RequestInput{OrderID: orderID, task: task})
	}
	if err != nil {
		return parcel, err
	}
	// The parcel has the failure of a call.
	_ = o.Advance(ctx, parcel.ID)
	err = o.DB.WithContext(context.WithoutCancel(ctx)).Transaction(func(tx *db.DB) error {
		if parcel, err = db.Lock[Parcel](tx, parcel.ID); err != nil || parcel.IsOver() || parcel.State == Ready {
			return err
		}
		return enqueue(ctx, tx, parcel.ID, o.Now().Add(finishAfter))
	})
	return parcel, err
}

// Reason says in Portuguese why the label of a parcel is not bought.
func (p Parcel) Reason() string {
	if p.Failure != nil {
		return *p.Failure
	}
	return "A compra não terminou."
}
