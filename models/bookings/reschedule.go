package bookings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Rescheduling is the kind of undo of Reschedule.
const Rescheduling undo.Kind = "bookings.reschedule"

// Rescheduled holds the date, the professional and the associate's answer of a service before Reschedule, and the time of
// the change.
type Rescheduled struct {
	ID                int64
	Date              *time.Time
	ProfessionalID    int64
	Confirmation      *Confirmation
	Reason            *string
	Answered, Request *time.Time
	Changed           time.Time
}

// Reschedule changes date or professional of a service and returns the id of the undo; it is 0 if nothing changed. It
// returns the errors of Change.
func Reschedule(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (service Service, undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		service, err = Change(ctx, tx, by, input)
		if err != nil || !service.isMovedFrom(before) {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Rescheduling, KeptOf(before, service))
		return err
	})
	return service, undoID, err
}

// KeptOf returns what undoes the move of a service.
func KeptOf(before, after Service) Rescheduled {
	return Rescheduled{ID: before.ID, Date: before.ConsultationDate, ProfessionalID: before.ProfessionalID,
		Changed:      after.DateUpdated.Truncate(time.Microsecond),
		Confirmation: before.Confirmation, Reason: before.ConfirmationReason, Answered: before.ConfirmationDate, Request: before.RequestedDate}
}

// UndoReschedule undoes Reschedule. It returns 409 CONFLICT for a service that has changed since, and 409 SLOT_TAKEN if
// another appointment has the time.
func UndoReschedule(ctx context.Context, tx *db.DB, by auth.Caller, kept Rescheduled) error {
	service, err := FindFor(ctx, tx, by, kept.ID)
	if err != nil {
		return err
	}
	if !service.DateUpdated.Equal(kept.Changed) {
		return errs.Conflict(errs.CodeConflict, "Este agendamento mudou de novo: nada foi desfeito.")
	}
	input := ChangeInput{ID: kept.ID, ReplaceCalendarEvent: true}
	input.ConsultationDate = patch.Field[time.Time]{Sent: true, Null: kept.Date == nil}
	if kept.Date != nil {
		input.ConsultationDate.Value = *kept.Date
	}
	if kept.ProfessionalID != service.ProfessionalID {
		input.ProfessionalID = patch.Of(kept.ProfessionalID)
	}
	if _, err = Change(ctx, tx, by, input); err != nil {
		return err
	}
	return tx.WithContext(ctx).Model(&Service{}).Where("id = ?", kept.ID).UpdateColumns(map[string]any{
		"confirmation": kept.Confirmation, "confirmation_reason": kept.Reason, "confirmation_date": kept.Answered, "requested_date": kept.Request,
	}).Error
}
