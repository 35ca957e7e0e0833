// Package certificates obtains and renews the certificates of the program's own names at an ACME server (RFC 8555) such as
// Let's Encrypt, and keeps them in a folder that only the program reads.
package certificates

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
)

// Store is where the certificates of some names are kept. The zero value is that of a program behind a proxy.
type Store struct {
	Folder string
	Names  []string
}

// Read returns the stored certificate of a name. It returns fs.ErrNotExist before the first one was issued.
func (s Store) Read(name string) (*x509.Certificate, error) {
	text, err := os.ReadFile(filepath.Join(s.Folder, name))
	if err != nil {
		return nil, err
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			return x509.ParseCertificate(block.Bytes)
		}
	}
	return nil, fmt.Errorf("%s has no certificate", name)
}
