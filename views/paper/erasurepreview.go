package paper

import (
	"io"

	"acolhe/models/platform/pdf"
)

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
