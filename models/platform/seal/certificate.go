// Package seal seals PDFs of the association with a digital signature over their bytes (integrations.md 6.2), which
// readers of PDF, pdfsig and openssl check. It keeps the certificate: an own one, made on first use, or one that the
// association loads. An own certificate proves that a file is unchanged, not who the association is.
package seal

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Sealer seals PDFs.
type Sealer struct {
	DB  *db.DB
	Key encryption.Key
}

// Certificate describes the certificate of new seals.
type Certificate struct {
	Subject string `json:"subject"`
	Issuer  string `json:"issuer"`
	// Fingerprint is the SHA-256 of the certificate, in hexadecimal.
	Fingerprint string `json:"fingerprint"`
	// IsOwn is true for a certificate of the program, false for a loaded one.
	IsOwn       bool      `json:"is_own"`
	DateStarts  time.Time `json:"date_starts"`
	DateExpires time.Time `json:"date_expires"`
	// PEM is the certificate without its private key.
	PEM string `json:"pem"`
}

// stored is a row of seal_certificates.
type stored struct {
	ID                  int64 `gorm:"primaryKey"`
	ChainPEM            string
	PrivateKeyEncrypted []byte
	EncryptionKeyID     string
	IsOwn               bool
	IsCurrent           bool
	DateExpires         time.Time
	CreatedBy           *uuid.UUID
	DateCreated         time.Time
}

// TableName returns the name of the table.
func (stored) TableName() string { return "seal_certificates" }

// purpose binds an encrypted key to its column.
const purpose = "seal_certificates.private_key"

// identity is a certificate with its private key.
type identity struct {
	certificate *x509.Certificate
	issuers     []*x509.Certificate
	key         crypto.Signer
	isOwn       bool
}

// Certificate returns the certificate of new seals, and makes one if there is none or the last has expired.
func (s Sealer) Certificate(ctx context.Context, by auth.Caller) (Certificate, error) {
	current, err := s.identity(ctx, by)
	if err != nil {
		return Certificate{}, err
	}
	return current.describe(), nil
}

func (i identity) describe() Certificate {
	return Certificate{
		Subject: i.certificate.Subject.CommonName, Issuer: i.certificate.Issuer.CommonName, Fingerprint: fingerprint(i.certificate),
		IsOwn:      i.isOwn,
		DateStarts: i.certificate.NotBefore, DateExpires: i.certificate.NotAfter, PEM: encodeChain([]*x509.Certificate{i.certificate}),
	}
}

// identity returns the current certificate that has not expired. An own certificate in an earlier name of the association is
// replaced; what it has sealed is checked with it still. Two instances that make one at the same time use the same.
func (s Sealer) identity(ctx context.Context, by auth.Caller) (identity, error) {
	name, err := settings.Get(ctx, s.DB, settings.AssociationName)
	if err != nil {
		return identity{}, err
	}
	row, err := s.current(ctx, by.Now)
	if err == nil {
		found, err := s.open(row, nil)
		if err != nil || !found.isOwn || found.certificate.Subject.CommonName == commonName(name) {
			return found, err
		}
	} else if !errors.Is(err, errNone) {
		return identity{}, err
	}
	made, err := newIdentity(name, by.Now)
	if err != nil {
		return identity{}, err
	}
	if err := s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		_, err := s.store(tx, by, made, row.ID)
		return err
	}); err != nil {
		return identity{}, err
	}
	return s.open(s.current(ctx, by.Now))
}

// commonName is the name of the association in a certificate; X.509 limits it to 64 characters.
func commonName(association string) string { return texts.Truncate(association, 64) }

// errNone is returned if there is no certificate that has not expired.
var errNone = errors.New("no certificate")

func (s Sealer) current(ctx context.Context, now time.Time) (stored, error) {
	return db.First[stored](s.DB.WithContext(ctx).Where("is_current and date_expires > ?", now), errNone)
}

func (s Sealer) open(row stored, err error) (identity, error) {
	if err != nil {
		return identity{}, err
	}
	raw, err := s.Key.Decrypt(row.PrivateKeyEncrypted, purpose)
	if err != nil {
		return identity{}, err
	}
	chain, err := decodeChain(row.ChainPEM)
	if err != nil {
		return identity{}, err
	}
	key, err := x509.ParsePKCS8PrivateKey(raw)
	if err != nil {
		return identity{}, err
	}
	signer, isSigner := key.(crypto.Signer)
	if !isSigner {
		return identity{}, errors.New("the key cannot sign")
	}
	return identity{chain[0], chain[1:], signer, row.IsOwn}, nil
}

// store makes a certificate the current one in place of an outdated one, whose id is 0 for none, unless there is another that has
// not expired. It reports whether it did.
func (s Sealer) store(tx *db.DB, by auth.Caller, made identity, outdated int64) (isStored bool, err error) {
	raw, err := x509.MarshalPKCS8PrivateKey(made.key)
	if err != nil {
		return false, err
	}
	expired := tx.Model(&stored{}).Where("is_current and (date_expires <= ? or id = ?)", by.Now, outdated)
	if err := expired.UpdateColumn("is_current", false).Error; err != nil {
		return false, err
	}
	created := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&stored{
		ChainPEM: encodeChain(append([]*x509.Certificate{made.certificate}, made.issuers...)), PrivateKeyEncrypted: s.Key.Encrypt(raw, purpose),
		EncryptionKeyID: s.Key.ID(), IsOwn: made.isOwn, IsCurrent: true, DateExpires: made.certificate.NotAfter,
		CreatedBy: by.OperatorCode(), DateCreated: by.Now,
	})
	return created.RowsAffected > 0, created.Error
}

// ownYears is how long an own certificate is valid.
const ownYears = 10

// newIdentity makes an own certificate with the association's name.
func newIdentity(name string, now time.Time) (identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return identity{}, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return identity{}, err
	}
	subject := pkix.Name{CommonName: commonName(name), Organization: []string{commonName(name)}, Country: []string{"BR"}}
	shape := &x509.Certificate{
		SerialNumber: serial, Subject: subject, NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(ownYears, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, shape, shape, &key.PublicKey, key)
	if err != nil {
		return identity{}, err
	}
	certificate, err := x509.ParseCertificate(raw)
	return identity{certificate: certificate, key: key, isOwn: true}, err
}

func encodeChain(chain []*x509.Certificate) string {
	var text bytes.Buffer
	for _, certificate := range chain {
		_ = pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw}) // a buffer takes all bytes
	}
	return text.String()
}

func decodeChain(text string) ([]*x509.Certificate, error) {
	var chain []*x509.Certificate
	for block, rest := pem.Decode([]byte(text)); block != nil; block, rest = pem.Decode(rest) {
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		chain = append(chain, certificate)
	}
	if len(chain) == 0 {
		return nil, errNone
	}
	return chain, nil
}

// RotateKey encrypts the private keys with the new key and returns their number; it skips those that already are. It
// returns encryption.ErrDecrypt for one that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	outdated := tx.WithContext(ctx).Where("encryption_key_id <> ?", change.New.ID())
	return db.UpdateEach(outdated, []string{"private_key_encrypted", "encryption_key_id"}, func(row *stored) (err error) {
		row.EncryptionKeyID = change.New.ID()
		row.PrivateKeyEncrypted, err = change.Reencrypt(row.PrivateKeyEncrypted, purpose)
		return err
	})
}
