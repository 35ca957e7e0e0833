package api

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/platform/mail"
	"acolhe/models/signing"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/web"
)

const (
	docSignPath   = "/api/v1/doc-sign"
	contractsPath = docSignPath + "/contracts"
)

// contractRoutes are the routes of "Document signing" for staff and for the associate whose contract it is.
func (a API) contractRoutes() []web.Route {
	const one = contractsPath + "/:id"
	read := web.CanOrAssociate(access.DocSign, access.Read)
	write := web.CanOrAssociate(access.DocSign, access.Create)
	const creation = "A pending contract is returned with meta.reused, and its letter is not sent twice. Only staff may regenerate or replace a completed one."
	status := []web.Route{
		web.GET(docSignPath+"/status", web.Public(), a.showSigningStatus),
		web.GET("/api/v1/terms/status", web.Public(), a.showTermsStatus).Doc("Deprecated: use /doc-sign/status."),
	}
	return append(status, a.whileSigningIsOpen([]web.Route{
		web.POST(contractsPath, write, a.createContract).Quota(signing.SignerQuota()).Created().Doc(creation),
		web.POST("/api/v1/terms/contracts", write, a.createTerm).
			Quota(signing.SignerQuota()).Created().Doc("Deprecated: use /doc-sign/contracts. " + creation),
		web.GET(contractsPath, web.Can(access.DocSign, access.Read), a.listContracts).FromReplica(),
		web.GET(contractsPath+"/me", web.Associate(), a.showOwnContract).
			Doc("The pending contract, else the newest completed one, else the newest."),
		web.GET(contractsPath+"/by-user/:userCode", web.Can(access.DocSign, access.Read), a.listContractsOf).UUIDs("userCode").
			Doc("Newest first."),
		web.GET(one, read, a.showContract).UUIDs("id").Doc("The addresses of the PDFs need the same credentials."),
		web.POST(one+"/resend-email", web.CanOrAssociate(access.DocSign, access.Update), a.resendContract).Quota(signing.SignerQuota()).
			UUIDs("id").
			Doc("Extends the link by 30 days. Within a minute of the last letter none is sent."),
		web.POST(one+"/void", web.Can(access.DocSign, access.Update), a.voidContract).UUIDs("id"),
		web.GET(one+"/verify", read, a.verifyContract).UUIDs("id").Doc("A missing document is a failed check with an empty actual."),
		web.GET(one+"/audit", read, a.showAudit).UUIDs("id"),
		web.Raw("GET", one+"/pdf/:document", read, a.downloadContract).UUIDs("id").Headers("Range", "If-None-Match").Files("application/pdf").
			Doc("document is filled, signed or audit."),
	})...)
}

// whileSigningIsOpen makes the routes 503 TERMS_MODULE_IN_DEVELOPMENT while signing is switched off.
func (a API) whileSigningIsOpen(routes []web.Route) []web.Route {
	for i, route := range routes {
		routes[i] = route.Requires(func(r *web.Request) error { return signing.RequireEnabled(r.Context(), a.DB) })
	}
	return routes
}

// signingStatus reports whether contracts can be signed.
type signingStatus struct {
	Status string `json:"status"`
}

func (a API) showSigningStatus(r *web.Request, _ web.None) (signingStatus, error) {
	enabled, err := signing.IsEnabled(r.Context(), a.DB)
	if !enabled {
		return signingStatus{"module_in_development"}, err
	}
	return signingStatus{"ready"}, err
}

// showTermsStatus answers under the earlier name of the route.
func (a API) showTermsStatus(r *web.Request, none web.None) (signingStatus, error) {
	return a.showSigningStatus(r, none)
}

