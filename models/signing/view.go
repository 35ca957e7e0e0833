package signing

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// viewPause is the time after a view in which further ones of the contract are not recorded.
const viewPause = time.Minute

// ViewInput is the body of POST /doc-sign/sign/:token/view.
type ViewInput struct {
	Token string `json:"-" form:"-"`
	// Timezone is a name of IANA; UTC if empty or unknown.
	Timezone string `json:"timezone" form:"timezone"`
}

// View records that the page of a link was opened, at most once a minute, while the contract can be signed. An unknown
// token is 404 TOKEN_INVALID.
func View(ctx context.Context, tx *db.DB, by auth.Caller, input ViewInput) (Contract, error) {
	var viewed Contract
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		found, err := FindByToken(ctx, tx, input.Token)
		if err != nil {
			return err
		}
		viewed, err = db.Lock[Contract](tx, found.ID)
		if err != nil || !viewed.CanSign(by.Now) {
			return err
		}
		var recent int64
		last := tx.Model(&Event{}).Where("contract_id = ? and kind = ? and occurred_at > ?", viewed.ID, FormViewed, by.Now.Add(-viewPause))
		if err := last.Count(&recent).Error; err != nil || recent > 0 {
			return err
		}
		if viewed.ViewedAt == nil {
			viewed.ViewedAt = &by.Now
		}
		return viewed.record(tx, viewed.next(by, FormViewed, zoneOf(input.Timezone), nil))
	})
	return viewed, err
}
