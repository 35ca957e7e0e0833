package signing

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"acolhe/models/platform/seal"
	"acolhe/models/sessions"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// makeDocuments prints and seals the signed term and the record of its signature, and stores their bytes.
func (c Contracts) makeDocuments(ctx context.Context, by auth.Caller, found Contract, signature Signature) (made completion, err error) {
	made = completion{before: found, contract: found, signature: signature}
	association, zone, err := templates.ReadAssociation(ctx, c.Files, found.LogoFileID)
	if err != nil {
		return made, err
	}
	printed := printing{association, by.Now.In(zone)}
	if made.events, err = findEvents(ctx, c.DB, found.ID); err != nil {
		return made, err
	}
	earlier := len(made.events)
	made.events = append(made.events, made.contract.next(by, SubmissionStarted, signature.Timezone, signature.startDetails()))
	signed, err := c.printSigned(ctx, by, made, printed)
	if err != nil {
		return made, err
	}
	if made.signed, err = c.Files.Place(ctx, by, found.document("Termo assinado", signed)); err != nil {
		return made, err
	}
	made.events = append(made.events, made.contract.next(by, SubmissionCompleted, signature.Timezone, map[string]string{
		"content_sha256": found.ContentSHA256, "signed_pdf_sha256": made.signed.SHA256(), signatureDetail: signature.digest(),
	}))
	audit, err := c.printAudit(ctx, by, made, printed)
	if err != nil {
		return made, err
	}
	made.audit, err = c.Files.Place(ctx, by, found.document("Comprovante", audit))
	made.events = made.events[earlier:]
	return made, err
}

// startDetails returns the details of the event with which the signature begins.
func (s Signature) startDetails() map[string]string {
	details := map[string]string{"method": string(s.Method)}
	if s.identification != "" {
		details["identified_by"] = string(s.identification)
	}
	if s.strokes > 0 {
		details["strokes"] = strconv.Itoa(s.strokes)
	}
	return details
}

func (c Contracts) printSigned(ctx context.Context, by auth.Caller, made completion, printed printing) ([]byte, error) {
	var content richtext.Content
	if err := json.Unmarshal(made.contract.ContentJSON, &content); err != nil {
		return nil, err
	}
	term := c.term(made.contract, content, printed)
	signature := made.drawn(printed.now)
	term.Signature = &signature
	rendered, err := paper.Render(term)
	if err != nil {
		return nil, err
	}
	return c.sealer().Seal(ctx, by, rendered, "Termo assinado eletronicamente")
}

// drawn returns the signature as documents show it, at a time in the association's time zone.
func (m completion) drawn(at time.Time) paper.Signature {
	drawn := paper.Signature{Method: m.signature.Method, Name: m.contract.SignerName, Image: m.signature.SignatureImage,
		Strokes: m.signature.strokes, At: at}
	if m.signature.TypedName != nil {
		drawn.Name = *m.signature.TypedName
	}
	return drawn
}

func (c Contracts) printAudit(ctx context.Context, by auth.Caller, made completion, printed printing) ([]byte, error) {
	contract := made.contract
	audit := paper.Audit{
		Association: printed.association, Document: contract.Title + ". " + contract.Frame.VersionLine, ContractID: contract.ID.String(),
		Code: contract.Code(), VerifyURL: c.VerifyURL(contract), SignerName: contract.SignerName,
		SignerCPF: fmtbr.CPF(texts.Of(contract.SignerCPF)),
		Email:     texts.Of(contract.EmailAccount), Identification: made.signature.identification.Label(),
		PatientName: texts.Of(contract.PatientName), Signature: made.drawn(printed.now),
		Consent: made.signature.ConsentText, TimeZone: made.signature.Timezone, Now: printed.now,
		Hashes: []paper.AuditHash{
			{Label: "Termo assinado", SHA256: made.signed.SHA256()}, {Label: "Texto do termo", SHA256: contract.ContentSHA256},
			{Label: "Termo preenchido", SHA256: texts.Of(contract.FilledPDFSHA256)},
			{Label: "Histórico da assinatura, último elo da cadeia", SHA256: texts.Of(contract.EventsSHA256)},
		},
	}
	for _, event := range made.events {
		audit.Events = append(audit.Events, event.onPaper(printed.now.Location()))
	}
	rendered, err := paper.RenderAudit(audit)
	if err != nil {
		return nil, err
	}
	return c.sealer().Seal(ctx, by, rendered, "Comprovante da assinatura")
}

// onPaper returns the event as the proof shows it. The server sends the letter with the link.
func (e Event) onPaper(zone *time.Location) paper.AuditEvent {
	at, agent := e.OccurredAt.In(zone), texts.Of(e.UserAgent)
	if e.Kind == EmailSent {
		return paper.AuditEvent{Label: e.Kind.Label(), At: at, Device: "Servidor da associação"}
	}
	return paper.AuditEvent{Label: e.Kind.Label(), At: at, IP: texts.Of(e.IP), Device: sessions.DeviceOf(agent), UserAgent: agent}
}

func (c Contracts) sealer() seal.Sealer { return seal.Sealer{DB: c.DB, Key: c.Key} }
