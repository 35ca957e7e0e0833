package signing

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Audit is the record of a contract: its signature, nil before it, and its events.
type Audit struct {
	Contract  Contract
	Signature *Signature
	Events    []Event
}

// FindAudit returns the record of a contract that the caller may see; any other is 404 NOT_FOUND.
func FindAudit(ctx context.Context, tx *db.DB, by auth.Caller, id uuid.UUID) (audit Audit, err error) {
	if audit.Contract, err = FindFor(ctx, tx, by, id); err != nil {
		return audit, err
	}
	if audit.Events, err = findEvents(ctx, tx, id); err != nil {
		return audit, err
	}
	signature, err := findSignature(ctx, tx, id)
	if signature.ID != 0 {
		audit.Signature = &signature
	}
	return audit, err
}
