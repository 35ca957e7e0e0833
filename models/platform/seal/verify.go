package seal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"

	"github.com/smallstep/pkcs7"
)

// Verification is the result of Verify, as fingerprints of certificates (SHA-256, in hexadecimal).
type Verification struct {
	// Actual is the certificate of a seal over all bytes of the file; empty if there is none, or bytes changed.
	Actual string
	// Expected is Actual if it is one of this program's certificates, else that of new seals.
	Expected string
}

// IsValid reports whether the file is as this program sealed it.
func (v Verification) IsValid() bool { return v.Actual != "" && v.Actual == v.Expected }

// Verify checks the seal of a PDF. Certificates that were replaced or have expired remain valid for the files that they
// sealed.
func (s Sealer) Verify(ctx context.Context, file []byte) (Verification, error) {
	var chains []string
	err := s.DB.WithContext(ctx).Model(&stored{}).Order("is_current desc, id desc").Pluck("chain_pem", &chains).Error
	if err != nil {
		return Verification{}, err
	}
	var known []string
	for _, text := range chains {
		chain, err := decodeChain(text)
		if err != nil {
			return Verification{}, err
		}
		known = append(known, fingerprint(chain[0]))
	}
	var found Verification
	if certificate, err := readSeal(file); err == nil {
		found.Actual = fingerprint(certificate)
	}
	if slices.Contains(known, found.Actual) {
		found.Expected = found.Actual
	} else if len(known) > 0 {
		found.Expected = known[0]
	}
	return found, nil
}

func fingerprint(certificate *x509.Certificate) string {
	sum := sha256.Sum256(certificate.Raw)
	return hex.EncodeToString(sum[:])
}

// sealedRange matches the range of bytes that a seal covers, as Seal writes it: all but the signature itself.
var sealedRange = regexp.MustCompile(`/ByteRange \[0 (\d{1,10}) (\d{1,10}) \d{1,10}\] *\n`)

// errBroken is returned for a file without a seal over all its bytes.
var errBroken = errors.New("seal: no seal over all bytes of the file")

// readSeal returns the certificate of the seal of a file, whose bytes are as they were sealed.
func readSeal(file []byte) (*x509.Certificate, error) {
	ranges := sealedRange.FindAllSubmatch(file, -1)
	if len(ranges) == 0 {
		return nil, errBroken
	}
	last := ranges[len(ranges)-1]
	begin, end := number(last[1]), number(last[2])
	if begin+2 > end || end > len(file) || file[begin] != '<' || file[end-1] != '>' {
		return nil, errBroken
	}
	raw, err := hex.DecodeString(string(file[begin+1 : end-1]))
	if err != nil {
		return nil, err
	}
	// The room for the signature ends with zeros.
	var signature asn1.RawValue
	if _, err := asn1.Unmarshal(raw, &signature); err != nil {
		return nil, err
	}
	data, err := pkcs7.Parse(signature.FullBytes)
	if err != nil {
		return nil, err
	}
	data.Content = bytes.Join([][]byte{file[:begin], file[end:]}, nil)
	if err := data.Verify(); err != nil {
		return nil, err
	}
	if signer := data.GetOnlySigner(); signer != nil {
		return signer, nil
	}
	return nil, errBroken
}
