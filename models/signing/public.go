package signing

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/publiccode"
)

// Public is what everybody may know of a signed contract who has its code.
type Public struct {
	Code        string
	Title       string
	Association string
	// Initials are those of the signer.
	Initials string
	SignedAt time.Time
	// Valid reports whether all stored documents and events are as they were signed.
	Valid bool
	// SignedPDFSHA256 and AuditPDFSHA256 are the hashes at the signature, to compare a file with.
	SignedPDFSHA256 string
	AuditPDFSHA256  string
}

// FindPublic returns the completed contract of a public code, as typed; any other is 404 NOT_FOUND. A contract that is not
// valid is recorded as a security event, at most once a day.
func (c Contracts) FindPublic(ctx context.Context, by auth.Caller, code string) (Public, error) {
	query := c.DB.WithContext(ctx).Where("public_code = ? and status = ?", publiccode.Parse(code), Completed)
	found, err := db.First[Contract](query, errNotFound())
	if err != nil {
		return Public{}, err
	}
	verified, err := c.verify(ctx, by, found)
	if err != nil {
		return Public{}, err
	}
	if !verified.Valid {
		if err := c.recordTampered(ctx, by, found, verified); err != nil {
			return Public{}, err
		}
	}
	association, err := settings.Get(ctx, c.DB, settings.AssociationName)
	return Public{
		Code: found.Code(), Title: found.Title, Association: association, Initials: fmtbr.AllInitials(found.SignerName),
		SignedAt: *found.CompletedAt,
		Valid:    verified.Valid, SignedPDFSHA256: *found.SignedPDFSHA256, AuditPDFSHA256: *found.AuditPDFSHA256,
	}, err
}

// recordTampered records that a contract is not valid, for administrators.
func (c Contracts) recordTampered(ctx context.Context, by auth.Caller, contract Contract, verified Verification) error {
	const pause = 24 * time.Hour
	var recent int64
	err := c.DB.WithContext(ctx).Table("security_events").
		Where("kind = ? and subject = ? and date_created > ?", security.ContractTampered, contract.UserCode.String(), by.Now.Add(-pause)).
		Count(&recent).Error
	if err != nil || recent > 0 {
		return err
	}
	var failed []string
	for _, check := range verified.Checks {
		if !check.OK {
			failed = append(failed, string(check.Name))
		}
	}
	event := security.Event{Kind: security.ContractTampered, Subject: contract.UserCode.String(),
		Details: map[string]any{"contract": contract.Code(), "checks": failed}}
	return security.Record(ctx, c.DB, by, event)
}
