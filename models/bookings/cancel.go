package bookings

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// The keys of what associates change by themselves.
var (
	changeHours = settings.Key[int]{System: "services", Name: "change_hours", Type: settings.Number, Check: checkChangeHours, Default: 24,
		Required:    true,
		Description: "Até quantas horas antes da consulta o associado troca ou cancela por conta própria. Depois disso, a página pede que ele ligue."}
	refundDays = settings.Key[int]{System: "services", Name: "refund_days", Type: settings.Number, Check: checkRefundDays, Default: 3,
		Required:    true,
		Description: "Em quantos dias úteis a associação devolve o valor de uma consulta paga que o associado cancelou no prazo."}
)

// The longest time limits: hours before an appointment, and working days of a refund.
const (
	maxChangeHours = 720
	maxRefundDays  = 60
)

func checkChangeHours(hours int) error {
	if hours < 0 || hours > maxChangeHours {
		return errors.New("deve ser um número de horas, de 0 a 720")
	}
	return nil
}

func checkRefundDays(days int) error {
	if days < 1 || days > maxRefundDays {
		return errors.New("deve ser um número de dias, de 1 a 60")
	}
	return nil
}

// Limits are the time limits of what associates change by themselves.
type Limits struct {
	// Change is how long before its beginning an appointment may be moved or cancelled.
	Change time.Duration
	// RefundDays are the working days in which a cancelled appointment is paid back.
	RefundDays int
}

// ReadLimits returns the configured limits.
func ReadLimits(ctx context.Context, tx *db.DB) (Limits, error) {
	stored, err := settings.Read(ctx, tx, changeHours, refundDays)
	return Limits{Change: time.Duration(settings.Of(stored, changeHours)) * time.Hour, RefundDays: settings.Of(stored, refundDays)}, err
}

// Until returns the time until which an appointment may be moved or cancelled by its associate; zero without a date.
func (l Limits) Until(service Service) time.Time {
	if service.ConsultationDate == nil {
		return time.Time{}
	}
	return service.ConsultationDate.Add(-l.Change)
}

// RefundedBy returns the day until which a payment is given back that was cancelled at a time.
func (l Limits) RefundedBy(cancelled time.Time, zone *time.Location) time.Time {
	day := civil.StartOfDay(cancelled.In(zone))
	for left := l.RefundDays; left > 0; {
		day = day.AddDate(0, 0, 1)
		if day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
			left--
		}
	}
	return day
}

// otherReason is the reason that the associate may write.
const otherReason = "Outro motivo"

// CancelReasons are the reasons to choose from.
func CancelReasons() []string {
	return []string{"Não posso nesse dia", "Estou doente", "Não preciso mais", otherReason}
}

// CancelInput cancels one appointment: of the caller, or of the booking of a message's link with a Token. Reason is one of
// CancelReasons; Other is what the associate writes beside it, if anything.
type CancelInput struct {
	errs.BindErrors

	ID     int64  `form:"service"`
	Token  string `form:"-"`
	Reason string `form:"reason"`
	Other  string `form:"other"`
}

// CancelOwn cancels an appointment for its associate: its time is free again, and the staff sees who cancelled and why. It
// returns 400 VALIDATION_ERROR without a reason, 404 NOT_FOUND for an appointment of somebody else, and 409 CONFLICT for one
// that has begun or whose time limit has passed.
func CancelOwn(ctx context.Context, tx *db.DB, by auth.Caller, input CancelInput) (service Service, err error) {
	if err := input.check(); err != nil {
		return service, err
	}
	answer := AnswerInput{ID: input.ID, Token: input.Token, Reason: fitReason(input)}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var before Service
		service, err = db.Change(ctx, tx, input.ID, "", func(tx *db.DB, stored Service, service *Service) error {
			before = stored
			if err := refuseLate(ctx, tx, stored, by.Now); err != nil {
				return err
			}
			if err := stored.RefuseClosed(tx); err != nil {
				return err
			}
			service.ConsultationDate, service.DateUpdated = nil, by.Now
			service.setConfirmation(new(CancelledByAssociate), answer, by.Now)
			service.CancelledDate, service.RemindedAt, service.CalendarSequence = stored.ConsultationDate, nil, stored.CalendarSequence+1
			if err := moveEvent(ctx, tx, by, stored, service); err != nil {
				return err
			}
			return setSlotEnds(ctx, tx, []*Service{service})
		}, answer.scope(by))
		if err != nil {
			return err
		}
		return announceMove(ctx, tx, by, before, service)
	})
	return service, err
}

func (in *CancelInput) check() error {
	in.Other = strings.TrimSpace(in.Other)
	var p errs.Problems
	p.Require(slices.Contains(CancelReasons(), in.Reason), "reason", "Escolha o motivo.")
	p.Require(texts.Fits(in.Other, maxReason-len(otherReason)-len(": ")), "other", "Escreva menos: cabem 980 letras.")
	return in.Merge(p).Err()
}

// fitReason returns the reason in the words of the associate.
func fitReason(input CancelInput) string {
	if input.Other == "" {
		return input.Reason
	}
	return input.Reason + ": " + input.Other
}

// refuseLate refuses what associates change by themselves in an appointment that has begun or whose time limit has passed.
func refuseLate(ctx context.Context, tx *db.DB, service Service, now time.Time) error {
	if err := service.refusePast(now); err != nil {
		return err
	}
	limits, err := ReadLimits(ctx, tx)
	if err == nil && now.After(limits.Until(service)) {
		return errs.Conflict(errs.CodeConflict, "O prazo para mudar por aqui acabou. Para mudar agora, ligue para a associação.")
	}
	return err
}

// refusePast refuses the answer to an appointment that has begun or has no date.
func (s Service) refusePast(now time.Time) error {
	if s.ConsultationDate == nil || !s.ConsultationDate.After(now) {
		return errs.Conflict(errs.CodeConflict, "Esta consulta já passou. Fale com a equipe para marcar outra.")
	}
	return nil
}
