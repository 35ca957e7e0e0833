package api

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/signing"
	"acolhe/models/templates/paper"
	"acolhe/web"
)

// signRoutes are the public routes of a link to sign.
func (a API) signRoutes() []web.Route {
	const link = docSignPath + "/sign/:token"
	return a.whileSigningIsOpen([]web.Route{
		web.GET(link, web.Public(), a.showSigning).RateLimit(signing.LinkLimit()).
			Doc("An unknown token is 404 TOKEN_INVALID. Expired, voided and completed contracts are answered with their state."),
		web.POST(link+"/view", web.Public(), a.viewSigning).RateLimit(signing.LinkLimit()).
			Doc("Recorded at most once a minute, with address, user agent and time as the server sees them."),
		web.POST(link+"/complete", web.Public(), a.completeSigning).RateLimit(signing.CompleteLimit()).MaxBody(signing.MaxCompleteBytes).
			Doc("The same signature sent again answers the first result."),
		web.Raw("GET", link+"/pdf/:document", web.Public(), a.downloadSigning).RateLimit(signing.LinkLimit()).Headers("Range", "If-None-Match").
			Files("application/pdf").Doc("document is filled, signed or audit."),
	})
}

// Signing is what the page of a link needs.
type Signing struct {
	ID uuid.UUID `json:"id"`
	// State is sent, viewed, expired, completed or voided; only the first two can be signed.
	State      signing.State `json:"state"`
	Kind       signing.Kind  `json:"kind"`
	Title      string        `json:"title"`
	Code       string        `json:"code"`
	SignerName string        `json:"signer_name"`
	// ContentJSON is the filled text, null for an expired or voided contract.
	ContentJSON json.RawMessage `json:"content_json"`
	// Methods are the ways to sign, ConsentText the sentence to agree to.
	Methods        []paper.Method `json:"methods"`
	ConsentText    string         `json:"consent_text"`
	SigningExpires time.Time      `json:"signing_expires"`
	CompletedAt    *time.Time     `json:"completed_at"`
	FilledPDFURL   *string        `json:"filled_pdf_url"`
	SignedPDFURL   *string        `json:"signed_pdf_url"`
	AuditPDFURL    *string        `json:"audit_pdf_url"`
}

func (a API) showSigning(r *web.Request, _ web.None) (Signing, error) {
	found, err := signing.FindByToken(r.Context(), a.DB, r.Param("token"))
	return a.signing(r, found), err
}

func (a API) viewSigning(r *web.Request, input signing.ViewInput) (Signing, error) {
	input.Token = r.Param("token")
	viewed, err := signing.View(r.Context(), a.DB, r.By, input)
	return a.signing(r, viewed), err
}

func (a API) completeSigning(r *web.Request, input signing.CompleteInput) (Signing, error) {
	input.Token = r.Param("token")
	completed, err := a.Contracts.Complete(r.Context(), r.By, input)
	return a.signing(r, completed), err
}

// signing returns the answer to the link of a contract.
func (a API) signing(r *web.Request, row signing.Contract) Signing {
	if row.PublicCode == "" {
		return Signing{}
	}
	shown := Signing{
		ID: row.ID, State: row.State(r.Now), Kind: row.Kind, Title: row.Title, Code: row.Code(), SignerName: row.SignerName,
		Methods: []paper.Method{paper.Draw, paper.Type}, ConsentText: signing.ConsentText, SigningExpires: row.SigningExpires,
		CompletedAt: row.CompletedAt,
	}
	pdf := func(document signing.Document) *string {
		address := a.BaseURL.JoinPath(docSignPath, "sign", r.Param("token"), "pdf", string(document)).String()
		return &address
	}
	switch shown.State {
	case signing.StateExpired, signing.StateVoided:
		return shown
	case signing.StateCompleted:
		shown.SignedPDFURL, shown.AuditPDFURL = pdf(signing.SignedPDF), pdf(signing.AuditPDF)
	}
	shown.ContentJSON, shown.FilledPDFURL = row.ContentJSON, pdf(signing.FilledPDF)
	return shown
}

func (a API) downloadSigning(r *web.Request) error {
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) {
		return a.Contracts.OpenByToken(ctx, r.By, r.Param("token"), signing.Document(r.Param("document")))
	})
}
