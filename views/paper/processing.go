package paper

import (
	"io"
	"time"

	"acolhe/models/platform/pdf"
)

// ProcessingRegister is the register of processing of personal data (LGPD, article 37).
type ProcessingRegister struct {
	pdf.Head
	// Rows are those of the page: data, purpose, legal ground, readers, time, end.
	Rows [][]string
}

// Write writes the PDF.
func (r ProcessingRegister) Write(to io.Writer, now time.Time) error {
	document := pdf.New("Registro de tratamento", now)
	document.Begin(r.Head)
	document.Paragraph("Registro das operações de tratamento de dados pessoais (Lei 13.709/2018, art. 37), gerado pelo sistema a partir do que cada área declara.")
	document.MoveTo(document.Y() + 2)
	document.Table([]pdf.Column{
		{Label: "Dado", Width: 44, Align: "L"}, {Label: "Para quê", Width: 36, Align: "L"}, {Label: "Base legal", Width: 32, Align: "L"},
		{Label: "Quem lê", Width: 26, Align: "L"}, {Label: "Tempo", Width: 24, Align: "L"}, {Label: "No fim", Width: 20, Align: "L"},
	}, r.Rows)
	document.End()
	return document.Write(to)
}

// ErasurePreview is what an erasure would do to a person's data, before anything is erased.
type ErasurePreview struct {
	pdf.Head
	// Text says whose data, and as of when.
	Text   string
	Groups []ErasureGroup
	// Unreached is what the erasure does not reach, one sentence each.
	Unreached []string
}

// ErasureGroup is the data that meet one end, as rows of data, number, end and reason.
type ErasureGroup struct {
	Title string
	Rows  [][]string
}

// Write writes the PDF.
func (e ErasurePreview) Write(to io.Writer) error {
	d := pdf.New(e.Title, e.Now)
	d.Begin(e.Head)
	d.Paragraph(e.Text)
	for _, group := range e.Groups {
		d.Heading(group.Title)
		d.Table([]pdf.Column{{Label: "O que", Width: 58, Align: "L"}, {Label: "Quantos", Width: 18, Align: "R"},
			{Label: "O que acontece", Width: 34, Align: "L"}, {Label: "Por quê", Width: pdf.Width - 110, Align: "L"}}, group.Rows)
	}
	d.Heading("Não alcançamos")
	for _, sentence := range e.Unreached {
		d.Paragraph(sentence)
	}
	d.End()
	return d.Write(to)
}
