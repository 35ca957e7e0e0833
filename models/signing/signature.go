package signing

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/templates/paper"
	"acolhe/models/types/texts"
)

// Identification is how a page recognised the signer; empty for the JSON interface.
type Identification string

// The identifications: the session of the account, the birth date on the page of the link, or the link alone.
const (
	ByAccount   Identification = "account"
	ByBirthDate Identification = "birth_date"
	ByLink      Identification = "link"
)

// Label returns the identification as the proof says it.
func (i Identification) Label() string {
	return map[Identification]string{
		ByAccount: "entrou na própria conta", ByBirthDate: "link pessoal e data de nascimento conferida", ByLink: "link pessoal",
	}[i]
}

// Signature is a row of term_signatures.
type Signature struct {
	ID         int64        `gorm:"primaryKey" json:"-"`
	ContractID uuid.UUID    `json:"-"`
	Method     paper.Method `json:"method"`
	TypedName  *string      `json:"typed_name"`
	// SignatureImage is a PNG that was decoded and encoded again.
	SignatureImage  []byte    `json:"-"`
	SignatureSHA256 *string   `gorm:"column:signature_sha256" json:"signature_sha256"`
	Consent         bool      `json:"consent"`
	ConsentText     string    `json:"consent_text"`
	Timezone        string    `json:"timezone"`
	IP              *string   `gorm:"column:ip" json:"ip"`
	UserAgent       *string   `json:"user_agent"`
	OccurredAt      time.Time `json:"occurred_at"`
	// identification is how a page recognised the signer.
	identification Identification
	// strokes is the number of strokes of a drawing as the page counted them; 0 if it did not.
	strokes int
}

// TableName returns the name of the table.
func (Signature) TableName() string { return "term_signatures" }

// signatureDetail is the detail of an event with the digest of the signature.
const signatureDetail = "signature_sha256"

// digest returns the hash of everything that the signer sent: the method, the name, the image and the consent.
func (s Signature) digest() string {
	image := sha256.Sum256(s.SignatureImage)
	values, _ := json.Marshal([]any{s.ContractID, s.Method, texts.Of(s.TypedName), hex.EncodeToString(image[:]), s.Consent, s.ConsentText})
	sum := sha256.Sum256(values)
	return hex.EncodeToString(sum[:])
}
