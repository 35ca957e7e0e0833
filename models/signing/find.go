package signing

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// newestFirst is the total order of every list of contracts.
const newestFirst = "date_created desc, id desc"

// historyLimit is the maximum number of contracts of one associate in an answer.
const historyLimit = 100

// visibleTo limits the query to the own contracts of an associate, to all for another caller who may read contracts,
// and to none otherwise.
func visibleTo(by auth.Caller) db.Scope {
	if by.Kind != auth.Associate {
		return db.Allowed(access.Can(by, access.DocSign, access.Read))
	}
	return func(query *db.DB) *db.DB { return query.Where("contracts.user_code = ?", by.Code) }
}

// FindFor returns a contract that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id uuid.UUID) (Contract, error) {
	found, err := db.First[Contract](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errNotFound())
	if err != nil {
		return found, err
	}
	marked := []Contract{found}
	err = markUndelivered(ctx, tx, marked)
	return marked[0], err
}

// FindMine returns the contract that matters to the calling associate: the pending one, else the newest completed one,
// else the newest. Without any it is 404 NOT_FOUND.
func FindMine(ctx context.Context, tx *db.DB, by auth.Caller) (Contract, error) {
	own := tx.WithContext(ctx).Where("user_code = ?", by.Code)
	return db.First[Contract](own.Order("array_position(array['pending', 'completed', 'voided'], status), "+newestFirst), errNotFound())
}

// ForAssociate returns the contracts of an associate that the caller may see, newest first, at most 100.
func ForAssociate(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) ([]Contract, error) {
	found := []Contract{}
	own := tx.WithContext(ctx).Scopes(visibleTo(by)).Where("user_code = ?", code)
	if err := own.Order(newestFirst).Limit(historyLimit).Find(&found).Error; err != nil {
		return nil, err
	}
	return found, markUndelivered(ctx, tx, found)
}

// EventsFor returns the events of a contract that the caller may see, oldest first; any other is 404 NOT_FOUND.
func EventsFor(ctx context.Context, tx *db.DB, by auth.Caller, id uuid.UUID) ([]Event, error) {
	if _, err := FindFor(ctx, tx, by, id); err != nil {
		return nil, err
	}
	return findEvents(ctx, tx, id)
}
