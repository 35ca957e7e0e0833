package signing

import (
	"context"
	"net/url"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// Contracts creates and completes contracts, and reads their documents. Its methods return 503 UNAVAILABLE if the disk or
// the bucket of the documents fails.
type Contracts struct {
	DB    *db.DB
	Files files.Library
	Mail  mail.Outbox
	// Key encrypts the tokens of links.
	Key encryption.Key
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
}

// LinkPath returns the path of the page to sign, with its token; empty for a contract that cannot be signed.
func (c Contracts) LinkPath(by auth.Caller, contract Contract) (string, error) {
	if !contract.CanSign(by.Now) {
		return "", nil
	}
	token, err := contract.token(c.Key)
	if err != nil {
		return "", err
	}
	return "/assinar/" + token, nil
}

// Link returns the address of the page to sign; empty for a contract that cannot be signed.
func (c Contracts) Link(by auth.Caller, contract Contract) (string, error) {
	path, err := c.LinkPath(by, contract)
	if err != nil || path == "" {
		return "", err
	}
	return c.address(path), nil
}

// address returns the public address of a path.
func (c Contracts) address(path string) string { return c.BaseURL.JoinPath(path).String() }

// sendLink queues the letter with the link and records it; without mail or an address it does nothing. The contract is
// locked.
func (c Contracts) sendLink(ctx context.Context, tx *db.DB, by auth.Caller, contract *Contract) (mail.Status, error) {
	if contract.EmailAccount == nil {
		return mail.NotConfigured, nil
	}
	path, err := c.LinkPath(by, *contract)
	if err != nil {
		return mail.Failed, err
	}
	status, err := c.Mail.Send(ctx, tx, by, ToSign.With(Message{contract.Title}, mail.Message{
		To: *contract.EmailAccount, Name: contract.SignerName, Path: path, Expires: contract.SigningExpires,
	}))
	if err != nil || status != mail.Queued {
		return status, err
	}
	contract.EmailedAt = &by.Now
	return status, contract.record(tx, contract.next(by, EmailSent, defaultZone, nil))
}
