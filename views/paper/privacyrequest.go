package paper

import (
	"io"

	"acolhe/models/platform/pdf"
	"acolhe/models/privacy"
	"acolhe/models/types/fmtbr"
)

// PrivacyRequest is a request about data with all that was done: the proof that it was answered in time.
type PrivacyRequest struct {
	pdf.Head
	Request privacy.Request
	Events  []privacy.Event
	Files   []privacy.File
}

// Write writes the PDF.
func (p PrivacyRequest) Write(to io.Writer) error {
	zone := p.Now.Location()
	d := pdf.New("Pedido "+p.Request.Number(), p.Now)
	d.Begin(p.Head)
	d.Heading(p.Request.Kind.Label() + ": " + p.Request.Name)
	facts := "Pedido " + p.Request.Number() + ", " + p.Request.Channel.Label() + ". Recebido em " + p.Request.ReceivedOn.Shown() + ", responder até " +
		p.Request.DueOn.Shown() + "."
	if p.Request.Identity != "" {
		facts += " Identidade: " + p.Request.Identity + "."
	}
	d.Paragraph(facts)
	if p.Request.Text != "" {
		d.Heading("O que a pessoa escreveu")
		d.Paragraph(p.Request.Text)
	}
	d.Heading("O que foi feito")
	rows := make([][]string, len(p.Events))
	for i, done := range p.Events {
		rows[i] = []string{fmtbr.DateTime(done.DateCreated, zone), fmtbr.Join(": ", done.Action.Label(), done.Text), done.ActorName}
	}
	d.Table([]pdf.Column{{Label: "Quando", Width: 34, Align: "L"}, {Label: "O quê", Width: pdf.Width - 84, Align: "L"},
		{Label: "Quem", Width: 50, Align: "L"}}, rows)
	if len(p.Files) > 0 {
		d.Heading("Provas juntadas")
		rows := make([][]string, len(p.Files))
		for i, file := range p.Files {
			rows[i] = []string{fmtbr.DateTime(file.DateCreated, zone), file.FileName, file.AddedBy}
		}
		d.Table([]pdf.Column{{Label: "Quando", Width: 34, Align: "L"}, {Label: "Arquivo", Width: pdf.Width - 84, Align: "L"},
			{Label: "Quem", Width: 50, Align: "L"}}, rows)
	}
	if p.Request.Answer != "" {
		d.Heading("Resposta")
		d.Paragraph(p.Request.Answer)
		if p.Request.LegalReason != "" {
			d.Paragraph("Motivo legal: " + p.Request.LegalReason)
		}
	}
	d.End()
	return d.Write(to)
}
