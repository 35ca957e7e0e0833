package reception

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// The refusals of a claim: a colleague attends to the item, or it is completed.
const (
	CodeAlreadyClaimed = "ALREADY_CLAIMED"
	CodeItemCompleted  = "ITEM_COMPLETED"
)

// Claim makes the calling operator the attendant of an open item. An item with the default entry status moves to the
// first status that is neither that nor done. An item of the same operator is not changed. Of two concurrent claims one
// succeeds.
//
// It returns 403 FORBIDDEN for a caller other than an operator, 404 NOT_FOUND for an item that the caller may not
// see, 409 ALREADY_CLAIMED with the colleague's name, and 409 ITEM_COMPLETED.
func Claim(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Item, error) {
	attendant := by.OperatorCode()
	if attendant == nil {
		return Item{}, errs.Forbidden("Só a equipe atende quem espera na recepção.")
	}
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	mine := func(query *db.DB) *db.DB { return visible(query, by) }
	return change(ctx, tx, by, target{id: id, scopes: []db.Scope{mine}}, func(tx *db.DB, item *Item) error {
		switch {
		case item.CompletedAt != nil:
			return errs.Conflict(CodeItemCompleted, "O atendimento de "+item.DisplayName()+" já terminou.")
		case item.Attendant != nil && *item.Attendant != *attendant:
			return alreadyClaimed(tx, by, *item)
		}
		item.Attendant = attendant
		if item.Status == defaultEntry(statuses) {
			item.Status = attended(statuses)
		}
		return nil
	})
}

// attended returns the first status of items with an attendant, or the default entry if none is configured.
func attended(statuses []Status) string {
	at := slices.IndexFunc(statuses, func(s Status) bool { return !s.IsDefaultEntry && !s.IsDone })
	if at < 0 {
		return defaultEntry(statuses)
	}
	return statuses[at].Value
}

// alreadyClaimed returns the refusal with the attendant's name and the time since the claim, if the history has it.
func alreadyClaimed(tx *db.DB, by auth.Caller, item Item) error {
	var claim struct {
		Name        string
		DateCreated *time.Time
	}
	err := tx.Raw(`select s.name, (select max(date_created) from reception_changes where item_id = ? and action = ? and to_value = s.user_code::text) as date_created
		from system_users s where s.user_code = ?`, item.ID, Assigned, item.Attendant).Scan(&claim).Error
	if err != nil {
		return err
	}
	if claim.DateCreated == nil {
		return errs.Conflict(CodeAlreadyClaimed, claim.Name+" já está atendendo "+item.DisplayName()+".")
	}
	return errs.Conflict(CodeAlreadyClaimed, claim.Name+" assumiu "+item.DisplayName()+" "+claimedSince(*claim.DateCreated, by.Now)+".")
}

// claimedSince returns the time since the claim of a colleague: seconds before the caller's, or minutes and more ago.
func claimedSince(claimed, now time.Time) string {
	if past := now.Sub(claimed); past < time.Minute {
		return fmtbr.Plural(max(1, int(past.Seconds())), "segundo", "segundos") + " antes de você"
	}
	return fmtbr.Since(claimed, now)
}
