package bookings

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// Confirmation is the associate's answer to an appointment; nil without an answer. A new date or professional removes it.
type Confirmation string

// The answers.
const (
	Confirmed           Confirmation = "confirmed"
	RescheduleRequested Confirmation = "reschedule_requested"
	// CancelledByAssociate is the answer of who does not come; the appointment has no date any more.
	CancelledByAssociate Confirmation = "cancelled"
)

// Values lists the answers as text, for the API document.
func (Confirmation) Values() []string {
	return []string{string(Confirmed), string(RescheduleRequested), string(CancelledByAssociate)}
}

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
	Services, Cancelled []Service
	Zone                *time.Location
}

// Upcoming returns the appointments that have not begun.
func (l Linked) Upcoming(now time.Time) []Service {
	for i, service := range l.Services {
		if service.ConsultationDate.After(now) {
			return l.Services[i:]
		}
	}
	return nil
}

// Find returns an appointment that has not begun.
func (l Linked) Find(id int64, now time.Time) (Service, bool) {
	for _, service := range l.Upcoming(now) {
		if service.ID == id {
			return service, true
		}
	}
	return Service{}, false
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
	var all []Service
	err = tx.WithContext(ctx).Where("booking_group_code = ? and (consultation_date is not null or cancelled_date is not null)", groups[0]).
		Order("coalesce(consultation_date, cancelled_date), id").Limit(maxItems).Find(&all).Error
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

// AnswerInput is the answer to one appointment: of the caller, or of the booking of a message's link with a Token. Reason is
// what the associate writes about another time.
type AnswerInput struct {
	errs.BindErrors

	ID     int64  `form:"service"`
	Token  string `form:"-"`
	Reason string `form:"reason"`
	// At is the free time that the associate asks for, if any.
	At patch.Field[time.Time] `form:"at"`
}

// Confirm stores that the associate comes. An appointment of somebody else is 404 NOT_FOUND, one that has begun 409
// CONFLICT.
func Confirm(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) (Service, error) {
	return answer(ctx, tx, by, AnswerInput{ID: input.ID, Token: input.Token}, new(Confirmed))
}

// RequestReschedule stores that the associate asks for another time: a free one, or the reason alone, which is then
// required. The date stays until the staff changes it. It returns the errors of Confirm.
func RequestReschedule(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) (Service, error) {
	input.Reason = strings.TrimSpace(input.Reason)
	var p errs.Problems
	if input.At.HasValue() {
		service, err := db.First[Service](tx.WithContext(ctx).Scopes(input.scope(by)).Where("id = ?", input.ID),
			errs.NotFound("Consulta não encontrada."))
		if err != nil {
			return Service{}, err
		}
		isFree, err := isFree(ctx, tx, service, input.At.Value, by.Now)
		if err != nil {
			return Service{}, err
		}
		p.Require(isFree, "at", "Este horário acabou de ser ocupado. Escolha outro.")
	}
	p.Require(input.Reason != "" || input.At.HasValue(), "reason", "Escolha um horário ou escreva os dias que servem para você.")
	p.Require(texts.Fits(input.Reason, maxReason), "reason", "deve ter no máximo 1000 caracteres")
	if err := input.Merge(p).Err(); err != nil {
		return Service{}, err
	}
	return answer(ctx, tx, by, input, new(RescheduleRequested))
}

// Withdraw removes the associate's answer. It returns the errors of Confirm.
func Withdraw(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) (Service, error) {
	return answer(ctx, tx, by, AnswerInput{ID: input.ID, Token: input.Token}, nil)
}

func answer(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput, confirmation *Confirmation) (Service, error) {
	return db.Change(ctx, tx, input.ID, "", func(tx *db.DB, _ Service, service *Service) error {
		if err := service.refusePast(by.Now); err != nil {
			return err
		}
		if confirmation != nil && *confirmation == RescheduleRequested {
			if err := refuseLate(ctx, tx, *service, by.Now); err != nil {
				return err
			}
		}
		service.setConfirmation(confirmation, input, by.Now)
		return nil
	}, input.scope(by))
}

// setConfirmation sets the answer, or removes it.
func (s *Service) setConfirmation(confirmation *Confirmation, input AnswerInput, now time.Time) {
	s.Confirmation, s.ConfirmationReason, s.ConfirmationDate, s.RequestedDate, s.CancelledDate = confirmation, texts.Optional(input.Reason),
		nil, nil, nil
	if confirmation != nil {
		s.ConfirmationDate = &now
	}
	if s.AsksOtherTime() && input.At.HasValue() {
		s.RequestedDate = &input.At.Value
	}
}

// AsksOtherTime reports whether the associate asks for another time.
func (s Service) AsksOtherTime() bool {
	return s.Confirmation != nil && *s.Confirmation == RescheduleRequested
}

// RequestIsFree reports whether the time that the associate asks for is free; false without one.
func RequestIsFree(ctx context.Context, tx *db.DB, service Service, now time.Time) (bool, error) {
	if service.RequestedDate == nil {
		return false, nil
	}
	return isFree(ctx, tx, service, *service.RequestedDate, now)
}

// scope selects the appointments that the caller may answer.
func (in AnswerInput) scope(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		if in.Token != "" {
			return query.Where("booking_group_code = (select booking_group_code from appointment_letters where token_hash = ?)",
				secret.Hash(in.Token))
		}
		return query.Scopes(db.Allowed(by.Kind == auth.Associate)).Where("associate_user_code = ?", by.Code)
	}
}

// FindOwn returns an appointment of the calling associate; any other is 404 NOT_FOUND.
func FindOwn(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Service, error) {
	return db.First[Service](tx.WithContext(ctx).Scopes(own(by)).Where("id = ?", id), errs.NotFound("Consulta não encontrada."))
}
