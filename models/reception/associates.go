package reception

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// maxAssociates is the maximum number of associates in one input.
const maxAssociates = 500

// AssociatesInput lists the row ids of the associates to put into the queue.
type AssociatesInput struct {
	IDs []int64 `json:"ids" form:"ids"`
}

// EnqueueResult holds the new items, and the number of associates that were in the queue already.
type EnqueueResult struct {
	Items   []int64
	Waiting int
}

// Enqueued is the kind of undo that UndoEnqueue performs.
const Enqueued undo.Kind = "reception.enqueue"

// UndoEnqueue removes the items that entered the queue, except those that have changed since.
func UndoEnqueue(ctx context.Context, tx *db.DB, _ auth.Caller, enqueued EnqueueResult) error {
	return tx.WithContext(ctx).Where("id in ? and completed_at is null and date_updated = date_created", enqueued.Items).Delete(&Item{}).Error
}

// EnqueueAssociates puts associates into the queue, all or none; those with an open item are skipped. It returns 400
// VALIDATION_ERROR for no id and for more than 500, and 404 NOT_FOUND for an unknown associate.
func EnqueueAssociates(ctx context.Context, tx *db.DB, by auth.Caller, input AssociatesInput) (EnqueueResult, error) {
	// Sorted, so that two calls with the same associates never deadlock.
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	var p errs.Problems
	p.Require(len(ids) > 0, "ids", "selecione alguém na lista")
	p.Require(len(ids) <= maxAssociates, "ids", "selecione no máximo 500 de cada vez")
	if err := p.Err(); err != nil {
		return EnqueueResult{}, err
	}
	var result EnqueueResult
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			item, entered, err := EnqueueAssociate(ctx, tx, by, id)
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

// EnqueueAssociate puts one associate into the queue. It returns their open item and whether it is new. An unknown
// associate is 404 NOT_FOUND.
func EnqueueAssociate(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (item Item, entered bool, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock keeps two concurrent calls from adding the same associate twice.
		associate, err := associates.FindFor(ctx, tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), by.AsSystem(), id)
		if err != nil {
			return err
		}
		if associate.Status == associates.Patient {
			return errs.NotFound("Associado não encontrado.")
		}
		if item, err = openItem(tx, associate); err != nil || item.ID != 0 {
			return err
		}
		entered = true
		item, err = Enqueue(ctx, tx, by, enqueueInputOf(associate))
		return err
	})
	return item, entered, err
}

// EnqueueMessage puts a message of the calling associate into the queue: into their open item, else into a new one. It
// returns 400 VALIDATION_ERROR for a message that is too long.
func EnqueueMessage(ctx context.Context, tx *db.DB, by auth.Caller, message string) (item Item, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		associate, err := associates.FindOwn(ctx, tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), by)
		if err != nil {
			return err
		}
		if item, err = openItem(tx, associate); err != nil {
			return err
		}
		if item.ID == 0 {
			input := enqueueInputOf(associate)
			input.Message = patch.Of(message)
			item, err = Enqueue(ctx, tx, by, input)
			return err
		}
		item, err = db.Change(ctx, tx, item.ID, "", func(_ *db.DB, before Item, row *Item) error {
			row.Message = texts.Optional(strings.TrimSpace(texts.Of(before.Message) + "\n\n" + message))
			row.DateUpdated = by.Now
			return row.validate().Err()
		})
		return err
	})
	return item, err
}

// OpenItemOf returns the open item of an associate if the caller may see the queue; the id is 0 without an item.
func OpenItemOf(ctx context.Context, tx *db.DB, by auth.Caller, associate associates.Associate) (Item, error) {
	return openItem(visible(tx.WithContext(ctx), by), associate)
}

// openItem returns the open item of the associate, the oldest of several.
func openItem(tx *db.DB, associate associates.Associate) (Item, error) {
	var item Item
	err := tx.Where("completed_at is null").Where(ofPerson(associate, nil, "")).
		Order("date_created, id").Limit(1).Find(&item).Error
	return item, err
}

// enqueueInputOf returns the input for an associate. An invalid stored telephone is left out instead of refused.
func enqueueInputOf(associate associates.Associate) EnqueueInput {
	input := EnqueueInput{AssociateCode: &associate.UserCode}
	input.Name, input.Email = patch.Of(associate.FullName()), patch.Of(associate.ContactEmail())
	if associate.Phone != nil {
		if phone, valid := brdoc.Phone(*associate.Phone); valid {
			input.Phone = patch.Of(phone)
		}
	}
	return input
}

// Visit is an item of an associate with the name of who completed it.
type Visit struct {
	Item
	CompletedBy *string
}

// VisitsOf returns the newest items of an associate that the caller may see, open or not, at most limit, newest first.
func VisitsOf(ctx context.Context, tx *db.DB, by auth.Caller, associate associates.Associate, limit int) ([]Visit, error) {
	own := visible(tx.WithContext(ctx).Model(&Item{}), by).Where(ofPerson(associate, nil, "")).Order("date_created desc, id desc").Limit(limit)
	var visits []Visit
	err := tx.WithContext(ctx).Table("(?) as r", own).
		Joins("left join lateral (select actor_name from reception_changes where item_id = r.id and action = ? order by id desc limit 1) as c on true", Completed).
		Select("r.*, c.actor_name as completed_by").Order("r.date_created desc, r.id desc").Scan(&visits).Error
	return visits, err
}