// Contract is a contract in answers.
type Contract struct {
	ID     uuid.UUID      `json:"id"`
	Status signing.Status `json:"status"`
	Kind   signing.Kind   `json:"kind"`
	Title  string         `json:"title"`
	// Code is the public code of /verificar.
	Code string `json:"code"`
	// SigningURL is null for a contract that cannot be signed.
	SigningURL   *string           `json:"signing_url"`
	FilledPDFURL string            `json:"filled_pdf_url"`
	SignedPDFURL *string           `json:"signed_pdf_url"`
	AuditPDFURL  *string           `json:"audit_pdf_url"`
	Variables    map[string]string `json:"variables"`

	UserCode              uuid.UUID  `json:"user_code"`
	EmailAccount          *string    `json:"email_account"`
	SignerName            string     `json:"signer_name"`
	PatientUserCode       *uuid.UUID `json:"patient_user_code"`
	PatientName           *string    `json:"patient_name"`
	TemplateVersionNumber *int       `json:"template_version_number"`
	ContentSHA256         string     `json:"content_sha256"`
	SigningExpires        time.Time  `json:"signing_expires"`
	ReplacesID            *uuid.UUID `json:"replaces_id"`
	EmailedAt             *time.Time `json:"emailed_at"`
	ViewedAt              *time.Time `json:"viewed_at"`
	CompletedAt           *time.Time `json:"completed_at"`
	VoidedAt              *time.Time `json:"voided_at"`
	VoidReason            *string    `json:"void_reason"`
	DateCreated           time.Time  `json:"date_created"`
}

func (a API) contract(r *web.Request, row signing.Contract) (Contract, error) {
	shown := Contract{
		ID: row.ID, Status: row.Status, Kind: row.Kind, Title: row.Title, Code: row.Code(), Variables: row.Variables,
		FilledPDFURL: a.contractPDF(row, signing.FilledPDF), UserCode: row.UserCode, EmailAccount: row.EmailAccount, SignerName: row.SignerName,
		PatientUserCode: row.PatientUserCode, PatientName: row.PatientName, TemplateVersionNumber: row.TemplateVersionNumber,
		ContentSHA256: row.ContentSHA256, SigningExpires: row.SigningExpires, ReplacesID: row.ReplacesID, EmailedAt: row.EmailedAt,
		ViewedAt: row.ViewedAt, CompletedAt: row.CompletedAt, VoidedAt: row.VoidedAt, VoidReason: row.VoidReason, DateCreated: row.DateCreated,
	}
	if row.Status == signing.Completed {
		signed, audit := a.contractPDF(row, signing.SignedPDF), a.contractPDF(row, signing.AuditPDF)
		shown.SignedPDFURL, shown.AuditPDFURL = &signed, &audit
	}
	link, err := a.Contracts.Link(r.By, row)
	if link != "" {
		shown.SigningURL = &link
	}
	return shown, err
}

