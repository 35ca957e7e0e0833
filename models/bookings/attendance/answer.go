// Package attendance is what associates see of their own appointments and answer to them, signed in or by the link of a message: they come,
// ask for another time, take the answer back, or cancel within the time limit.
package attendance

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// LinkPath is the path of the pages of a message's link; the token follows it.
const LinkPath = "/agendamento"

// maxReason is the maximum length of what an associate writes about another time.
const maxReason = 1000

// LinkLimit is the rate limit of the pages of a message's link.
func LinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "bookings.link", Limit: 120, Per: 15 * time.Minute}
}

// Linked is what the link of a message shows: the appointments of a booking in order of time, none if all were cancelled, and
// those that the associate cancelled.
type Linked struct {
	Services, Cancelled []bookings.Service
	Zone                *time.Location
}

// Upcoming returns the appointments that have not begun.
func (l Linked) Upcoming(now time.Time) []bookings.Service {
	for i, service := range l.Services {
		if service.ConsultationDate.After(now) {
			return l.Services[i:]
		}
	}
	return nil
}

// Find returns an appointment that has not begun.
func (l Linked) Find(id int64, now time.Time) (bookings.Service, bool) {
	for _, service := range l.Upcoming(now) {
		if service.ID == id {
			return service, true
		}
	}
	return bookings.Service{}, false
}

// FindByToken returns the appointments of a message's link. Any other token is 404 TOKEN_INVALID.
func FindByToken(ctx context.Context, tx *db.DB, token string) (linked Linked, err error) {
	var groups []uuid.UUID
	err = tx.WithContext(ctx).Table("appointment_letters").Where("token_hash = ?", secret.Hash(token)).Limit(1).
		Pluck("booking_group_code", &groups).Error
	if err == nil && len(groups) == 0 {
		err = errTokenInvalid()
	}
	if err != nil {
		return linked, err
	}
	if linked.Zone, err = settings.Location(ctx, tx); err != nil {
		return linked, err
	}
	var all []bookings.Service
	err = tx.WithContext(ctx).Where("booking_group_code = ? and (consultation_date is not null or cancelled_date is not null)", groups[0]).
		Order("coalesce(consultation_date, cancelled_date), id").Limit(bookings.MaxItems).Find(&all).Error
	for _, service := range all {
		if service.CancelledDate != nil {
			linked.Cancelled = append(linked.Cancelled, service)
		} else {
			linked.Services = append(linked.Services, service)
		}
	}
	return linked, err
}

func errTokenInvalid() error {
	return errs.New(errs.KindNotFound, errs.CodeTokenInvalid,
		"Este link não abre mais. O endereço pode estar cortado. Abra de novo pela mensagem ou peça outro à associação.")
}

// Input is the answer to one appointment: of the caller, or of the booking of a message's link with a Token. Reason is
// what the associate writes about another time.
type Input struct {
	errs.BindErrors

	ID     int64  `form:"service"`
	Token  string `form:"-"`
	Reason string `form:"reason"`
	// At is the free time that the associate asks for, if any.
	At patch.Field[time.Time] `form:"at"`
}

// Confirm stores that the associate comes. An appointment of somebody else is 404 NOT_FOUND, one that has begun 409
// CONFLICT.
func Confirm(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (bookings.Service, error) {
	return answer(ctx, tx, by, Input{ID: input.ID, Token: input.Token}, new(bookings.Confirmed))
}

// RequestReschedule stores that the associate asks for another time: a free one, or the reason alone, which is then
// required. The date stays until the staff changes it. It returns the errors of Confirm.
func RequestReschedule(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (bookings.Service, error) {
	input.Reason = strings.TrimSpace(input.Reason)
	var p errs.Problems
	if input.At.HasValue() {
		service, err := db.First[bookings.Service](tx.WithContext(ctx).Scopes(input.scope(by)).Where("id = ?", input.ID),
			errs.NotFound("Consulta não encontrada."))
		if err != nil {
			return bookings.Service{}, err
		}
		isFree, err := bookings.IsFree(ctx, tx, service, input.At.Value, by.Now)
		if err != nil {
			return bookings.Service{}, err
		}
		p.Require(isFree, "at", "Este horário acabou de ser ocupado. Escolha outro.")
	}
	p.Require(input.Reason != "" || input.At.HasValue(), "reason", "Escolha um horário ou escreva os dias que servem para você.")
	p.Require(texts.Fits(input.Reason, maxReason), "reason", "deve ter no máximo 1000 caracteres")
	if err := input.Merge(p).Err(); err != nil {
		return bookings.Service{}, err
	}
	return answer(ctx, tx, by, input, new(bookings.RescheduleRequested))
}

// Withdraw removes the associate's answer. It returns the errors of Confirm.
func Withdraw(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (bookings.Service, error) {
	return answer(ctx, tx, by, Input{ID: input.ID, Token: input.Token}, nil)
}

func answer(ctx context.Context, tx *db.DB, by auth.Caller, input Input, confirmation *bookings.Confirmation) (bookings.Service, error) {
	return db.Change(ctx, tx, input.ID, "", func(tx *db.DB, _ bookings.Service, service *bookings.Service) error {
		if err := refusePast(*service, by.Now); err != nil {
			return err
		}
		if confirmation != nil && *confirmation == bookings.RescheduleRequested {
			if err := refuseLate(ctx, tx, *service, by.Now); err != nil {
				return err
			}
		}
		setConfirmation(service, confirmation, input, by.Now)
		return nil
	}, input.scope(by))
}

// setConfirmation sets the answer, or removes it.
func setConfirmation(s *bookings.Service, confirmation *bookings.Confirmation, input Input, now time.Time) {
	s.Confirmation, s.ConfirmationReason, s.ConfirmationDate, s.RequestedDate, s.CancelledDate = confirmation, texts.Optional(input.Reason),
		nil, nil, nil
	if confirmation != nil {
		s.ConfirmationDate = &now
	}
	if s.AsksOtherTime() && input.At.HasValue() {
		s.RequestedDate = &input.At.Value
	}
}

// RequestIsFree reports whether the time that the associate asks for is free; false without one.
func RequestIsFree(ctx context.Context, tx *db.DB, service bookings.Service, now time.Time) (bool, error) {
	if service.RequestedDate == nil {
		return false, nil
	}
	return bookings.IsFree(ctx, tx, service, *service.RequestedDate, now)
}

// scope selects the appointments that the caller may answer.
func (in Input) scope(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		if in.Token != "" {
			return query.Where("booking_group_code = (select booking_group_code from appointment_letters where token_hash = ?)",
				secret.Hash(in.Token))
		}
		return query.Scopes(db.Allowed(by.Kind == auth.Associate)).Where("associate_user_code = ?", by.Code)
	}
}

// FindOwn returns an appointment of the calling associate; any other is 404 NOT_FOUND.
func FindOwn(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (bookings.Service, error) {
	return db.First[bookings.Service](tx.WithContext(ctx).Scopes(own(by)).Where("id = ?", id), errs.NotFound("Consulta não encontrada."))
}
