package erasure

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"acolhe/models/types/publiccode"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/pix"
)

// certificatePurpose is that of the encryption.
const certificatePurpose = "erasures.certificate"

// certificate is what the PDF says.
type certificate struct {
	Erasure
	Association pdf.Association
	Zone        *time.Location
	Name        string
	Patients    int
	Parcels     int64
	// Address is that of the page that verifies it; empty without a public address.
	Address string
	// Article is the law by which the person may ask, as the association writes it today.
	Article string
}

// certify writes the certificate of an erasure that is about to be done, with the name of the person, and encrypts it.
func (d Desk) certify(ctx context.Context, tx *db.DB, row *Erasure, of person) error {
	association, zone, err := pdf.ReadAssociation(ctx, tx)
	if err != nil {
		return err
	}
	written := certificate{Erasure: *row, Association: association, Zone: zone, Name: of.FullName(), Patients: of.Patients,
		Article: d.texts.Of(personal.EraseLaw).Article}
	if err := tx.WithContext(ctx).Table("parcels").Where("order_id in @orders", of.Sets).Count(&written.Parcels).Error; err != nil {
		return err
	}
	if d.BaseURL != nil {
		written.Address = d.BaseURL.JoinPath("verificar").String()
	}
	content, err := written.write()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	hash := hex.EncodeToString(sum[:])
	row.CertificateEncrypted, row.CertificateSHA256, row.EncryptionKeyID = d.Key.Encrypt(content, certificatePurpose), &hash, d.Key.ID()
	return nil
}

// Certificate returns the PDF of the certificate of an erasure for an administrator, who confirms the second step: it names the
// person. It returns 404 NOT_FOUND before the erasure.
func (d Desk) Certificate(ctx context.Context, by auth.Caller, id int64) ([]byte, error) {
	row, err := d.Find(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if row.CertificateEncrypted == nil {
		return nil, errNotFound()
	}
	return d.Key.Decrypt(row.CertificateEncrypted, certificatePurpose)
}

// Public is what everybody may know of a certificate who has its code.
type Public struct {
	Number, Code string
	ErasedAt     time.Time
	SHA256       string
}

// FindPublic returns the certificate of a code, as typed; any other is 404 NOT_FOUND.
func FindPublic(ctx context.Context, tx *db.DB, code string) (Public, error) {
	query := tx.WithContext(ctx).Omit("certificate_encrypted").
		Where("public_code = ? and date_erased is not null and certificate_sha256 is not null", publiccode.Parse(code))
	found, err := db.First[Erasure](query, errs.NotFound("Este código não existe."))
	if err != nil {
		return Public{}, err
	}
	return Public{Number: found.Number(), Code: publiccode.Shown(found.PublicCode), ErasedAt: *found.DateErased,
		SHA256: *found.CertificateSHA256}, nil
}

// Measures of the certificate in millimetres.
const (
	qrSide  = 22.0
	signGap = 8.0
)

func (c certificate) write() ([]byte, error) {
	head := pdf.Head{Association: c.Association, IssuedBy: c.ProposedByName, Now: c.DateErased.In(c.Zone)}
	d := pdf.New("Certidão de eliminação de dados pessoais", *c.DateErased)
	d.Begin(head)
	d.Bold(16)
	d.Label(pdf.Margin, d.Y(), pdf.Width, "Certidão de eliminação de dados pessoais", "L")
	d.MoveTo(d.Y() + 9)
	d.Plain(pdf.Text)
	d.Paragraph(fmt.Sprintf("Nº %s · emitida em %s (horário da associação)", c.Number(), fmtbr.DateTime(*c.DateErased, c.Zone)))
	d.MoveTo(d.Y() + 3)
	d.Paragraph(c.opening())
	d.Heading("O que foi eliminado")
	d.Table([]pdf.Column{{Label: "Dados", Width: 130, Align: "L"}, {Label: "Quantos", Width: pdf.Width - 130, Align: "L"}}, c.removed())
	if kept := c.kept(); len(kept) > 0 {
		d.Heading("O que fica, por quê e até quando")
		d.Table([]pdf.Column{{Label: "Dados", Width: 66, Align: "L"}, {Label: "Motivo", Width: pdf.Width - 96, Align: "L"},
			{Label: "Até", Width: 30, Align: "L"}}, kept)
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

func (c certificate) opening() string {
	whose := "os dados pessoais dessa pessoa"
	if c.Patients > 0 {
		whose += " e de " + fmtbr.Plural(c.Patients, "paciente sob sua responsabilidade", "pacientes sob sua responsabilidade")
	}
	return fmt.Sprintf("Certificamos que, a pedido de %s, recebido em %s, %s foram eliminados de nossos sistemas, conforme %s. Identidade conferida: %s.",
		c.Name, c.ReceivedOn.Shown(), whose, c.Article, c.Identity)
}

func (c certificate) removed() (rows [][]string) {
	for _, line := range c.Report {
		switch line.Fate {
		case Removed:
			rows = append(rows, []string{line.Label, fmtbr.Plural(int(line.Count), "registro", "registros")})
		case Nameless, Mentions:
			rows = append(rows, []string{line.Label + " (ficam sem nome)", fmtbr.Plural(int(line.Count), "registro", "registros")})
		}
	}
	return rows
}

func (c certificate) kept() (rows [][]string) {
	for _, line := range c.Report {
		if line.Fate == Kept {
			rows = append(rows, []string{fmt.Sprintf("%s: %d", line.Label, line.Count), line.Article, shownDay(line.Until)})
		}
	}
	return rows
}

func (c certificate) shared() string {
	if c.Parcels == 0 {
		return "Programas ligados ao sistema foram avisados da eliminação."
	}
	return fmt.Sprintf("Transportadora (%s). Programas ligados ao sistema foram avisados da eliminação.",
		fmtbr.Plural(int(c.Parcels), "envio", "envios"))
}

// sign writes who erased and who confirmed, and the code that verifies the certificate.
func (c certificate) sign(d *pdf.Document) error {
	d.EnsureRoom(60)
	y, half := d.Y()+2*signGap, (pdf.Width-signGap)/2
	for i, who := range []struct {
		name, what string
		at         *time.Time
	}{{c.ProposedByName, "Propôs", &c.DateProposed}, {*c.ConfirmedByName, "Conferiu e confirmou", c.DateConfirmed}} {
		x := pdf.Margin + float64(i)*(half+signGap)
		d.Stroke(x, y, x+half, y, pdf.Color{})
		d.Plain(pdf.Text)
		d.Label(x, y+1, half, who.name, "L")
		d.Plain(pdf.Text - 2)
		d.Label(x, y+6, half, who.what+" · "+fmtbr.DateTime(*who.at, c.Zone), "L")
	}
	y += 2 * signGap
	text := pdf.Margin
	if c.Address != "" {
		squares, err := pix.QR(c.Address + "/" + c.PublicCode)
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
	d.Label(text, y+11, pdf.Width, publiccode.Shown(c.PublicCode), "L")
	return nil
}

// shownDay returns a stored day (2031-12-31) as people write it.
func shownDay(stored string) string {
	day, err := time.Parse(time.DateOnly, stored)
	if err != nil {
		return stored
	}
	return day.Format("02/01/2006")
}
