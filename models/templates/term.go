package templates

import (
	"fmt"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Term is what Render draws. The same term is the same bytes.
type Term struct {
	Association pdf.Association
	// Content is filled; its first heading of level 1 is the title. A variable that is left is drawn in red.
	Content Content
	// VersionLine is below the title, such as VersionLine returns it.
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
	// Image is a PNG that CheckSignature returned; only of Draw.
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

// VersionLine returns "Modelo com paciente, versão 4, publicada em 18/11/2026".
func VersionLine(kind Kind, number int, published time.Time) string {
	return fmt.Sprintf("Modelo %s, versão %d, publicada em %s", kind.described(), number, fmtbr.Date(published, published.Location()))
}

// SignerOf returns the signer's side of the frame.
func SignerOf(kind Kind, a associates.Associate) Party {
	party := Party{Label: "Associado", Name: a.FullName(), Facts: facts(cpf(a.AssociateCPF), labelled("Nascimento", birthday(a)))}
	if kind == WithPatient {
		party.Label = "Responsável"
	}
	party.Facts = append(party.Facts, facts(addressLines(a)...)...)
	return party
}

// PatientOf returns the patient's side of the frame, a person's or a pet's.
func PatientOf(p associates.Associate) Party {
	label := "Paciente"
	if p.Species != nil {
		label = "Animal"
	}
	return Party{Label: label, Name: p.FullName(), Facts: facts(cpf(p.CPF), labelled("Nascimento", birthday(p)),
		labelled("Parentesco", texts.Of(p.Relationship)), labelled("Espécie", texts.Of(p.Species)))}
}

func cpf(digits *string) string {
	if texts.Of(digits) == "" {
		return ""
	}
	return "CPF " + fmtbr.CPF(*digits)
}

func labelled(label, value string) string {
	if value == "" {
		return ""
	}
	return label + ": " + value
}

func facts(lines ...string) (present []string) {
	for _, line := range lines {
		if line != "" {
			present = append(present, line)
		}
	}
	return present
}

// renderFailed is 500 PDF_RENDER_FAILED.
func renderFailed(cause error) error {
	return errs.New(errs.KindInternal, CodeRenderFailed, "Não foi possível gerar o PDF. Nada foi guardado.").WithCause(cause)
}
