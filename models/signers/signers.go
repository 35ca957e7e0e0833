// Package signers makes sure that whoever opens the link of a contract is its signer: the pages ask for the birth date.
// The JSON interface, whose clients have the token from their own server, is not asked.
package signers

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// maxTries is how often a birth date may be typed; then the link is closed for browsers that have not passed.
const maxTries = 5

// AskBirthDate makes the pages ask for the signer's birth date.
var AskBirthDate = settings.Key[bool]{System: "doc_sign", Name: "ask_birth_date", Type: settings.Boolean, Default: true,
	Description: "Ligado, quem abre o link de um termo escreve a data de nascimento de quem assina antes de ver o texto. São cinco tentativas."}

// Area declares what signers bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"contract_openings"},
		Personal: personalData(), Keys: []settings.Definition{AskBirthDate.Definition()},
	}
}

// Opening is a row of contract_openings.
type Opening struct {
	ContractID  string `gorm:"primaryKey"`
	Tries       int
	SecretHash  []byte
	DateUpdated time.Time
}

// TableName returns the name of the table.
func (Opening) TableName() string { return "contract_openings" }

// Answer is what a browser gets that opens a link.
type Answer int

// The answers. Asked must say the birth date first, Closed has no try left.
const (
	Unasked Answer = iota
	Passed
	Asked
	Closed
)

// Ask returns the answer for a browser that kept this secret; empty for none. Nobody is asked while the key is off or the
// signer's birth date is unknown.
func Ask(ctx context.Context, tx *db.DB, contract signing.Contract, kept string) (Answer, error) {
	isOn, err := settings.Get(ctx, tx, AskBirthDate)
	if err != nil || !isOn {
		return Unasked, err
	}
	birth, err := birthOf(ctx, tx, contract)
	if err != nil || birth == nil {
		return Unasked, err
	}
	var opening Opening
	if err := tx.WithContext(ctx).Where("contract_id = ?", contract.ID).Limit(1).Find(&opening).Error; err != nil {
		return Closed, err
	}
	switch {
	case kept != "" && string(opening.SecretHash) == string(secret.Hash(kept)):
		return Passed, nil
	case opening.Tries >= maxTries:
		return Closed, nil
	}
	return Asked, nil
}

func birthOf(ctx context.Context, tx *db.DB, contract signing.Contract) (*civil.Date, error) {
	var row associates.Associate
	err := tx.WithContext(ctx).Select("birth_date").Where("user_code = ?", contract.UserCode).Limit(1).Find(&row).Error
	return row.BirthDate, err
}

// Check returns the secret that a browser keeps after the right birth date. It returns 400 VALIDATION_ERROR for what is no
// date, which counts as no try, and for a wrong one. tx must be the pool: a transaction that is rolled back would lose the
// try.
func Check(ctx context.Context, tx *db.DB, by auth.Caller, contract signing.Contract, typed string) (kept string, err error) {
	date, err := civil.Parse(typed)
	if err != nil {
		return "", errs.Invalid("birth_date", civil.TypedProblem)
	}
	birth, err := birthOf(ctx, tx, contract)
	if err != nil || birth == nil {
		return "", err
	}
	var opening Opening
	counted := tx.WithContext(ctx).Raw(`insert into contract_openings as opened (contract_id, tries, date_updated) values (?, 1, ?)
		on conflict (contract_id) do update set tries = opened.tries + 1, date_updated = excluded.date_updated where opened.tries < ? returning *`,
		contract.ID, by.Now, maxTries).Scan(&opening)
	if counted.Error != nil {
		return "", counted.Error
	}
	if counted.RowsAffected == 0 {
		return "", errWrong(0)
	}
	if date != *birth {
		return "", errWrong(maxTries - opening.Tries)
	}
	kept = secret.New()
	return kept, tx.WithContext(ctx).Model(&Opening{}).Where("contract_id = ?", contract.ID).
		Updates(map[string]any{"secret_hash": secret.Hash(kept), "tries": 0}).Error
}

func errWrong(left int) error {
	switch left {
	case 0:
		return errs.Invalid("birth_date", "Este link fechou. Peça outro à associação.")
	case 1:
		return errs.Invalid("birth_date", "Esta data não confere. Resta 1 tentativa.")
	}
	return errs.Invalid("birth_date", fmt.Sprintf("Esta data não confere. Restam %d tentativas.", left))
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("contract_openings", "secret_hash"),
	}
}
