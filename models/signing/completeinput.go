package signing

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ConsentText is the sentence to which the signer agrees.
const ConsentText = "Li o termo e quero assinar eletronicamente, com a mesma validade da assinatura em papel."

// maxStrokes is the largest number of strokes that a proof names.
const maxStrokes = 999

// CompleteInput is the body of POST /doc-sign/sign/:token/complete.
type CompleteInput struct {
	Token  string       `json:"-" form:"-"`
	Method paper.Method `json:"method" form:"method"`
	// TypedName is the signature of the method type.
	TypedName string `json:"typed_name,omitempty" form:"typed_name"`
	// SignatureImageBase64 is the signature of the method draw, a data URL of a PNG.
	SignatureImageBase64 string `json:"signature_image_base64,omitempty" form:"signature_image_base64"`
	// Timezone is a name of IANA; UTC if empty or unknown.
	Timezone string `json:"timezone,omitempty" form:"timezone"`
	Consent  bool   `json:"consent" form:"consent"`
	// Strokes is how many strokes the page counted in a drawing; empty if it counted none.
	Strokes string `json:"-" form:"strokes"`
	// Identified is how the page recognised the signer.
	Identified Identification `json:"-" form:"-"`
}

// Required names the members that must be sent.
func (CompleteInput) Required() []string { return []string{"method"} }

// sign returns the signature of the input for a contract.
func (in CompleteInput) sign(by auth.Caller, contract Contract) (Signature, error) {
	signature := Signature{
		ContractID: contract.ID, Method: in.Method, Consent: true, ConsentText: ConsentText, Timezone: zoneOf(in.Timezone),
		IP: addressOf(by), UserAgent: userAgentOf(by), OccurredAt: by.Now.UTC().Truncate(time.Microsecond),
		identification: in.Identified,
	}
	if !in.Consent {
		return signature, errs.New(errs.KindUnprocessable, CodeConsentRequired, "Marque a caixa para assinar.")
	}
	switch in.Method {
	case paper.Draw:
		return in.draw(signature)
	case paper.Type:
		return in.typeName(signature)
	}
	return signature, errs.Invalid("method", "deve ser draw ou type")
}

func (in CompleteInput) draw(signature Signature) (Signature, error) {
	image, err := templates.CheckSignature(in.SignatureImageBase64)
	if err != nil {
		return signature, err
	}
	sum := sha256.Sum256(image)
	hash := hex.EncodeToString(sum[:])
	signature.SignatureImage, signature.SignatureSHA256 = image, &hash
	if counted, err := strconv.Atoi(in.Strokes); err == nil && counted > 0 && counted <= maxStrokes {
		signature.strokes = counted
	}
	return signature, nil
}

func (in CompleteInput) typeName(signature Signature) (Signature, error) {
	name, err := templates.CheckTypedName(in.TypedName)
	if err != nil {
		return signature, err
	}
	signature.TypedName = &name
	return signature, nil
}
