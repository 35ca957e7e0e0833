package paper

import (
	"cmp"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/templates/richtext"
)

// RenderAudit returns the PDF of the record of a signature, or 500 PDF_RENDER_FAILED. The full user agents are on its
// last page.
func RenderAudit(audit Audit) (file []byte, err error) {
	defer func() {
		if err != nil {
			file, err = nil, renderFailed(err)
		}
	}()
	defer pdf.Recover(&err)
	lines, qr, err := verification(audit.Code, audit.VerifyURL)
	if err != nil {
		return nil, err
	}
	lines = append(signedLines("Comprovante da assinatura de ", audit.SignerName, audit.Signature.At), lines...)
	p := paper{Document: pdf.New("Comprovante de assinatura", audit.Now)}
	p.Begin(letterhead{association: audit.Association, foot: lines, qr: qr})
	p.title("Comprovante de assinatura", "Anexo do termo "+audit.Code+".")
	p.summary(audit)
	if err := p.signatureFrame(audit.Signature, 28.6, []pdf.Fact{
		{Label: "Forma", Value: audit.Signature.described()}, {Label: "Consentimento", Value: "“" + audit.Consent + "”"},
	}); err != nil {
		return nil, err
	}
	p.history(audit.Events, audit.Signature.At)
	p.hashes(audit.Hashes)
	p.validity()
	p.userAgents(audit.Events, audit.Signature.At.Location())
	return p.end()
}

// summary draws the frame with the document and its signer.
func (p paper) summary(audit Audit) {
	signer := audit.SignerName
	if audit.SignerCPF != "" {
		signer += ", CPF " + audit.SignerCPF
	}
	at := audit.Signature.At
	zone := audit.TimeZone
	if zone == "" {
		zone = at.Location().String()
	}
	var known []pdf.Fact
	for _, fact := range []pdf.Fact{
		{Label: "Documento", Value: audit.Document}, {Label: "Quem assinou", Value: signer}, {Label: "E-mail", Value: audit.Email},
		{Label: "Identificação", Value: audit.Identification},
		{Label: "Paciente", Value: audit.PatientName},
		{Label: "Situação", Value: "Assinado em " + at.Format("02/01/2006, 15:04:05") + " (" + zone + ", " + offset(at) + ")"},
	} {
		if fact.Value != "" {
			known = append(known, fact)
		}
	}
	y := p.Y()
	end := p.facts(known, left, y, textWidth)
	p.Frame(left, y, textWidth, end-y, pdf.Border)
	p.MoveTo(end + 4.2)
}

func (p paper) section(words string) {
	p.heading(richtext.Node{Type: richtext.Heading, Level: 2, Children: []richtext.Node{{Type: richtext.Text, Text: words}}})
}

// historyColumns are the columns of the history with their widths.
var historyColumns = []float64{46.6, 48.4, 32, 47}

func (p paper) history(events []AuditEvent, at time.Time) {
	p.MoveTo(p.Y() + 1)
	p.section("Histórico da assinatura")
	p.historyRow(label, "Evento", "Data e hora ("+offset(at)+")", "IP", "Aparelho")
	p.Stroke(left, p.Y(), left+textWidth, p.Y(), pdf.Ink)
	for _, event := range events {
		p.historyRow(regular, event.Label, event.At.In(at.Location()).Format("02/01/2006 15:04:05"), cmp.Or(event.IP, "–"), cmp.Or(event.Device, "–"))
		p.Stroke(left, p.Y(), left+textWidth, p.Y(), pdf.Light)
	}
}

// historyRow draws cells, on one page, and moves below them.
func (p paper) historyRow(style pdf.Style, cells ...string) {
	const padding = 1.45
	flow := pdf.Flow{Size: 8.5, Leading: 4.2}
	highest := flow.Leading
	for i, cell := range cells {
		flow.Width = historyColumns[i] - 2
		highest = max(highest, p.Height(flow, pdf.Run{Text: cell, Style: style}))
	}
	p.EnsureRoom(highest + 2*padding)
	y, x := p.Y(), left
	for i, cell := range cells {
		flow.X, flow.Width = x, historyColumns[i]-2
		p.Place(flow, y+padding, pdf.Run{Text: cell, Style: style})
		x += historyColumns[i]
	}
	p.MoveTo(y + highest + 2*padding)
}

func (p paper) hashes(hashes []AuditHash) {
	if len(hashes) == 0 {
		return
	}
	p.section("Códigos de integridade (SHA-256)")
	for _, hash := range hashes {
		p.EnsureRoom(11)
		p.MoveTo(p.Y() + 0.8)
		p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 8, Leading: 4.2}, pdf.Run{Text: hash.Label, Style: label})
		p.MoveTo(p.Y() + 0.6)
		p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 8, Leading: 4.2}, pdf.Run{Text: hash.SHA256, Style: code})
	}
}

func (p paper) validity() {
	p.section("Validade")
	p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 8.7, Leading: 4.6},
		pdf.Run{Style: regular, Text: "Os dois arquivos têm o selo digital da associação. " +
			"Assinatura eletrônica aceita pelas partes, nos termos do art. 10, § 2º, da MP nº 2.200-2/2001. Qualquer mudança no arquivo " +
			"altera os códigos acima e aparece na conferência."})
}

// userAgents draws the page with the full user agents of the events.
func (p paper) userAgents(events []AuditEvent, zone *time.Location) {
	p.AddPage()
	p.section("Identificação completa dos aparelhos")
	for _, event := range events {
		agent := event.UserAgent
		if agent == "" {
			agent = "Servidor da associação"
		}
		p.EnsureRoom(11)
		p.MoveTo(p.Y() + 1.2)
		p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 8, Leading: 4.2},
			pdf.Run{Text: event.Label + ", " + event.At.In(zone).Format("02/01/2006 15:04:05"), Style: label})
		p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 8.5, Leading: 4.4}, pdf.Run{Text: agent, Style: regular})
	}
}
