package erasure

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"acolhe/models/erasure/certificate"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/publiccode"
)

// certificatePurpose is that of the encryption.
const certificatePurpose = "erasures.certificate"

// certify writes the certificate of an erasure that is about to be done, with the name of the person, and encrypts it.
func (d Desk) certify(ctx context.Context, tx *db.DB, row *Erasure, of person) error {
	association, zone, err := pdf.ReadAssociation(ctx, tx)
	if err != nil {
		return err
	}
	written := certificate.Certificate{
		Number: row.Number(), Code: row.PublicCode, ErasedAt: *row.DateErased, Association: association, Zone: zone, Name: of.FullName(),
		Identity: row.Identity, ReceivedOn: row.ReceivedOn, Patients: of.Patients, Removed: removedRows(row.Report), Kept: keptRows(row.Report),
		Article: d.texts.Of(personal.EraseLaw).Article, Proposed: certificate.Act{By: row.ProposedByName, At: row.DateProposed},
		Confirmed: certificate.Act{By: *row.ConfirmedByName, At: *row.DateConfirmed},
	}
	if err := tx.WithContext(ctx).Table("parcels").Where("order_id in @orders", of.Sets).Count(&written.Parcels).Error; err != nil {
		return err
	}
	if d.BaseURL != nil {
		written.Address = d.BaseURL.JoinPath("verificar").String()
	}
	content, err := written.Write()
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

func removedRows(report []Line) (rows [][]string) {
	for _, line := range report {
		switch line.Fate {
		case Removed:
			rows = append(rows, []string{line.Label, fmtbr.Plural(int(line.Count), "registro", "registros")})
		case Nameless, Mentions:
			rows = append(rows, []string{line.Label + " (ficam sem nome)", fmtbr.Plural(int(line.Count), "registro", "registros")})
		}
	}
	return rows
}

func keptRows(report []Line) (rows [][]string) {
	for _, line := range report {
		if line.Fate == Kept {
			rows = append(rows, []string{fmt.Sprintf("%s: %d", line.Label, line.Count), line.Article, shownDay(line.Until)})
		}
	}
	return rows
}

// shownDay returns a stored day (2031-12-31) as people write it.
func shownDay(stored string) string {
	day, err := time.Parse(time.DateOnly, stored)
	if err != nil {
		return stored
	}
	return day.Format("02/01/2006")
}
