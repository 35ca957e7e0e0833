// Package cep finds the address of a postal code in the public directory ViaCEP and keeps
// what it answered. A form never waits for it: the directory has two seconds, and without
// an answer the address is typed by hand. Who asks is told to nobody.
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

// How long an answer is believed. That a code is unknown changes sooner than a street does.
const (
	keepKnown   = 30 * 24 * time.Hour
	keepUnknown = 24 * time.Hour
)

// Address is what a postal code says. Street and neighborhood are empty for a town that has
// one code for all of it.
type Address struct {
	CEP          string `gorm:"column:cep;primaryKey"`
	Street       string `gorm:"column:street"`
	Neighborhood string `gorm:"column:neighborhood"`
	City         string `gorm:"column:city"`
	State        string `gorm:"column:state"`
}

// Lookup gives the address of a postal code, typed with any punctuation. It answers 400
// VALIDATION_ERROR for what cannot be one, 404 NOT_FOUND for one that does not exist, and
// 502 PROVIDER_ERROR when the directory does not say.
func (d Directory) Lookup(ctx context.Context, tx *db.DB, typed string, now time.Time) (Address, error) {
	code, valid := brdoc.CEP(typed)
	if !valid {
		return Address{}, errs.Invalid("cep", "deve ter 8 dígitos")
	}
	kept, err := recall(ctx, tx, code)
	if err != nil {
		return Address{}, err
	}
	if kept.ExpiresAt.After(now) {
		return kept.answer()
	}
	asked, err := d.ask(ctx, code)
	if err != nil && kept.Known {
		// Streets hardly ever move: last month's answer is better than none.
		return kept.answer()
	}
	if err != nil {
		return Address{}, errs.New(errs.KindProviderFailed, CodeProvider, "Não foi possível consultar o CEP agora.").WithCause(err)
	}
	if err := asked.keep(ctx, tx, now); err != nil {
		return Address{}, err
	}
	return asked.answer()
}

// entry is an answer of the directory as it is kept.
type entry struct {
	Address
	Known     bool      `gorm:"column:known"`
	ExpiresAt time.Time `gorm:"column:expires_at"`
}

// TableName is where answers are kept.
func (entry) TableName() string { return "postal_codes" }

func (e entry) answer() (Address, error) {
	if !e.Known {
		return Address{}, errs.NotFound("CEP não encontrado.")
	}
	return e.Address, nil
}

// keep stores the answer over an older one.
func (e entry) keep(ctx context.Context, tx *db.DB, now time.Time) error {
	e.ExpiresAt = now.Add(keepUnknown)
	if e.Known {
		e.ExpiresAt = now.Add(keepKnown)
	}
	return tx.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&e).Error
}

// recall gives what is kept; one that never was has expired long ago.
func recall(ctx context.Context, tx *db.DB, code string) (entry, error) {
	var kept entry
	err := tx.WithContext(ctx).Where("cep = ?", code).Limit(1).Find(&kept).Error
	return kept, err
}
