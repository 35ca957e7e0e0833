package backup

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"filippo.io/age"
)

// erasedObject is the list of erased persons, beside the copies.
const erasedObject = "erased/list"

// WriteErased stores the list of erased persons at the places, in place of the one before. It holds ids alone.
func (w Writer) WriteErased(ctx context.Context, list any) error {
	_, err := w.Save(ctx, erasedObject, func(into io.Writer) error { return json.NewEncoder(into).Encode(list) })
	return err
}

// Save stores an object of its own, which write writes, under a name at all places, and compares it there. It returns the size
// of the encrypted object in bytes.
func (w Writer) Save(ctx context.Context, name string, write func(into io.Writer) error) (int64, error) {
	spool, err := w.newSpool()
	if err != nil {
		return 0, err
	}
	defer spool.discard()
	if err := write(spool.encrypted); err != nil {
		return 0, err
	}
	size, _, err := spool.finish()
	if err != nil {
		return 0, err
	}
	return size, w.store(ctx, w.Places, name, spool)
}

// Load reads an object of a place. What read does not read to its end is not verified. It returns ErrMissing, ErrOtherKey or
// ErrDamaged.
func Load(ctx context.Context, at Place, name string, key age.Identity, read func(from io.Reader) error) (err error) {
	object, err := at.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	plain, err := decrypt(object, key)
	if err != nil {
		return err
	}
	return read(damagedReader{plain})
}

// ReadErased reads the list of a place into a slice; a place without one leaves it. It returns ErrOtherKey or ErrDamaged.
func ReadErased(ctx context.Context, at Place, key age.Identity, list any) error {
	err := Load(ctx, at, erasedObject, key, func(from io.Reader) error {
		text, err := io.ReadAll(from)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, list)
	})
	if errors.Is(err, ErrMissing) {
		return nil
	}
	return err
}
