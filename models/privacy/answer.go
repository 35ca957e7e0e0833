package privacy

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// onOpen leaves an open request of the same kind as it is.
var onOpen = clause.OnConflict{
	Columns:     []clause.Column{{Name: "user_id"}, {Name: "kind"}},
	TargetWhere: clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "state = 'open'"}}},
	DoNothing:   true,
}

// Identities are the ways to check an identity. A known voice is not enough for an erasure.
func Identities(kind Kind) []string {
	ways := []string{"documento com foto", "código por e-mail", "assinatura igual à do termo"}
	if kind != Erase {
		ways = append(ways, "voz conhecida, com dados conferidos")
	}
	return ways
}

// IdentifyInput says how the identity was checked.
type IdentifyInput struct {
	ID       int64  `form:"-"`
	Identity string `form:"identity"`
}

// Identify records that the identity was checked.
func Identify(ctx context.Context, tx *db.DB, by auth.Caller, input IdentifyInput) error {
	return change(ctx, tx, by, input.ID, func(before Request, row *Request) error {
		if !slices.Contains(Identities(before.Kind), input.Identity) {
			return errs.Invalid("identity", "escolha como a identidade foi conferida")
		}
		row.Identity, row.IdentityBy, row.DateIdentity = input.Identity, by.FullName(), &by.Now
		return nil
	})
}

// AnswerInput answers a request, or refuses it with the legal reason.
type AnswerInput struct {
	ID     int64  `form:"-"`
	Answer string `form:"answer"`
}

// Answer closes a request as answered. The identity must have been checked (409 CONFLICT).
func Answer(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) error {
	return closeWith(ctx, tx, by, input, Answered)
}

// Refuse closes a request as refused, with its legal reason.
func Refuse(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) error {
	return closeWith(ctx, tx, by, input, Refused)
}

func closeWith(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput, state State) error {
	text := strings.TrimSpace(input.Answer)
	if text == "" || len([]rune(text)) > maxText {
		return errs.Invalid("answer", "escreva em até 4.000 caracteres")
	}
	return change(ctx, tx, by, input.ID, func(before Request, row *Request) error {
		if state == Answered && before.Identity == "" {
			return errs.Conflict(errs.CodeConflict, "Antes de responder, confira quem pede.")
		}
		row.State, row.Answer, row.ClosedBy, row.DateClosed = state, text, by.FullName(), &by.Now
		return nil
	})
}

// change changes an open request for an administrator; a closed one is 409 CONFLICT.
func change(ctx context.Context, tx *db.DB, by auth.Caller, id int64, apply func(before Request, row *Request) error) error {
	if err := require(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := db.First[Request](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), errNotFound())
		if err != nil {
			return err
		}
		if before.State != Open {
			return errs.Conflict(errs.CodeConflict, "Este pedido já foi respondido.")
		}
		row := before
		if err := apply(before, &row); err != nil {
			return err
		}
		return tx.Model(&row).Select("state", "identity", "identity_by", "date_identity", "answer", "closed_by", "date_closed").Updates(row).Error
	})
}

// AnswerCopied answers the open request that asked for a copy of the data, once the person can download it.
func AnswerCopied(ctx context.Context, tx *db.DB, now time.Time, id int64, answer string) error {
	const closing = `update privacy_requests set state = 'answered', answer = ?, closed_by = 'Acolhe', date_closed = ?
		where id = ? and state = 'open' and kind in ('access', 'portability')`
	return tx.WithContext(ctx).Exec(closing, answer, now, id).Error
}

// CloseErased closes the open requests of a person who is erased: that to be erased is answered, others fall away.
func CloseErased(ctx context.Context, tx *db.DB, by auth.Caller, user int64, answer string) error {
	const closing = `update privacy_requests set state = case when kind = 'erase' then 'answered' else 'withdrawn' end, answer = ?, closed_by = ?, date_closed = ?
		where user_id = ? and state = 'open'`
	return tx.WithContext(ctx).Exec(closing, answer, by.FullName(), by.Now, user).Error
}
