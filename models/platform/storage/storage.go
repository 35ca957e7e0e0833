// Package storage stores the bytes of files: on the disk of the server, or in an S3 bucket. It knows only keys and
// bytes; package files owns the rows. A stored blob never changes.
package storage

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"

	"acolhe/models/types/errs"
)

// Driver is the place of a blob.
type Driver string

// The drivers of the specification ("Files").
const (
	Local Driver = "local"
	S3    Driver = "s3"
)

// Values lists the drivers.
func (Driver) Values() []string { return []string{string(Local), string(S3)} }

// ErrMissing is returned for a key without a blob.
var ErrMissing = errors.New("there is no blob under this key")

// Store stores blobs under the keys of NewKey. If the disk or the bucket fails, its methods return 503 UNAVAILABLE.
type Store interface {
	// Put stores a spool under a new key: after a failure or a crash the blob is complete or missing.
	Put(ctx context.Context, key string, spool *Spool) error
	// Size returns the size of a blob in bytes, or ErrMissing.
	Size(ctx context.Context, key string) (int64, error)
	// Open reads a blob from an offset on. It returns ErrMissing for a key without a blob.
	Open(ctx context.Context, key string, offset int64) (io.ReadCloser, error)
	// Remove removes a blob; a missing one is no error.
	Remove(ctx context.Context, key string) error
	// Each calls take with every blob, in no particular order.
	Each(ctx context.Context, take func(Blob) error) error
}

// Blob is an entry of a store.
type Blob struct {
	Key string
	// Size is in bytes.
	Size     int64
	Modified time.Time
}

// NewKey returns a random key. It holds no text of a user.
func NewKey() string { return strings.ReplaceAll(uuid.NewString(), "-", "") }

// keyPattern matches every key, so that a key cannot leave the folder.
var keyPattern = regexp.MustCompile(`^[0-9a-f][0-9a-f-]{7,63}$`)

func isKey(key string) bool { return keyPattern.MatchString(key) }

// fullRetry is the time after which a full disk may have room again.
const fullRetry = time.Minute

// failed returns 503 UNAVAILABLE with the cause for the log. A cancelled request and a missing blob are returned unchanged.
func failed(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrMissing), errors.Is(err, context.Canceled), errs.As(err) != nil:
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		full := errs.New(errs.KindUnavailable, errs.CodeUnavailable,
			"O servidor está sem espaço para guardar arquivos. Avise quem administra o Acolhe e tente de novo mais tarde.")
		full.RetryAfter = fullRetry
		return full.WithCause(err)
	}
	return errs.Unavailable(err)
}
