package attendance

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

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

// Cancel cancels an appointment for its associate: its time is free again, and the staff sees who cancelled and why. It
// returns 400 VALIDATION_ERROR without a reason, 404 NOT_FOUND for an appointment of somebody else, and 409 CONFLICT for one
// that has begun or whose time limit has passed.
func Cancel(ctx context.Context, tx *db.DB, by auth.Caller, input CancelInput) (service bookings.Service, err error) {
	if err := input.check(); err != nil {
		return service, err
	}
	answer := Input{ID: input.ID, Token: input.Token, Reason: fitReason(input)}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var before bookings.Service
		service, err = db.Change(ctx, tx, input.ID, "", func(tx *db.DB, stored bookings.Service, service *bookings.Service) error {
			before = stored
			if err := refuseLate(ctx, tx, stored, by.Now); err != nil {
				return err
			}
			if err := stored.RefuseClosed(tx); err != nil {
				return err
			}
			service.ConsultationDate, service.DateUpdated = nil, by.Now
			setConfirmation(service, new(bookings.CancelledByAssociate), answer, by.Now)
			service.CancelledDate, service.RemindedAt, service.CalendarSequence = stored.ConsultationDate, nil, stored.CalendarSequence+1
			if err := bookings.MoveEvent(ctx, tx, by, stored, service); err != nil {
				return err
			}
			return bookings.SetSlotEnds(ctx, tx, []*bookings.Service{service})
		}, answer.scope(by))
		if err != nil {
			return err
		}
		return bookings.AnnounceMove(ctx, tx, by, before, service)
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
func refuseLate(ctx context.Context, tx *db.DB, service bookings.Service, now time.Time) error {
	if err := refusePast(service, now); err != nil {
		return err
	}
	limits, err := bookings.ReadLimits(ctx, tx)
	if err == nil && now.After(limits.Until(service)) {
		return errs.Conflict(errs.CodeConflict, "O prazo para mudar por aqui acabou. Para mudar agora, ligue para a associação.")
	}
	return err
}

// refusePast refuses the answer to an appointment that has begun or has no date.
func refusePast(s bookings.Service, now time.Time) error {
	if s.ConsultationDate == nil || !s.ConsultationDate.After(now) {
		return errs.Conflict(errs.CodeConflict, "Esta consulta já passou. Fale com a equipe para marcar outra.")
	}
	return nil
}
