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
