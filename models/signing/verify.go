package signing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// CheckName names what a check compares.
type CheckName string

// The checks of a contract.
const (
	CheckContent   CheckName = "content"
	CheckTemplate  CheckName = "template_pdf"
	CheckFilled    CheckName = "filled_pdf"
	CheckSigned    CheckName = "signed_pdf"
	CheckAudit     CheckName = "audit_pdf"
	CheckSignature CheckName = "signature"
	CheckEvents    CheckName = "events"
	// The checks of the seals compare fingerprints of certificates.
	CheckSignedSeal CheckName = "signed_pdf_seal"
	CheckAuditSeal  CheckName = "audit_pdf_seal"
)

// Label returns the name for people.
func (n CheckName) Label() string {
	return map[CheckName]string{
		CheckContent: "Texto do termo", CheckTemplate: "PDF do modelo", CheckFilled: "Termo preenchido", CheckSigned: "Termo assinado",
		CheckAudit: "Comprovante da assinatura", CheckSignature: "Assinatura", CheckEvents: "Histórico da assinatura",
		CheckSignedSeal: "Selo digital do termo assinado", CheckAuditSeal: "Selo digital do comprovante",
	}[n]
}

// Check is a stored hash beside the one that was computed now. Actual is empty for a missing file, and for a seal that does
// not match its file.
type Check struct {
	Name     CheckName `json:"name"`
	OK       bool      `json:"ok"`
	Expected string    `json:"expected"`
	Actual   string    `json:"actual"`
}

// Verification is the result of Verify.
type Verification struct {
	Valid  bool    `json:"valid"`
	Checks []Check `json:"checks"`
}

// Verify computes the hashes of a completed contract that the caller may see from its stored documents and events,
// compares them with those at the signature, and checks the seals of its documents. A missing document is a failed check.
// Any other contract is 404 NOT_FOUND.
func (c Contracts) Verify(ctx context.Context, by auth.Caller, id uuid.UUID) (Verification, error) {
	found, err := FindFor(ctx, c.DB, by, id)
	if err != nil {
		return Verification{}, err
	}
	return c.verify(ctx, by, found)
}

func (c Contracts) verify(ctx context.Context, by auth.Caller, contract Contract) (Verification, error) {
	checks := []Check{contract.checkContent()}
	stored, err := c.checkFiles(ctx, by, contract)
	if err != nil {
		return Verification{}, err
	}
	checks = append(checks, stored...)
	signature, err := findSignature(ctx, c.DB, contract.ID)
	if err != nil {
		return Verification{}, err
	}
	events, err := findEvents(ctx, c.DB, contract.ID)
	if err != nil {
		return Verification{}, err
	}
	if contract.Status == Completed {
		checks = append(checks, signature.check(events))
	}
	checks = append(checks, contract.checkChain(events))
	isFailed := func(check Check) bool { return !check.OK }
	return Verification{Valid: !slices.ContainsFunc(checks, isFailed), Checks: checks}, nil
}

// checkFiles checks the documents of a contract, and that of its template's version while there is one.
func (c Contracts) checkFiles(ctx context.Context, by auth.Caller, contract Contract) (checks []Check, err error) {
	template, err := c.templatePDF(ctx, contract)
	if err != nil {
		return nil, err
	}
	for _, document := range []storedDocument{
		template,
		{CheckFilled, "", contract.FilledPDFFileID, contract.FilledPDFSHA256},
		{CheckSigned, CheckSignedSeal, contract.SignedPDFFileID, contract.SignedPDFSHA256},
		{CheckAudit, CheckAuditSeal, contract.AuditPDFFileID, contract.AuditPDFSHA256},
	} {
		if document.sha256 == nil && (contract.Status != Completed || document.name == CheckTemplate) {
			continue
		}
		content, err := c.readFile(ctx, by, document.file)
		if err != nil {
			return nil, err
		}
		checks = append(checks, document.check(content))
		if document.seal == "" {
			continue
		}
		sealed, err := c.sealer().Verify(ctx, content)
		if err != nil {
			return nil, err
		}
		checks = append(checks, Check{Name: document.seal, OK: sealed.IsValid(), Expected: sealed.Expected, Actual: sealed.Actual})
	}
	return checks, nil
}

// storedDocument is a file with the hash that it must have. Seal is the check of its seal, empty for an unsealed file.
type storedDocument struct {
	name   CheckName
	seal   CheckName
	file   *int64
	sha256 *string
}

// check compares the hash of the content; nil for a missing file.
func (d storedDocument) check(content []byte) Check {
	check := Check{Name: d.name, Expected: texts.Of(d.sha256)}
	if content != nil {
		sum := sha256.Sum256(content)
		check.Actual = hex.EncodeToString(sum[:])
	}
	check.OK = content != nil && check.Actual == check.Expected
	return check
}

// templatePDF returns the PDF of the version of the contract's template; without a hash after a reset of the template.
func (c Contracts) templatePDF(ctx context.Context, contract Contract) (storedDocument, error) {
	var version struct {
		PDFFileID *int64  `gorm:"column:pdf_file_id"`
		PDFSHA256 *string `gorm:"column:pdf_sha256"`
	}
	err := c.DB.WithContext(ctx).Table("sign_template_versions").Where("id = ?", contract.TemplateVersionID).Limit(1).Scan(&version).Error
	return storedDocument{CheckTemplate, "", version.PDFFileID, version.PDFSHA256}, err
}

// checkContent compares the stored text with its hash.
func (c Contract) checkContent() Check {
	check := Check{Name: CheckContent, Expected: c.ContentSHA256}
	if content, err := richtext.Parse(c.ContentJSON); err == nil {
		check.Actual = content.SHA256()
	}
	check.OK = check.Actual == check.Expected
	return check
}

// findSignature returns the signature of a contract; the zero value if it has none.
func findSignature(ctx context.Context, tx *db.DB, id uuid.UUID) (Signature, error) {
	var found Signature
	err := tx.WithContext(ctx).Where("contract_id = ?", id).Limit(1).Find(&found).Error
	return found, err
}

// check compares the signature with the hash in the event of its completion.
func (s Signature) check(events []Event) Check {
	check := Check{Name: CheckSignature, Actual: s.digest()}
	for _, event := range events {
		if event.Kind == SubmissionCompleted {
			check.Expected = event.Details[signatureDetail]
		}
	}
	check.OK = check.Expected != "" && check.Actual == check.Expected
	return check
}
