package privacy

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/confirmation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// onOpen leaves an open request of the same kind as it is.
var onOpen = clause.OnConflict{
	Columns:     []clause.Column{{Name: "user_id"}, {Name: "kind"}},
	TargetWhere: clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "state = 'open'"}}},
	DoNothing:   true,
}

// The ways to check an identity beside the session.
const (
	ByDocument  = "documento com foto"
	ByCode      = "código por e-mail"
	BySignature = "assinatura igual à do termo"
	ByVoice     = "voz conhecida, com dados conferidos"
	ByFamily    = "certidão de óbito e prova do parentesco"
)

// Identities are the ways to check the identity of who makes a request. A known voice is not enough for an erasure, and the family of
// a person who died proves the relation.
func Identities(request Request) []string {
	if request.Requester != "" {
		return []string{ByFamily}
	}
	ways := []string{ByDocument, ByCode, BySignature}
	if request.Kind != Erase {
		ways = append(ways, ByVoice)
	}
	return ways
}

// SendCode sends a code to the person of an open request, who says it to the staff. It returns the errors of
// confirmation.RequestIdentity.
func SendCode(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, id int64) error {
	found, err := Find(ctx, tx, by, id)
	if err != nil {
		return err
	}
	if err := cmp.Or(require(by), found.requireOpen()); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := confirmation.RequestIdentity(ctx, tx, by, outbox, found.UserID); err != nil {
			return err
		}
		return Note(ctx, tx, by, Event{RequestID: id, Action: CodeSent})
	})
}

func (r Request) requireOpen() error {
	if r.State == Open {
		return nil
	}
	return errs.Conflict(errs.CodeConflict, "Este pedido já foi respondido.")
}

// IdentifyInput says how the identity was checked. Code is what the person said of the letter, for ByCode.
type IdentifyInput struct {
	ID       int64  `form:"-"`
	Identity string `form:"identity"`
	Code     string `form:"code"`
}

// Identify records that the identity was checked.
func Identify(ctx context.Context, tx *db.DB, by auth.Caller, input IdentifyInput) error {
	found, err := Find(ctx, tx, by, input.ID)
	if err != nil {
		return err
	}
	// The tries of a wrong code are counted, so it is checked before the transaction.
	if found.State == Open && input.Identity == ByCode {
		if err := confirmation.ConfirmIdentity(ctx, tx, by, found.UserID, input.Code); err != nil {
			return err
		}
	}
	event := Event{RequestID: input.ID, Action: WasIdentified, Text: input.Identity}
	return change(ctx, tx, by, event, func(before Request, row *Request) error {
		if !slices.Contains(Identities(before), input.Identity) {
			return errs.Invalid("identity", "escolha como a identidade foi conferida")
		}
		row.Identity, row.IdentityBy, row.DateIdentity = input.Identity, by.FullName(), &by.Now
		return nil
	})
}

// AnswerInput answers a request, or refuses it with the legal reason.
type AnswerInput struct {
	ID int64 `form:"-"`
	// Answer is the text of the letter, Reason the law that forbids what is asked.
	Answer string `form:"answer"`
	Reason string `form:"reason"`
}

const maxReason = 500

// Answer closes a request as answered and writes the text to the person. The identity must have been checked, and the copy
// of the data must have been made if the request is for one (409 CONFLICT).
func Answer(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) error {
	if err := requireCopy(ctx, tx, by, input.ID); err != nil {
		return err
	}
	return closeWith(ctx, tx, by, input, Answered)
}

// requireCopy refuses to answer a request for a copy of the data before there is one: the answer says that it is ready.
func requireCopy(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	const missing = `select exists (select from privacy_requests r where r.id = ? and r.state = 'open' and r.identity <> ''
		and r.kind in ? and not exists (
			select from person_exports e where e.user_id = r.user_id and e.date_ready is not null and e.date_created >= r.date_created))`
	if err := require(by); err != nil {
		return err
	}
	var isMissing bool
	if err := tx.WithContext(ctx).Raw(missing, id, copyKinds).Scan(&isMissing).Error; err != nil || !isMissing {
		return err
	}
	return errs.Conflict(errs.CodeConflict, "Antes de responder, prepare a cópia dos dados.")
}

