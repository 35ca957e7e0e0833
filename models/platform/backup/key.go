package backup

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
)

// serverKey is the file below the data directory with the key that opens the copies of this server.
const serverKey = "chave-das-copias.txt"

// ErrOtherKey is returned for a copy that the key does not open.
var ErrOtherKey = errors.New("esta chave não abre a cópia: use a chave de papel ou a do servidor que a fez")

// ServerKey returns the key of the server, which it creates on the first call. It is readable only by its owner.
func ServerKey(dataDir string) (*age.X25519Identity, error) {
	path := ServerKeyPath(dataDir)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return createServerKey(path)
	}
	if err != nil {
		return nil, err
	}
	return ParseKey(string(text))
}

// ServerKeyPath returns the file of the server's key below a data directory.
func ServerKeyPath(dataDir string) string { return filepath.Join(dataDir, serverKey) }

// createServerKey keeps the key of another process that creates one at the same time.
func createServerKey(path string) (*age.X25519Identity, error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return ServerKey(filepath.Dir(path))
	}
	if err != nil {
		return nil, err
	}
	_, err = file.WriteString(identity.String() + "\n")
	return identity, errors.Join(err, file.Sync(), file.Close())
}

// ParseKey reads a key as it was printed: spaces, line breaks and lower case do not matter.
func ParseKey(text string) (*age.X25519Identity, error) {
	identity, err := age.ParseX25519Identity(strings.ToUpper(strings.Join(strings.Fields(text), "")))
	if err != nil {
		return nil, errors.New("isto não é uma chave de cópias: ela começa com AGE-SECRET-KEY-1")
	}
	return identity, nil
}

// decrypt reads an encrypted object.
func decrypt(content io.Reader, key age.Identity) (io.Reader, error) {
	plain, err := age.Decrypt(content, key)
	var unopened *age.NoIdentityMatchError
	if errors.As(err, &unopened) {
		return nil, ErrOtherKey
	}
	if err != nil {
		return nil, damaged(err)
	}
	return plain, nil
}

// damaged returns the error of content that was cut or changed.
func damaged(err error) error {
	return errors.Join(ErrDamaged, err)
}

// ErrDamaged is returned for an object that was cut or changed after it was written.
var ErrDamaged = errors.New("a cópia está danificada: use outra, ou a de outro lugar")
