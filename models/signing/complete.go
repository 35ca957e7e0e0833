package signing

import (
	"context"
	"errors"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// completeAttempts is the maximum number of times that a signature is made again because the contract's events changed.
const completeAttempts = 5

// errChanged is returned if a contract changed after its documents were made.
var errChanged = errors.New("the contract changed while its documents were made")

// Complete signs a pending contract: it stores the signature, the signed PDF and the audit PDF, makes the contract the
// associate's term, moves phase 4 to 5, and queues the letter with both documents, all or nothing. Signed again with the
// same signature, it returns the first result. It returns 404 TOKEN_INVALID for an unknown or expired link, 409
// CONTRACT_NOT_PENDING for a voided and 409 CONTRACT_ALREADY_COMPLETED for a completed contract, 422 CONSENT_REQUIRED,
// 422 SIGNATURE_REQUIRED, 400 VALIDATION_ERROR for a wrong image or name, and 503 UNAVAILABLE if the documents cannot be
// stored; nothing is signed then.
func (c Contracts) Complete(ctx context.Context, by auth.Caller, input CompleteInput) (Contract, error) {
	for range completeAttempts {
		found, err := FindByToken(ctx, c.DB, input.Token)
		if err != nil {
			return Contract{}, err
		}
		if err := found.checkSignable(by); err != nil {
			return Contract{}, err
		}
		signature, err := input.sign(by, found)
		if err != nil && found.Status == Completed {
			err = errAlreadyCompleted()
		}
		if err != nil {
			return Contract{}, err
		}
		if found.Status == Completed {
			return found, c.checkSame(ctx, signature)
		}
		completed, err := c.complete(ctx, by, found, signature)
		if !errors.Is(err, errChanged) {
			return completed, err
		}
	}
	return Contract{}, errs.Unavailable(errChanged)
}

// checkSignable returns the error for a voided or expired contract.
func (c Contract) checkSignable(by auth.Caller) error {
	switch c.State(by.Now) {
	case StateVoided:
		return errNotPending()
	case StateExpired:
		return errTokenExpired()
	}
	return nil
}

// checkSame returns 409 CONTRACT_ALREADY_COMPLETED unless the contract was completed with this signature.
func (c Contracts) checkSame(ctx context.Context, signature Signature) error {
	stored, err := findSignature(ctx, c.DB, signature.ContractID)
	if err == nil && stored.digest() != signature.digest() {
		err = errAlreadyCompleted()
	}
	return err
}

// completion is a completed contract that is not stored yet, with its stored documents.
type completion struct {
	// before is the contract for which the documents were made.
	before, contract Contract
	signature        Signature
	events           []Event
	signed, audit    files.Placed
}

// complete makes the documents, stores their bytes and then everything else in one transaction. Bytes whose transaction
// fails are removed by a job.
func (c Contracts) complete(ctx context.Context, by auth.Caller, found Contract, signature Signature) (Contract, error) {
	made, err := c.makeDocuments(ctx, by, found, signature)
	if err == nil {
		err = c.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { return c.store(ctx, tx, by, &made) })
	}
	return made.contract, err
}

// store locks the associate and the contract, in the order of Create. It returns errChanged if the contract is no longer the
// one for which the documents were made.
func (c Contracts) store(ctx context.Context, tx *db.DB, by auth.Caller, made *completion) error {
	contract := &made.contract
	if err := registration.AcceptTerm(ctx, tx, by, contract.UserCode, contract.ID); err != nil {
		return err
	}
	locked, err := db.Lock[Contract](tx, contract.ID)
	if err != nil {
		return err
	}
	if locked.Status != Pending || locked.EventCount != made.before.EventCount {
		return errChanged
	}
	signed, err := made.signed.AddRow(ctx, tx)
	if err != nil {
		return err
	}
	audit, err := made.audit.AddRow(ctx, tx)
	if err != nil {
		return err
	}
	contract.Status, contract.CompletedAt, contract.DateUpdated = Completed, &by.Now, by.Now
	contract.SignedPDFFileID, contract.SignedPDFSHA256 = &signed.ID, &signed.SHA256
	contract.AuditPDFFileID, contract.AuditPDFSHA256 = &audit.ID, &audit.SHA256
	columns := []string{"status", "completed_at", "signed_pdf_file_id", "signed_pdf_sha256", "audit_pdf_file_id", "audit_pdf_sha256",
		"event_count", "events_sha256", "date_updated"}
	if err := tx.Select(columns).UpdateColumns(contract).Error; err != nil {
		return err
	}
	if err := tx.Create(&made.signature).Error; err != nil {
		return err
	}
	if err := tx.Create(&made.events).Error; err != nil {
		return err
	}
	_, err = c.sendSigned(ctx, tx, by, *contract)
	return err
}

// sendSigned queues the letter with the signed documents; without mail or an address it does nothing. Who created the
// contract causes it: a family may sign many contracts of the staff on one day.
func (c Contracts) sendSigned(ctx context.Context, tx *db.DB, by auth.Caller, contract Contract) (mail.Status, error) {
	if contract.EmailAccount == nil {
		return mail.NotConfigured, nil
	}
	if contract.CreatedByUserCode != nil {
		by = auth.Caller{Kind: auth.Operator, Now: by.Now}
	}
	return c.Mail.Send(ctx, tx, by, Signed.With(Message{contract.Title}, mail.Message{
		To: *contract.EmailAccount, Name: contract.SignerName, Path: "/verificar/" + contract.Code(),
		Attachments: []int64{*contract.SignedPDFFileID, *contract.AuditPDFFileID},
	}))
}
