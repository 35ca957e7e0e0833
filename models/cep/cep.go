// Package cep finds the address of a postal code in the public directory ViaCEP and caches the
// answers. The directory has two seconds; without an answer the address is typed by hand. Nothing
// about the caller is sent.
package cep

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
)

// CodeProvider is 502: the directory answered with an error or not at all.
const CodeProvider = "PROVIDER_ERROR"

// Times for which an answer is cached. An unknown code may be assigned sooner than a street
// changes.
const (
	knownTTL   = 30 * 24 * time.Hour
	unknownTTL = 24 * time.Hour
)

// Address is the address of a postal code. Street and neighborhood are empty for a town with a
// single code.
type Address struct {
	CEP          string `gorm:"column:cep;primaryKey"`
	Street       string `gorm:"column:street"`
	Neighborhood string `gorm:"column:neighborhood"`
	City         string `gorm:"column:city"`
	State        string `gorm:"column:state"`
}

// Lookup returns the address of a postal code, typed with any punctuation. It returns 400
// VALIDATION_ERROR for a malformed code, 404 NOT_FOUND for one that does not exist, and 502
// PROVIDER_ERROR if the directory fails.
func (d Directory) Lookup(ctx context.Context, tx *db.DB, typed string, now time.Time) (Address, error) {
	code, valid := brdoc.CEP(typed)
	if !valid {
		return Address{}, errs.Invalid("cep", "deve ter 8 dígitos")
	}
	stored, err := findStored(ctx, tx, code)
	if err != nil {
		return Address{}, err
	}
	if stored.ExpiresAt.After(now) {
		return stored.answer()
	}
	fetched, err := d.fetch(ctx, code)
	if err != nil && stored.Known {
		// Streets rarely change: an expired answer is better than none.
		return stored.answer()
	}
	if err != nil {
		return Address{}, errs.New(errs.KindProviderFailed, CodeProvider, "Não foi possível consultar o CEP agora.").WithCause(err)
	}
	if err := fetched.store(ctx, tx, now); err != nil {
		return Address{}, err
	}
	return fetched.answer()
}

// entry is a row of postal_codes: a cached answer.
type entry struct {
	Address
	Known     bool      `gorm:"column:known"`
	ExpiresAt time.Time `gorm:"column:expires_at"`
}

// TableName returns the name of the table.
func (entry) TableName() string { return "postal_codes" }

func (e entry) answer() (Address, error) {
	if !e.Known {
		return Address{}, errs.NotFound("CEP não encontrado.")
	}
	return e.Address, nil
}

// store stores the answer, replacing an older one.
func (e entry) store(ctx context.Context, tx *db.DB, now time.Time) error {
	e.ExpiresAt = now.Add(unknownTTL)
	if e.Known {
		e.ExpiresAt = now.Add(knownTTL)
	}
	return tx.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&e).Error
}

// findStored returns the cached answer; the zero entry, which has expired, if there is none.
func findStored(ctx context.Context, tx *db.DB, code string) (entry, error) {
	var stored entry
	err := tx.WithContext(ctx).Where("cep = ?", code).Limit(1).Find(&stored).Error
	return stored, err
}
