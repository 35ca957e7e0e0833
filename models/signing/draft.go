package signing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/platform/pdf"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/auth"
	"acolhe/models/types/publiccode"
	"acolhe/models/types/texts"
)

// Frame is what the documents of a contract say around its text.
type Frame struct {
	VersionLine string       `json:"version_line"`
	Signer      paper.Party  `json:"signer"`
	Patient     *paper.Party `json:"patient"`
}

// draft is a contract that is not stored yet, with its stored document.
type draft struct {
	contract Contract
	filled   files.Placed
}

// draft prepares the contract of an associate with its filled text, and stores the document. It returns 422
// TEMPLATE_NOT_PUBLISHED, 500 PDF_RENDER_FAILED, and 503 UNAVAILABLE if the document cannot be stored.
func (c Contracts) draft(ctx context.Context, by auth.Caller, signer associates.Associate) (draft, error) {
	patients, err := associates.ListPatients(ctx, c.DB, by.AsSystem(), signer.ID)
	if err != nil {
		return draft{}, err
	}
	kind, patient := kindFor(signer, patients)
	version, err := templates.Current(ctx, c.DB, kind)
	if err != nil {
		return draft{}, err
	}
	association, zone, err := templates.ReadAssociation(ctx, c.Files, version.LogoFileID)
	if err != nil {
		return draft{}, err
	}
	now := by.Now.In(zone)
	values := templates.Values(kind, templates.Parties{Associate: signer, Patient: patient, Association: association, Now: now})
	content := version.ContentJSON
	if patient == nil || patient.Species == nil {
		content = content.WithoutAnimal()
	}
	content = content.Fill(values)
	drafted := Contract{
		ID: uuid.New(), PublicCode: publiccode.New(), Status: Pending, Kind: kind, Title: texts.Truncate(content.Title(), maxTitle),
		UserCode: signer.UserCode, SignerName: signer.FullName(), SignerCPF: signer.AssociateCPF,
		EmailAccount:      texts.Optional(signer.ContactEmail()),
		TemplateVersionID: &version.ID, TemplateVersionNumber: &version.VersionNumber, Variables: values, ContentJSON: content.JSON(),
		ContentSHA256: content.SHA256(), SigningExpires: by.Now.Add(linkLifetime), LogoFileID: version.LogoFileID,
		CreatedByUserCode: by.OperatorCode(),
		Frame: Frame{VersionLine: templates.VersionLine(kind, version.VersionNumber, version.DateCreated.In(zone)),
			Signer: templates.SignerOf(kind, signer)},
		IsSample: signer.IsSample, DateCreated: by.Now, DateUpdated: by.Now,
	}
	if patient != nil {
		name, party := patient.FullName(), templates.PatientOf(*patient)
		drafted.PatientUserCode, drafted.PatientName, drafted.Frame.Patient = &patient.UserCode, &name, &party
	}
	drafted.newToken(c.Key)
	rendered, err := paper.Render(c.term(drafted, content, printing{association, now}))
	if err != nil {
		return draft{}, err
	}
	filled, err := c.Files.Place(ctx, by, drafted.document("Termo", rendered))
	return draft{drafted, filled}, err
}

// maxTitle is the maximum length of a title in characters.
const maxTitle = 200

// printing is what a document takes from the time at which it is printed; now is in the association's time zone.
type printing struct {
	association pdf.Association
	now         time.Time
}

// term returns the term of a contract without a signature.
func (c Contracts) term(contract Contract, content richtext.Content, printed printing) paper.Term {
	return paper.Term{
		Association: printed.association, Content: content, VersionLine: contract.Frame.VersionLine, Signer: contract.Frame.Signer,
		Patient: contract.Frame.Patient, Code: contract.Code(), VerifyURL: c.VerifyURL(contract), Now: printed.now,
	}
}

// VerifyURL returns the public address that shows whether a contract is valid.
func (c Contracts) VerifyURL(contract Contract) string {
	return c.address("/verificar/" + contract.Code())
}

// document returns a PDF of the contract to store.
func (c Contract) document(name string, content []byte) files.Document {
	return files.Document{Name: name + " " + c.Code() + ", " + c.SignerName + ".pdf", Kind: media.PDF, Content: content}
}