// Refuse closes a request as refused, with its legal reason, and writes the text to the person.
func Refuse(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) error {
	return closeWith(ctx, tx, by, input, Refused)
}

func (in AnswerInput) check(state State) error {
	var problems errs.Problems
	problems.Require(in.Answer != "" && len([]rune(in.Answer)) <= maxText, "answer", "escreva em até 4.000 caracteres")
	if state == Refused {
		problems.Require(in.Reason != "" && len([]rune(in.Reason)) <= maxReason, "reason", "diga a lei, em até 500 caracteres")
	}
	return problems.Err()
}

func closeWith(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput, state State) error {
	input.Answer, input.Reason = normal(input.Answer), strings.TrimSpace(input.Reason)
	if err := input.check(state); err != nil {
		return err
	}
	event := Event{RequestID: input.ID, Action: WasAnswered}
	if state == Refused {
		event.Action, event.Text = WasRefused, input.Reason
		input.Answer = withReason(input.Answer, input.Reason)
	}
	return change(ctx, tx, by, event, func(before Request, row *Request) error {
		if state == Answered && before.Identity == "" {
			return errs.Conflict(errs.CodeConflict, "Antes de responder, confira quem pede.")
		}
		row.State, row.Answer, row.ClosedBy, row.DateClosed, row.DateAsked = state, input.Answer, by.FullName(), &by.Now, nil
		if state == Refused {
			row.LegalReason = input.Reason
		}
		return nil
	})
}

// change changes an open request for an administrator, records it, and writes to the person of what is closed or asked; a closed one
// is 409 CONFLICT.
func change(ctx context.Context, tx *db.DB, by auth.Caller, event Event, with func(before Request, row *Request) error) error {
	if err := require(by); err != nil {
		return err
	}
	return apply(ctx, tx, by, &event, with)
}

// apply is change for callers who are known to be allowed. with may complete the event.
func apply(ctx context.Context, tx *db.DB, by auth.Caller, event *Event, with func(before Request, row *Request) error) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		locked := tx.Omit("Name").Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", event.RequestID)
		before, err := db.First[Request](locked, errNotFound())
		if err != nil {
			return err
		}
		if err := before.requireOpen(); err != nil {
			return err
		}
		row := before
		if err := with(before, &row); err != nil {
			return err
		}
		changed := tx.Model(&row).Select("text", "state", "identity", "identity_by", "date_identity", "asked_text", "date_asked", "answer",
			"legal_reason", "closed_by", "date_closed")
		if err := changed.Updates(row).Error; err != nil {
			return err
		}
		if err := Note(ctx, tx, by, *event); err != nil {
			return err
		}
		if row.State == Open && event.Action != WasAsked {
			return nil
		}
		return enqueue(ctx, tx, row.ID, event.Action)
	})
}

// AnswerCopied answers the open request for a copy of the data, once the person can download it.
func AnswerCopied(ctx context.Context, tx *db.DB, now time.Time, id int64, answer string) error {
	const closing = `update privacy_requests set state = 'answered', answer = ?, closed_by = 'Acolhe', date_closed = ?
		where id = ? and state = 'open' and kind in ('access', 'portability')`
	closed := tx.WithContext(ctx).Exec(closing, answer, now, id)
	if closed.Error != nil || closed.RowsAffected == 0 {
		return closed.Error
	}
	return Note(ctx, tx, auth.Caller{Kind: auth.System}.At(now), Event{RequestID: id, Action: WasAnswered, Text: answer})
}

// CloseErased closes the open requests of a person who is erased: that to be erased is answered, others fall away.
func CloseErased(ctx context.Context, tx *db.DB, by auth.Caller, user int64, answer string) error {
	const closing = `update privacy_requests set state = case when kind = 'erase' then 'answered' else 'withdrawn' end, answer = ?, closed_by = ?, date_closed = ?
		where user_id = ? and state = 'open'`
	return tx.WithContext(ctx).Exec(closing, answer, by.FullName(), by.Now, user).Error
}
