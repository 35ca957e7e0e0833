package reception

import (
	"context"
	"slices"

	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxTogether is how many associates come in at once.
const maxTogether = 500

// AssociatesInput are the associates, by row id, who are to be put into the queue.
type AssociatesInput struct {
	IDs []int64 `json:"ids" form:"ids"`
}

// Came tells how many were put into the queue, and how many waited there already.
type Came struct{ Entered, Waiting int }

// EnqueueAssociates puts associates into the queue, all of them or none; who waits there already
// is passed over. It answers 400 VALIDATION_ERROR for nobody and for more than 500, and 404
// NOT_FOUND when one is no associate.
func EnqueueAssociates(ctx context.Context, tx *db.DB, by auth.Caller, input AssociatesInput) (Came, error) {
	// In one order for everybody, so that two who send the same people never wait for each other.
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	var p errs.Problems
	p.Require(len(ids) > 0, "ids", "selecione alguém na lista")
	p.Require(len(ids) <= maxTogether, "ids", "selecione no máximo 500 de cada vez")
	if err := p.Err(); err != nil {
		return Came{}, err
	}
	var came Came
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			entered, err := EnqueueAssociate(ctx, tx, by, id)
			if err != nil {
				return err
			}
			if entered {
				came.Entered++
			} else {
				came.Waiting++
			}
		}
		return nil
	})
	return came, err
}

// EnqueueAssociate puts one associate into the queue and tells whether they entered: who waits
// there already does not. Any other id is 404 NOT_FOUND.
func EnqueueAssociate(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (entered bool, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Held, so that two who send the same person at once put them in once.
		associate, err := associates.FindByID(ctx, tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), id)
		if err != nil {
			return err
		}
		if associate.Status == associates.Patient {
			return errs.NotFound("Associado não encontrado.")
		}
		waits, err := isWaiting(tx, associate)
		if err != nil || waits {
			return err
		}
		entered = true
		_, err = Enqueue(ctx, tx, by, arrival(associate))
		return err
	})
	return entered, err
}

// isWaiting finds an open item by the associate or, as orders complete it, by the e-mail.
func isWaiting(tx *db.DB, associate associates.Associate) (bool, error) {
	var count int64
	err := tx.Model(&Item{}).Where("completed_at is null and (associate_code = ? or email = nullif(?, ''))", associate.UserCode, associate.ContactEmail()).
		Limit(1).Count(&count).Error
	return count > 0, err
}

// arrival is how an associate stands in the queue. A telephone that was taken down wrong keeps
// nobody out.
func arrival(associate associates.Associate) EnqueueInput {
	name := associate.FullName()
	input := EnqueueInput{AssociateCode: &associate.UserCode, Name: &name, Email: texts.Optional(associate.ContactEmail())}
	if associate.Phone != nil {
		if phone, valid := brdoc.Phone(*associate.Phone); valid {
			input.Phone = &phone
		}
	}
	return input
}
