package signing

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// MaxMany is the maximum number of contracts of one act.
const MaxMany = 500

// Many is the result of an act on several contracts. Unchanged are those that were not pending.
type Many struct{ Changed, Unchanged int }

// ListPending returns the pending contracts that List would find, in the order of their ids, and the number of others among
// them. It returns the errors of List, and 400 VALIDATION_ERROR for more than MaxMany contracts.
func ListPending(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (pending []Contract, others int, err error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return nil, 0, err
	}
	var found []Contract
	if err := filtered.Omit("content_json").Order("id").Limit(MaxMany + 1).Find(&found).Error; err != nil {
		return nil, 0, err
	}
	if len(found) > MaxMany {
		return nil, 0, errs.Invalid("ids", "selecione no máximo 500 termos de cada vez")
	}
	pending = slices.DeleteFunc(slices.Clone(found), func(contract Contract) bool { return contract.Status != Pending })
	return pending, len(found) - len(pending), nil
}

// VoidMany voids the pending contracts that List would find, all or none. It returns the errors of Void and of ListPending.
func VoidMany(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, reason string) (done Many, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		done, err = eachPending(ctx, tx, by, input, func(contract Contract) error {
			_, err := Void(ctx, tx, by, VoidInput{ID: contract.ID, Reason: reason})
			return err
		})
		return err
	})
	return done, err
}

// ResendMany sends the links of the pending contracts that List would find again, all or none. It returns the errors of
// Resend and of ListPending.
func (c Contracts) ResendMany(ctx context.Context, by auth.Caller, input ListInput) (done Many, err error) {
	err = c.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		within := c
		within.DB = tx
		done, err = eachPending(ctx, tx, by, input, func(contract Contract) error {
			_, err := within.Resend(ctx, by, contract.ID)
			return err
		})
		return err
	})
	return done, err
}

// eachPending calls act for each pending contract; one that was signed or voided meanwhile is unchanged.
func eachPending(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, act func(contract Contract) error) (done Many,
	err error) {
	pending, others, err := ListPending(ctx, tx, by, input)
	if err != nil {
		return Many{}, err
	}
	done.Unchanged = others
	for _, contract := range pending {
		err := act(contract)
		switch {
		case err == nil:
			done.Changed++
		case errs.HasCode(err, CodeNotPending):
			done.Unchanged++
		default:
			return Many{}, err
		}
	}
	return done, nil
}
