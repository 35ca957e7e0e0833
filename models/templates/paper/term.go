// Package paper draws the PDF of a term, signed or not, and of the record of a signature. Its callers say what a term
// holds and who signs it.
package paper

import (
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/errs"
)

// Term is what Render draws. The same term is the same bytes.
type Term struct {
	Association pdf.Association
	// Content is filled; its first heading of level 1 is the title. A variable that is left is drawn in red.
	Content richtext.Content
	// VersionLine is below the title, such as "Modelo com paciente, versão 4".
	VersionLine string
	Signer      Party
	// Patient is nil for a term for oneself.
	Patient *Party
	// Signature is nil for an unsigned term.
	Signature *Signature
	// Code is the short code for the public verification and VerifyURL the address in the QR code, both at the foot of
	// every page; empty for a term that nobody signs.
	Code      string
	VerifyURL string
	// Now is the date of the file, in the association's time zone.
	Now time.Time
}

// Party is a side of the identification frame.
type Party struct {
	Label string
	Name  string
	// Facts are the lines below the name.
	Facts []string
}

// Method is how a term was signed.
type Method string

// The methods of decisions.md.
const (
	Draw Method = "draw"
	Type Method = "type"
)

// Values lists the methods, for the API document.
func (Method) Values() []string { return []string{string(Draw), string(Type)} }

// Signature is a completed signature.
type Signature struct {
	Method Method
	// Name is the signer's, or the typed one.
	Name string
	// Image is a PNG of its ink; only of Draw.
	Image []byte
	// Strokes is the number of strokes of a drawing; 0 if it was not counted.
	Strokes int
	// At is in the association's time zone.
	At time.Time
}

// Audit is what RenderAudit draws.
type Audit struct {
	Association pdf.Association
	// Document is the title and the version of the term.
	Document   string
	ContractID string
	Code       string
	VerifyURL  string
	// SignerCPF, Email and PatientName are left out if they are empty.
	SignerName, SignerCPF, Email, PatientName string
	// Identification says how the signer was recognised; empty if a page did not.
	Identification string
	Signature      Signature
	// Consent is the sentence that was accepted.
	Consent string
	// TimeZone is the signer's, as the device named it.
	TimeZone string
	Events   []AuditEvent
	Hashes   []AuditHash
	// Now is in the association's time zone.
	Now time.Time
}

// AuditEvent is a row of the history. Its full user agent is on the next page.
type AuditEvent struct {
	Label string
	// At is shown in the association's time zone, with seconds.
	At     time.Time
	IP     string
	Device string
	// UserAgent is empty for events of the server.
	UserAgent string
}

// AuditHash is a SHA-256 with what it is of.
type AuditHash struct{ Label, SHA256 string }

// CodeRenderFailed is 500.
const CodeRenderFailed = "PDF_RENDER_FAILED"

// renderFailed is 500 PDF_RENDER_FAILED.
func renderFailed(cause error) error {
	return errs.New(errs.KindInternal, CodeRenderFailed, "Não foi possível gerar o PDF. Nada foi guardado.").WithCause(cause)
}
