package confirmation

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"math/big"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

const (
	// codeLifetime is the validity of a code, and ticketLifetime that of the ticket that a right code returns.
	codeLifetime   = 15 * time.Minute
	ticketLifetime = time.Hour
	// codePause is the time before another code of the subject is sent.
	codePause = time.Minute
	maxTries  = 5
)

// Purpose is what a code is for.
type Purpose string

// The purposes: to open an account, to sign in, to confirm the address of an account, and to change it.
const (
	Registration Purpose = "registration"
	Login        Purpose = "login"
	Address      Purpose = "address"
	Change       Purpose = "change"
	// Owner confirms that who is signed in reads the mailbox of the account.
	Owner Purpose = "owner"
	// Identity confirms who made a request about their data.
	Identity Purpose = "request"
)

// CodeState is the state of the newest code of a subject. The zero value is that of a subject without one.
type CodeState struct {
	Expires time.Time
	// ResendAt is when another code may be sent.
	ResendAt time.Time
}

// Code is a row of email_codes.
type Code struct {
	ID          int64 `gorm:"primaryKey"`
	Purpose     Purpose
	SubjectHash []byte
	CodeHash    []byte
	Tries       int
	Expires     time.Time
	// TicketHash is set once the code was typed.
	TicketHash  []byte
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Code) TableName() string { return "email_codes" }

// subject is what a code confirms: an address, an identifier, or an account with its new address.
type subject struct {
	purpose Purpose
	text    string
}

func (s subject) hash() []byte { return secret.Hash(string(s.purpose) + " " + s.text) }

func (s subject) scope(tx *db.DB) *db.DB {
	return tx.Where("purpose = ? and subject_hash = ?", s.purpose, s.hash())
}

// codeHash binds a code to its subject, so that equal codes of two subjects have two hashes.
func (s subject) codeHash(code string) []byte {
	return secret.Hash(code + " " + string(s.purpose) + " " + s.text)
}

// issue stores a new code of the subject and returns it; empty if the last one is younger than a minute.
func (s subject) issue(ctx context.Context, tx *db.DB, now time.Time) (code string, err error) {
	code = newCode()
	row := Code{Purpose: s.purpose, SubjectHash: s.hash(), CodeHash: s.codeHash(code), Expires: now.Add(codeLifetime), DateCreated: now}
	stored := tx.WithContext(ctx).Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "purpose"}, {Name: "subject_hash"}},
		DoUpdates: clause.Assignments(map[string]any{
			"code_hash": row.CodeHash, "tries": 0, "expires": row.Expires, "ticket_hash": nil, "date_created": now,
		}),
		Where: clause.Where{Exprs: []clause.Expression{clause.Lte{Column: "email_codes.date_created", Value: now.Add(-codePause)}}},
	}).Create(&row)
	if stored.Error != nil || stored.RowsAffected == 0 {
		return "", stored.Error
	}
	return code, nil
}

// newCode returns six random digits.
func newCode() string {
	number, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // the reader of crypto/rand never fails
	return fmt.Sprintf("%06d", number)
}

// state returns the state of the subject's code.
func (s subject) state(ctx context.Context, tx *db.DB) (CodeState, error) {
	var row Code
	err := s.scope(tx.WithContext(ctx)).Limit(1).Find(&row).Error
	if err != nil || row.ID == 0 {
		return CodeState{}, err
	}
	return CodeState{Expires: row.Expires, ResendAt: row.DateCreated.Add(codePause)}, nil
}

// check returns the ticket of a right code, which serves once. It returns 400 VALIDATION_ERROR for a wrong or expired one
// and after five tries; an empty one is no try. tx must be the pool: a transaction that is rolled back would lose the try.
func (s subject) check(ctx context.Context, tx *db.DB, typed string, now time.Time) (ticket string, err error) {
	typed = strings.Join(strings.Fields(typed), "")
	if typed == "" {
		return "", errs.Invalid("code", "Digite os 6 números.")
	}
	var row Code
	counted := tx.WithContext(ctx).Raw(`update email_codes set tries = tries + 1
		where purpose = ? and subject_hash = ? and tries < ? and expires > ? and ticket_hash is null returning *`, s.purpose, s.hash(), maxTries,
		now).Scan(&row)
	if counted.Error != nil {
		return "", counted.Error
	}
	if counted.RowsAffected == 0 {
		return "", s.whyClosed(ctx, tx, now)
	}
	if subtle.ConstantTimeCompare(row.CodeHash, s.codeHash(typed)) != 1 {
		return "", errWrong(maxTries - row.Tries)
	}
	ticket = secret.New()
	return ticket, tx.WithContext(ctx).Model(&row).
		Updates(map[string]any{"ticket_hash": secret.Hash(ticket), "expires": now.Add(ticketLifetime)}).Error
}

func (s subject) whyClosed(ctx context.Context, tx *db.DB, now time.Time) error {
	var row Code
	if err := s.scope(tx.WithContext(ctx)).Limit(1).Find(&row).Error; err != nil {
		return err
	}
	if row.Tries >= maxTries && row.Expires.After(now) {
		return errWrong(0)
	}
	return errs.Invalid("code", "O código venceu. Peça outro abaixo.")
}

func errWrong(left int) error {
	switch left {
	case 0:
		return errs.Invalid("code", "Muitas tentativas. Peça outro código em 15 minutos.")
	case 1:
		return errs.Invalid("code", "Este código não confere. Resta 1 tentativa.")
	}
	return errs.Invalid("code", fmt.Sprintf("Este código não confere. Restam %d tentativas.", left))
}

// isConfirmed reports whether the ticket is that of the subject.
func (s subject) isConfirmed(ctx context.Context, tx *db.DB, ticket string, now time.Time) (bool, error) {
	var found int64
	err := s.scope(tx.WithContext(ctx).Model(&Code{})).Where("ticket_hash = ? and expires > ?", secret.Hash(ticket), now).Count(&found).Error
	return found > 0, err
}

// use removes the code with this ticket. It returns 400 TOKEN_INVALID for any other ticket.
func (s subject) use(ctx context.Context, tx *db.DB, ticket string, now time.Time) error {
	used := s.scope(tx.WithContext(ctx)).Where("ticket_hash = ? and expires > ?", secret.Hash(ticket), now).Delete(&Code{})
	if used.Error == nil && used.RowsAffected == 0 {
		return errTicket()
	}
	return used.Error
}

func errTicket() error {
	return errs.New(errs.KindInvalid, errs.CodeTokenInvalid, "O tempo acabou. Peça outro código.")
}
