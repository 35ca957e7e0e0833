// Package signing holds the contracts that associates sign: their creation, the links to sign them, the signatures, the
// chain of their events, and the proof that nothing changed. Package templates owns the texts and the PDFs, package
// files the stored bytes. A completed contract never changes.
package signing

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/templates"
	"acolhe/models/types/errs"
	"acolhe/models/types/publiccode"
)

// Codes of the specification ("Errors").
const (
	CodeAlreadyCompleted = "CONTRACT_ALREADY_COMPLETED"
	CodeNotPending       = "CONTRACT_NOT_PENDING"
	CodeConsentRequired  = "CONSENT_REQUIRED"
)

// Kind is the kind of a contract, that of its template.
type Kind = templates.Kind

// Status is the stored state of a contract (decisions.md, "Files, ops, webhooks, signing").
type Status string

// The statuses.
const (
	Pending   Status = "pending"
	Completed Status = "completed"
	Voided    Status = "voided"
)

// Values lists the statuses, for the API document.
func (Status) Values() []string { return []string{string(Pending), string(Completed), string(Voided)} }

// State is what a list and a page show of a contract: its status, and for a pending one how far its link is.
type State string

// The states. A pending contract is Sent, Undelivered, Viewed or Expired.
const (
	StateSent State = "sent"
	// StateUndelivered is that of a contract whose letter did not reach the associate.
	StateUndelivered State = "undelivered"
	StateViewed      State = "viewed"
	StateExpired     State = "expired"
	StateCompleted   State = "completed"
	StateVoided      State = "voided"
)

// linkLifetime is the validity of a link to sign (decisions.md).
const linkLifetime = 30 * 24 * time.Hour

// Contract is a row of contracts. The names of the signer and the patient are those at its creation.
type Contract struct {
	ID         uuid.UUID `gorm:"primaryKey;default:gen_random_uuid()"`
	PublicCode string
	Status     Status
	Kind       Kind
	Title      string

	UserCode        uuid.UUID
	SignerName      string
	SignerCPF       *string `gorm:"column:signer_cpf"`
	EmailAccount    *string
	PatientUserCode *uuid.UUID
	PatientName     *string

	// TemplateVersionID is nil after a reset of the template; TemplateVersionNumber stays.
	TemplateVersionID     *int64
	TemplateVersionNumber *int
	Variables             map[string]string `gorm:"serializer:json"`
	ContentJSON           json.RawMessage   `gorm:"column:content_json;serializer:json"`
	ContentSHA256         string            `gorm:"column:content_sha256"`
	Frame                 Frame             `gorm:"serializer:json"`

	// SigningToken is the hash of the token, SigningTokenEncrypted the token for sending the same link again.
	SigningToken          []byte
	SigningTokenEncrypted []byte
	EncryptionKeyID       string
	SigningExpires        time.Time

	// LogoFileID is the logo of the template's version, nil for the association's.
	LogoFileID *int64 `gorm:"column:logo_file_id"`

	FilledPDFFileID *int64  `gorm:"column:filled_pdf_file_id"`
	FilledPDFSHA256 *string `gorm:"column:filled_pdf_sha256"`
	SignedPDFFileID *int64  `gorm:"column:signed_pdf_file_id"`
	SignedPDFSHA256 *string `gorm:"column:signed_pdf_sha256"`
	AuditPDFFileID  *int64  `gorm:"column:audit_pdf_file_id"`
	AuditPDFSHA256  *string `gorm:"column:audit_pdf_sha256"`

	// ReplacesID is the completed contract that this one replaces when it is completed.
	ReplacesID *uuid.UUID
	// EmailedAt is the time of the last letter with the link, ViewedAt that of the first view of the link's page.
	EmailedAt *time.Time
	// LetterError is the reason why the last letter failed for good; List, FindFor and ForAssociate set it.
	LetterError string `gorm:"-" version:"-"`
	ViewedAt    *time.Time
	CompletedAt *time.Time
	VoidedAt    *time.Time
	VoidedBy    *uuid.UUID
	VoidReason  *string

	// EventCount and EventsSHA256 are the length and the last hash of the chain of events.
	EventCount   int
	EventsSHA256 *string `gorm:"column:events_sha256"`

	CreatedByUserCode *uuid.UUID
	IsSample          bool
	DateCreated       time.Time
	DateUpdated       time.Time
}

// TableName returns the name of the table.
func (Contract) TableName() string { return "contracts" }

// Constraints implements db.Constrained.
func (Contract) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"contracts_pending_user_code_key": {Field: "user_code", Message: "Já há um termo à espera de assinatura."},
	}
}

// State returns the state at a time.
func (c Contract) State(now time.Time) State {
	switch {
	case c.Status == Completed:
		return StateCompleted
	case c.Status == Voided:
		return StateVoided
	case !now.Before(c.SigningExpires):
		return StateExpired
	case c.LetterError != "":
		return StateUndelivered
	case c.ViewedAt != nil:
		return StateViewed
	}
	return StateSent
}

// CanSign reports whether the contract can be signed at a time.
func (c Contract) CanSign(now time.Time) bool {
	return c.Status == Pending && now.Before(c.SigningExpires)
}

// Code returns the public code as people read it: 7K4M-2QXD.
func (c Contract) Code() string { return publiccode.Shown(c.PublicCode) }

func errNotFound() error { return errs.NotFound("Termo não encontrado.") }

func errNotPending() error {
	return errs.Conflict(CodeNotPending, "Este termo não está à espera de assinatura.")
}

func errAlreadyCompleted() error {
	return errs.Conflict(CodeAlreadyCompleted, "Este termo já foi assinado.")
}
