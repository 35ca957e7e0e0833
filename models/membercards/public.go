package membercards

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/publiccode"
)

// Public is everything that the page of a code shows.
type Public struct {
	Code string
	// IsValid reports whether the code is that of the current card of a member. Otherwise only the code is set.
	IsValid  bool
	Initials string
	Until    civil.Date
}

// PublicLimit is the rate limit of the page of a code, for each network.
func PublicLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "membercards.public", Limit: 60, Per: 15 * time.Minute}
}

// FindPublic returns what everybody may know of the card with a code, as typed. A code that never was one is 404 NOT_FOUND.
func FindPublic(ctx context.Context, tx *db.DB, by auth.Caller, code string) (Public, error) {
	found, err := db.First[row](tx.WithContext(ctx).Where("code = ?", publiccode.Parse(code)), errs.NotFound("Não achamos esta carteirinha."))
	if err != nil {
		return Public{}, err
	}
	public := Public{Code: publiccode.Shown(found.Code)}
	member, err := associates.FindFor(ctx, tx, by.AsSystem(), found.UserID)
	if err != nil || found.DateEnded != nil || !isMember(member) {
		return public, err
	}
	card, err := describe(ctx, tx, by, member, found)
	public.IsValid, public.Initials, public.Until = true, fmtbr.AllInitials(member.FullName()), card.Until
	return public, err
}
