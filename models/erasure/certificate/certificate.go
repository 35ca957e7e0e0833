// Package certificate writes the certificate of an erasure: what was erased, what a law keeps, and who did it.
package certificate

import (
	"bytes"
	"fmt"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/pix"
	"acolhe/models/types/publiccode"
)

// Certificate is what the PDF says.
type Certificate struct {
	Number string
	// Code is the public code, which verifies the certificate at Address; that is empty without a public address.
	Code, Address string
	ErasedAt      time.Time
	Association   pdf.Association
	Zone          *time.Location
	// Name is that of the erased person, Identity how it was checked, ReceivedOn when the request came.
	Name, Identity string
	ReceivedOn     civil.Date
	Patients       int
	Parcels        int64
	// Removed are the rows of what was erased: data and how many. Kept are those of what a law keeps: data, law and last day.
	Removed, Kept [][]string
	// Article is the law by which the person may ask, as the association writes it today.
	Article             string
	Proposed, Confirmed Act
}

// Act is what a person of the staff did.
type Act struct {
	By string
	At time.Time
}

// Measures of the certificate in millimetres.
const (
	qrSide  = 22.0
	signGap = 8.0
)

// Write returns the certificate as a PDF.
func (c Certificate) Write() ([]byte, error) {
	head := pdf.Head{Association: c.Association, IssuedBy: c.Proposed.By, Now: c.ErasedAt.In(c.Zone)}
	d := pdf.New("Certidão de eliminação de dados pessoais", c.ErasedAt)
	d.Begin(head)
	d.Bold(16)
	d.Label(pdf.Margin, d.Y(), pdf.Width, "Certidão de eliminação de dados pessoais", "L")
	d.MoveTo(d.Y() + 9)
	d.Plain(pdf.Text)
	d.Paragraph(fmt.Sprintf("Nº %s · emitida em %s (horário da associação)", c.Number, fmtbr.DateTime(c.ErasedAt, c.Zone)))
	d.MoveTo(d.Y() + 3)
	d.Paragraph(c.opening())
	d.Heading("O que foi eliminado")
	d.Table([]pdf.Column{{Label: "Dados", Width: 130, Align: "L"}, {Label: "Quantos", Width: pdf.Width - 130, Align: "L"}}, c.Removed)
	if len(c.Kept) > 0 {
		d.Heading("O que fica, por quê e até quando")
		d.Table([]pdf.Column{{Label: "Dados", Width: 66, Align: "L"}, {Label: "Motivo", Width: pdf.Width - 96, Align: "L"},
			{Label: "Até", Width: 30, Align: "L"}}, c.Kept)
	}
	d.Heading("Com quem os dados foram compartilhados")
	d.Paragraph(c.shared())
	d.Paragraph("Cópias de segurança não são alteradas. Se uma for restaurada, a eliminação é refeita antes que alguém possa entrar.")
	if err := c.sign(d); err != nil {
		return nil, err
	}
	d.End()
	var written bytes.Buffer
	err := d.Write(&written)
	return written.Bytes(), err
}

func (c Certificate) opening() string {
	whose := "os dados pessoais dessa pessoa"
	if c.Patients > 0 {
		whose += " e de " + fmtbr.Plural(c.Patients, "paciente sob sua responsabilidade", "pacientes sob sua responsabilidade")
	}
	return fmt.Sprintf("Certificamos que, a pedido de %s, recebido em %s, %s foram eliminados de nossos sistemas, conforme %s. Identidade conferida: %s.",
		c.Name, c.ReceivedOn.Shown(), whose, c.Article, c.Identity)
}

func (c Certificate) shared() string {
	if c.Parcels == 0 {
		return "Programas ligados ao sistema foram avisados da eliminação."
	}
	return fmt.Sprintf("Transportadora (%s). Programas ligados ao sistema foram avisados da eliminação.",
		fmtbr.Plural(int(c.Parcels), "envio", "envios"))
}

// sign writes who erased and who confirmed, and the code that verifies the certificate.
func (c Certificate) sign(d *pdf.Document) error {
	d.EnsureRoom(60)
	y, half := d.Y()+2*signGap, (pdf.Width-signGap)/2
	for i, act := range []struct {
		Act
		what string
	}{{c.Proposed, "Propôs"}, {c.Confirmed, "Conferiu e confirmou"}} {
		x := pdf.Margin + float64(i)*(half+signGap)
		d.Stroke(x, y, x+half, y, pdf.Color{})
		d.Plain(pdf.Text)
		d.Label(x, y+1, half, act.By, "L")
		d.Plain(pdf.Text - 2)
		d.Label(x, y+6, half, act.what+" · "+fmtbr.DateTime(act.At, c.Zone), "L")
	}
	y += 2 * signGap
	text := pdf.Margin
	if c.Address != "" {
		squares, err := pix.QR(c.Address + "/" + c.Code)
		if err != nil {
			return err
		}
		d.DrawQR(squares, pdf.Margin, y, qrSide)
		text += qrSide + 4
	}
	where := "Código de conferência"
	if c.Address != "" {
		where = "Confira em " + c.Address
	}
	d.Plain(pdf.Text - 1)
	d.Label(text, y+6, pdf.Width, where, "L")
	d.Bold(pdf.Text)
	d.Label(text, y+11, pdf.Width, publiccode.Shown(c.Code), "L")
	return nil
}
