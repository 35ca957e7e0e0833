package signing

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxVoidReason is the maximum length of a reason in characters.
const maxVoidReason = 500

// VoidInput is the body of POST /doc-sign/contracts/:id/void.
type VoidInput struct {
	ID     uuid.UUID `json:"-" form:"-"`
	Reason string    `json:"reason" form:"reason"`
}

// Void voids a pending contract: its link can no longer be signed. For a voided one it does nothing; a completed one is 409
// CONTRACT_NOT_PENDING, one that the caller may not see 404 NOT_FOUND. Only staff may void (403 FORBIDDEN).
func Void(ctx context.Context, tx *db.DB, by auth.Caller, input VoidInput) (Contract, error) {
	if err := access.Require(by, access.DocSign, access.Update); err != nil {
		return Contract{}, err
	}
	input.Reason = strings.TrimSpace(input.Reason)
	if !texts.Fits(input.Reason, maxVoidReason) {
		return Contract{}, errs.Invalid("reason", "deve ter no máximo 500 caracteres")
	}
	var voided Contract
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		found, err := FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		voided, err = void(ctx, tx, by, found.ID, input.Reason)
		return err
	})
	return voided, err
}

// void voids a pending contract, or leaves a voided one.
func void(ctx context.Context, tx *db.DB, by auth.Caller, id uuid.UUID, reason string) (Contract, error) {
	isVoided := false
	row, err := db.Change(ctx, tx, id, "", func(_ *db.DB, before Contract, row *Contract) error {
		switch before.Status {
		case Completed:
			return errNotPending()
		case Voided:
			return nil
		}
		isVoided = true
		row.Status, row.VoidedAt, row.VoidedBy, row.VoidReason = Voided, &by.Now, by.OperatorCode(), texts.Optional(reason)
		row.DateUpdated = by.Now
		return nil
	})
	if err != nil || !isVoided {
		return row, err
	}
	event := security.Event{Kind: security.ContractVoided, Subject: row.UserCode.String(),
		Details: map[string]any{"contract": row.Code(), "reason": reason}}
	return row, security.Record(ctx, tx, by, event)
}
