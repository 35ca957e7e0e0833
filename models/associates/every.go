package associates

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Chosen says which associates are meant: those with these row ids or, when All is set, all that
// match the filters.
type Chosen struct {
	ListInput
	IDs []int64
	All bool
}

// Each passes every associate that is meant to take, one at a time, in the order of the list. It
// answers as List does, and 400 VALIDATION_ERROR when nobody is meant.
func Each(ctx context.Context, tx *db.DB, chosen Chosen, now time.Time, take func(Listed) error) error {
	order, err := chosen.order()
	if err != nil {
		return err
	}
	meant, err := chosen.filter(ctx, tx, now)
	if err != nil {
		return err
	}
	return db.Each(listed(meant.Select(listedColumns)).Order(order), take)
}

// CountMeant counts those who are meant, but no further than most. It answers as Each does.
func CountMeant(ctx context.Context, tx *db.DB, chosen Chosen, most int, now time.Time) (page.Counted, error) {
	if _, err := chosen.order(); err != nil {
		return page.Counted{}, err
	}
	meant, err := chosen.filter(ctx, tx, now)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(meant, most)
}

// IDs gives a query for the row ids of those who are meant, to be used inside other statements.
func IDs(ctx context.Context, tx *db.DB, chosen Chosen, now time.Time) (*db.DB, error) {
	meant, err := chosen.filter(ctx, tx, now)
	if err != nil {
		return nil, err
	}
	return meant.Select("id"), nil
}

func (c Chosen) order() (string, error) {
	order, known := c.Sort.sql()
	if !known {
		return "", errs.Invalid("ordem", "a lista não tem esta ordem")
	}
	return order, nil
}

func (c Chosen) filter(ctx context.Context, tx *db.DB, now time.Time) (*db.DB, error) {
	if c.All {
		return c.ListInput.filter(ctx, tx, now)
	}
	if len(c.IDs) == 0 {
		return nil, errs.Invalid("ids", "selecione alguém na lista")
	}
	return tx.WithContext(ctx).Model(&Associate{}).Where("status <> 'patient' and id in ?", c.IDs), nil
}
