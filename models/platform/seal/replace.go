package seal

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"encoding/base64"
	"errors"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// maxPKCS12 is the size of a file with a certificate, its issuers and a key.
const maxPKCS12 = 64 << 10

// ReplaceInput is the body of PUT /admin/seal: a .p12 or .pfx file with a certificate and its private key, in base64.
type ReplaceInput struct {
	PKCS12   string `json:"pkcs12" form:"pkcs12"`
	Password string `json:"password" form:"password"`
}

// Required names the members that must be sent.
func (ReplaceInput) Required() []string { return []string{"pkcs12"} }

// Replace seals new files with a certificate of the association, such as one of ICP-Brasil. Sealed files stay as they
// are. It returns 400 VALIDATION_ERROR for a file that is no PKCS#12, a wrong password, an expired certificate, or a key
// that cannot seal.
func (s Sealer) Replace(ctx context.Context, by auth.Caller, input ReplaceInput) (Certificate, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Certificate{}, err
	}
	loaded, err := input.identity(by.Now)
	if err != nil {
		return Certificate{}, err
	}
	err = s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Model(&stored{}).Where("is_current").UpdateColumn("is_current", false).Error; err != nil {
			return err
		}
		isStored, err := s.store(tx, by, loaded, 0)
		if err != nil {
			return err
		}
		if !isStored {
			return errs.Conflict(errs.CodeConflict, "Outra pessoa trocou o certificado agora há pouco. Confira e tente de novo.")
		}
		event := security.Event{Kind: security.SealReplaced, Subject: loaded.certificate.Subject.CommonName}
		return security.Record(ctx, tx, by, event)
	})
	return loaded.describe(), err
}

func (in ReplaceInput) identity(now time.Time) (identity, error) {
	file, err := base64.StdEncoding.DecodeString(in.PKCS12)
	if err != nil || len(file) == 0 || len(file) > maxPKCS12 {
		return identity{}, errs.Invalid("pkcs12", "envie um arquivo .p12 ou .pfx de até 64 KB, em base64")
	}
	key, certificate, issuers, err := pkcs12.DecodeChain(file, in.Password)
	if errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return identity{}, errs.Invalid("password", "não abre este arquivo")
	}
	if err != nil {
		return identity{}, errs.Invalid("pkcs12", "não é um certificado com sua chave: envie um arquivo .p12 ou .pfx")
	}
	if now.After(certificate.NotAfter) || now.Before(certificate.NotBefore) {
		return identity{}, errs.Invalid("pkcs12", "o certificado está fora da validade")
	}
	signer, canSeal := key.(crypto.Signer)
	if canSeal {
		canSeal = isSupported(key)
	}
	if !canSeal {
		return identity{}, errs.Invalid("pkcs12", "a chave deve ser RSA de 2048 bits ou mais, ou ECDSA")
	}
	return identity{certificate: certificate, issuers: issuers, key: signer}, nil
}

// isSupported reports whether a seal can be made with a key.
func isSupported(key any) bool {
	switch key := key.(type) {
	case *rsa.PrivateKey:
		return key.N.BitLen() >= 2048
	case *ecdsa.PrivateKey:
		return true
	}
	return false
}
