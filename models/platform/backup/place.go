// Package backup writes copies of the database and of the contents of files to places, and reads them again. A copy is
// taken while the program works: the rows of one snapshot, table by table, and each content once under its hash. All that
// leaves the process is encrypted with age for the recipients. The package knows tables only by their names; which are kept
// and what a restored one needs is decided by package backups.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"acolhe/models/platform/outbound"
)

// ErrMissing is returned for an object that a place does not have.
var ErrMissing = errors.New("a cópia não tem este objeto")

// Place stores objects under names of lower-case words and slashes. An object is whole or missing after a failure.
type Place interface {
	// Put stores content of a size in bytes under a name.
	Put(ctx context.Context, name string, content *os.File, size int64) error
	// Open reads an object, or returns ErrMissing.
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Each calls take with every object whose name begins with the prefix, in no particular order.
	Each(ctx context.Context, prefix string, take func(Object) error) error
	// Remove removes an object; a missing one is no error.
	Remove(ctx context.Context, name string) error
	// Close ends the connection.
	Close() error
}

// Object is an entry of a place.
type Object struct {
	Name string
	// Size is in bytes.
	Size     int64
	Modified time.Time
}

// Kinds of places, the schemes of their addresses.
const (
	Folder = "file"
	SFTP   = "sftp"
	Bucket = "s3"
)

// Open opens the place of an address: a folder (file:///srv/copias), an SFTP server
// (sftp://user:password@host:22/folder?key=SHA256:…, with the fingerprint of its key), or a bucket
// (s3://access:secret@host/bucket/prefix?region=r, plain HTTP with insecure=true). Hosts are reached through the guard.
func Open(ctx context.Context, address string, guard outbound.Guard) (Place, error) {
	parsed, err := Parse(address)
	if err != nil {
		return nil, err
	}
	switch parsed.Scheme {
	case Folder:
		return openFolder(parsed.Path)
	case SFTP:
		return openSFTP(ctx, parsed, guard)
	}
	return openBucket(parsed, guard)
}

// Parse checks the form of an address. A path without a scheme is a folder. The error is a sentence without the address,
// which may hold a password.
func Parse(address string) (*url.URL, error) {
	if strings.HasPrefix(address, "/") {
		return &url.URL{Scheme: Folder, Path: address}, nil
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("o lugar da cópia não é um endereço")
	}
	password, hasPassword := parsed.User.Password()
	switch {
	case parsed.Scheme == Folder && parsed.Host == "" && strings.HasPrefix(parsed.Path, "/"):
		return parsed, nil
	case parsed.Scheme != SFTP && parsed.Scheme != Bucket:
		return nil, errors.New("o lugar da cópia deve ser uma pasta, sftp:// ou s3://")
	case parsed.Host == "" || parsed.User.Username() == "" || !hasPassword || password == "":
		return nil, fmt.Errorf("falta o servidor, o usuário ou a senha no endereço %s://", parsed.Scheme)
	case strings.Trim(parsed.Path, "/") == "":
		return nil, errors.New("falta a pasta ou o bucket no endereço do lugar")
	}
	return parsed, nil
}