func (a API) contracts(r *web.Request, rows []signing.Contract) ([]Contract, error) {
	shown := make([]Contract, len(rows))
	for i, row := range rows {
		var err error
		if shown[i], err = a.contract(r, row); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

// contractPDF returns the address of a document of a contract.
func (a API) contractPDF(row signing.Contract, document signing.Document) string {
	return a.BaseURL.JoinPath(contractsPath, row.ID.String(), "pdf", string(document)).String()
}

// contractMeta reports whether a contract was there already, and the delivery status of its letter, null if none was requested.
type contractMeta struct {
	Reused      bool         `json:"reused"`
	EmailStatus *mail.Status `json:"email_status"`
}

func (a API) createContract(r *web.Request, input signing.CreateInput) (web.WithMeta[Contract, contractMeta], error) {
	issued, err := a.Contracts.Create(r.Context(), r.By, input)
	if err != nil {
		return web.WithMeta[Contract, contractMeta]{}, err
	}
	shown, err := a.contract(r, issued.Contract)
	return web.WithMeta[Contract, contractMeta]{Data: shown, Meta: contractMeta{issued.Reused, statusOf(issued.EmailStatus)}}, err
}

// createTerm answers under the earlier name of the route.
func (a API) createTerm(r *web.Request, input signing.CreateInput) (web.WithMeta[Contract, contractMeta], error) {
	return a.createContract(r, input)
}

func statusOf(status mail.Status) *mail.Status {
	if status == "" {
		return nil
	}
	return &status
}

func (a API) listContracts(r *web.Request, input signing.ListInput) (web.List[Contract], error) {
	found, err := signing.List(r.Context(), a.DB, r.By, input)
	if err != nil {
		return web.List[Contract]{}, err
	}
	for _, one := range found.Items {
		r.ShowsRecords("contracts", one.ID.String())
	}
	shown, err := a.contracts(r, found.Items)
	return web.ListOf(page.Of[Contract]{Items: shown, Meta: found.Meta}), err
}

func (a API) listContractsOf(r *web.Request, _ web.None) ([]Contract, error) {
	code, err := r.ParamUUID("userCode")
	if err != nil {
		return nil, err
	}
	found, err := signing.ForAssociate(r.Context(), a.DB, r.By, code)
	if err != nil {
		return nil, err
	}
	return a.contracts(r, found)
}

func (a API) showOwnContract(r *web.Request, _ web.None) (Contract, error) {
	found, err := signing.FindMine(r.Context(), a.DB, r.By)
	if err != nil {
		return Contract{}, err
	}
	return a.contract(r, found)
}

func (a API) showContract(r *web.Request, _ web.None) (Contract, error) {
	id, err := r.ParamUUID("id")
	if err != nil {
		return Contract{}, err
	}
	found, err := signing.FindFor(r.Context(), a.DB, r.By, id)
	if err != nil {
		return Contract{}, err
	}
	return a.contract(r, found)
}

func (a API) resendContract(r *web.Request, _ web.None) (web.WithMeta[Contract, contractMeta], error) {
	id, err := r.ParamUUID("id")
	if err != nil {
		return web.WithMeta[Contract, contractMeta]{}, err
	}
	sent, err := a.Contracts.Resend(r.Context(), r.By, id)
	if err != nil {
		return web.WithMeta[Contract, contractMeta]{}, err
	}
	shown, err := a.contract(r, sent.Contract)
	return web.WithMeta[Contract, contractMeta]{Data: shown, Meta: contractMeta{true, statusOf(sent.EmailStatus)}}, err
}

func (a API) voidContract(r *web.Request, input signing.VoidInput) (_ Contract, err error) {
	if input.ID, err = r.ParamUUID("id"); err != nil {
		return Contract{}, err
	}
	voided, err := signing.Void(r.Context(), a.DB, r.By, input)
	if err != nil {
		return Contract{}, err
	}
	return a.contract(r, voided)
}

func (a API) verifyContract(r *web.Request, _ web.None) (signing.Verification, error) {
	id, err := r.ParamUUID("id")
	if err != nil {
		return signing.Verification{}, err
	}
	return a.Contracts.Verify(r.Context(), r.By, id)
}

// Audit is the record of a contract in answers.
type Audit struct {
	Contract Contract `json:"contract"`
	// Signature is null before the signature.
	Signature *signing.Signature `json:"signature"`
	Events    []signing.Event    `json:"events"`
	// EventsSHA256 is the hash of the last event, with those before it.
	EventsSHA256 *string `json:"events_sha256"`
	AuditPDFURL  *string `json:"audit_pdf_url"`
}

func (a API) showAudit(r *web.Request, _ web.None) (Audit, error) {
	id, err := r.ParamUUID("id")
	if err != nil {
		return Audit{}, err
	}
	found, err := signing.FindAudit(r.Context(), a.DB, r.By, id)
	if err != nil {
		return Audit{}, err
	}
	shown, err := a.contract(r, found.Contract)
	return Audit{shown, found.Signature, found.Events, found.Contract.EventsSHA256, shown.AuditPDFURL}, err
}

func (a API) downloadContract(r *web.Request) error {
	id, err := r.ParamUUID("id")
	if err != nil {
		return err
	}
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) {
		return a.Contracts.Open(ctx, r.By, id, signing.Document(r.Param("document")))
	})
}
