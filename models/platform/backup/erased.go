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
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	spool, err := w.newSpool()
	if err != nil {
		return err
	}
	defer spool.discard()
	if _, err := spool.encrypted.Write(text); err != nil {
		return err
	}
	if _, _, err := spool.finish(); err != nil {
		return err
	}
	return w.store(ctx, w.Places, erasedObject, spool)
}

// ReadErased reads the list of a place into a slice; a place without one leaves it. It returns ErrOtherKey or ErrDamaged.
func ReadErased(ctx context.Context, at Place, key age.Identity, list any) error {
	content, err := at.Open(ctx, erasedObject)
	if errors.Is(err, ErrMissing) {
		return nil
	}
	if err != nil {
		return err
	}
	defer content.Close()
	plain, err := decrypt(content, key)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		return damaged(err)
	}
	return json.Unmarshal(text, list)
}
