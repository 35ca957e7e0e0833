// Package contacts knows the items of the reception by their associate: those that the associate has, how one enters the
// queue, and what an order or a service of the associate completes.
package contacts

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// maxAssociates is the maximum number of associates in one input.
const maxAssociates = 500

// Input lists the row ids of the associates to put into the queue.
type Input struct {
	IDs []int64 `json:"ids" form:"ids"`
}

// Result holds the new items, and the number of associates that were in the queue already.
type Result struct {
	Items   []int64
	Waiting int
}

// Enqueued is the kind of undo that UndoEnqueue performs.
const Enqueued undo.Kind = "reception.enqueue"

// UndoEnqueue removes the items that entered the queue, except those that have changed since.
func UndoEnqueue(ctx context.Context, tx *db.DB, _ auth.Caller, enqueued Result) error {
	return tx.WithContext(ctx).Where("id in ? and completed_at is null and date_updated = date_created", enqueued.Items).Delete(&reception.Item{}).Error
}

// EnqueueAll puts associates into the queue, all or none; those with an open item are skipped. It returns 400
// VALIDATION_ERROR for no id and for more than 500, and 404 NOT_FOUND for an unknown associate.
func EnqueueAll(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Result, error) {
	// Sorted, so that two calls with the same associates never deadlock.
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	var p errs.Problems
	p.Require(len(ids) > 0, "ids", "selecione alguém na lista")
	p.Require(len(ids) <= maxAssociates, "ids", "selecione no máximo 500 de cada vez")
	if err := p.Err(); err != nil {
		return Result{}, err
	}
	var result Result
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			item, entered, err := Enqueue(ctx, tx, by, id)
			if err != nil {
				return err
			}
			if entered {
				result.Items = append(result.Items, item.ID)
			} else {
				result.Waiting++
			}
		}
		return nil
	})
	return result, err
}

// Enqueue puts one associate into the queue. It returns their open item and whether it is new. An unknown
// associate is 404 NOT_FOUND.
func Enqueue(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (item reception.Item, entered bool, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock keeps two concurrent calls from adding the same associate twice.
		associate, err := associates.FindFor(ctx, tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), by.AsSystem(), id)
		if err != nil {
			return err
		}
		if associate.Status == associates.Patient {
			return errs.NotFound("Associado não encontrado.")
		}
		if item, err = open(tx, associate); err != nil || item.ID != 0 {
			return err
		}
		entered = true
		item, err = reception.Enqueue(ctx, tx, by, inputOf(associate))
		return err
	})
	return item, entered, err
}

// EnqueueMessage puts a message of the calling associate into the queue: into their open item, else into a new one. It
// returns 400 VALIDATION_ERROR for a message that is too long.
func EnqueueMessage(ctx context.Context, tx *db.DB, by auth.Caller, message string) (item reception.Item, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		associate, err := associates.FindOwn(ctx, tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), by)
		if err != nil {
			return err
		}
		if item, err = open(tx, associate); err != nil {
			return err
		}
		if item.ID == 0 {
			input := inputOf(associate)
			input.Message = patch.Of(message)
			item, err = reception.Enqueue(ctx, tx, by, input)
			return err
		}
		item, err = db.Change(ctx, tx, item.ID, "", func(_ *db.DB, before reception.Item, row *reception.Item) error {
			row.Message = texts.Optional(strings.TrimSpace(texts.Of(before.Message) + "\n\n" + message))
			row.DateUpdated = by.Now
			return row.Validate().Err()
		})
		return err
	})
	return item, err
}

// Open returns the open item of an associate if the caller may see the queue; the id is 0 without an item.
func Open(ctx context.Context, tx *db.DB, by auth.Caller, associate associates.Associate) (reception.Item, error) {
	return open(reception.Visible(tx.WithContext(ctx), by), associate)
}

// open returns the open item of the associate, the oldest of several.
func open(tx *db.DB, associate associates.Associate) (reception.Item, error) {
	var item reception.Item
	err := tx.Where("completed_at is null").Where(ofPerson(associate, nil, "")).
		Order("date_created, id").Limit(1).Find(&item).Error
	return item, err
}

// inputOf returns the input for an associate. An invalid stored telephone is left out instead of refused.
func inputOf(associate associates.Associate) reception.EnqueueInput {
	input := reception.EnqueueInput{AssociateCode: &associate.UserCode}
	input.Name, input.Email = patch.Of(associate.FullName()), patch.Of(associate.ContactEmail())
	if associate.Phone != nil {
		if phone, valid := brdoc.Phone(*associate.Phone); valid {
			input.Phone = patch.Of(phone)
		}
	}
	return input
}

// Contact is an item of an associate with the name of who completed it.
type Contact struct {
	reception.Item
	CompletedBy *string
}

// Of returns the newest items of an associate that the caller may see, open or not, at most limit, newest first.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, associate associates.Associate, limit int) ([]Contact, error) {
	own := reception.Visible(tx.WithContext(ctx).Model(&reception.Item{}), by).Where(ofPerson(associate, nil, "")).
		Order("date_created desc, id desc").Limit(limit)
	var visits []Contact
	err := tx.WithContext(ctx).Table("(?) as r", own).
		Joins("left join lateral (select actor_name from reception_changes where item_id = r.id and action = ? order by id desc limit 1) as c on true",
			reception.Completed).
		Select("r.*, c.actor_name as completed_by").Order("r.date_created desc, r.id desc").Scan(&visits).Error
	return visits, err
}
