package orders

import (
	"context"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// PastOrder is an order from before the program, with its status, its times and its payment. Origin says in its history where it
// comes from.
type PastOrder struct {
	Order
	Origin string
}

// CheckPast returns 400 VALIDATION_ERROR with every wrong field of a past order.
func (o Order) CheckPast() error {
	problems := o.validate()
	problems.Require(o.User > 0, "user_code", "escolha o associado")
	problems.Require(slices.Contains(Statuses(), o.Status), "status", "deve ser um dos valores de status de pedidos")
	checkPrice(&problems, "total", o.Total)
	return problems.Err()
}

// StorePast stores past orders with the server's totals, and sets their ids. It checks no prescription, completes no contact and
// takes nothing from the stock. The result has an error for each order that is refused: those of CheckPast, and 400
// VALIDATION_ERROR for an unknown associate.
func StorePast(ctx context.Context, tx *db.DB, by auth.Caller, past []PastOrder) (refused []error, err error) {
	refused = make([]error, len(past))
	of := make([]int64, len(past))
	for i, one := range past {
		of[i] = one.User
	}
	var people []associates.Associate
	if err := tx.WithContext(ctx).Where("id in ? and status <> ?", of, associates.Patient).Order("id").Limit(len(past)).Find(&people).
		Error; err != nil {
		return refused, err
	}
	var rows []*Order
	var events []Event
	for i := range past {
		order := &past[i].Order
		at := slices.IndexFunc(people, func(person associates.Associate) bool { return person.ID == order.User })
		if at < 0 {
			refused[i] = errs.Invalid("user_code", "este associado não existe")
			continue
		}
		if refused[i] = order.settlePast(ctx, tx, by, people[at]); refused[i] == nil {
			rows = append(rows, order)
			events = append(events, Event{Action: Placed, Changes: Differences{}, Reason: &past[i].Origin, DateCreated: by.Now,
				ActorKind: by.Kind, ActorCode: &by.Code, ActorName: new(by.FullName())})
		}
	}
	if len(rows) == 0 {
		return refused, nil
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(rows).Error; err != nil {
			return err
		}
		for i, row := range rows {
			events[i].OrderID = row.ID
		}
		return tx.Create(&events).Error
	})
	return refused, err
}

// settlePast fills what an order takes from its associate and from the computation, and checks it.
func (o *Order) settlePast(ctx context.Context, tx *db.DB, by auth.Caller, associate associates.Associate) error {
	o.placeFor(associate)
	o.fillLists()
	totals, err := Compute(ctx, tx, o.Priced())
	if err != nil {
		return err
	}
	o.Total, o.DateUpdated = totals.Total, by.Now
	return o.CheckPast()
}

// RemovePast deletes an order whatever its status, with its history, and records a security event. An unknown one is 404
// NOT_FOUND.
func RemovePast(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err := db.Lock[Order](tx, id)
		if err != nil {
			return err
		}
		return order.remove(ctx, tx, by)
	})
}
