package bookings

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// FindFor returns a service that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Service, error) {
	return db.First[Service](allowed(tx.WithContext(ctx), by).Where("services.id = ?", id), errs.NotFound("Serviço não encontrado."))
}

// ListGroup lists the services of a booking that the caller may see, by date, those without a date last.
func ListGroup(ctx context.Context, tx *db.DB, by auth.Caller, group uuid.UUID) ([]Service, error) {
	found := []Service{}
	err := allowed(tx.WithContext(ctx), by).Where("booking_group_code = ?", group).Order("consultation_date, id").Limit(maxItems).Find(&found).Error
	return found, err
}

// GroupPayment is the kind of undo of SetGroupStatus.
const GroupPayment undo.Kind = "bookings.payment"

// PaymentUndo holds the services that SetGroupStatus changed, each as it was, and the time of the change.
type PaymentUndo struct {
	Before  []Payment
	Changed time.Time
}

// Payment is the payment of a service.
type Payment struct {
	ID     int64
	Status Status
	PaidAt *time.Time
}

// StatusInput is a new status of all services of the booking of a service.
type StatusInput struct {
	ID     int64  `form:"-"`
	Status Status `form:"status"`
}

// SetGroupStatus changes the status of all services of a booking, and returns the changed ones with the id of the undo;
// it is 0 if none changed. It returns 400 VALIDATION_ERROR for an unknown status and 404 NOT_FOUND for an unknown service.
func SetGroupStatus(ctx context.Context, tx *db.DB, by auth.Caller, input StatusInput) (changed []Service, undoID int64, err error) {
	if input.Status != AwaitingPayment && input.Status != Paid {
		return nil, 0, errs.Invalid("status", "deve ser Aguardando Pagamento ou Pagamento Concluído")
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		group, err := ListGroup(ctx, tx, by, service.BookingGroupCode)
		if err != nil {
			return err
		}
		kept := PaymentUndo{Changed: by.Now.Truncate(time.Microsecond)}
		for _, before := range group {
			if before.Status == input.Status {
				continue
			}
			after, err := setPayment(ctx, tx, by, before.ID, func(s *Service) { s.Status = input.Status; s.setPaidAt(before.Status, by.Now) })
			if err != nil {
				return err
			}
			changed, kept.Before = append(changed, after), append(kept.Before, Payment{before.ID, before.Status, before.PaidAt})
		}
		if len(changed) == 0 {
			return nil
		}
		undoID, err = undo.Keep(ctx, tx, by, GroupPayment, kept)
		return err
	})
	return changed, undoID, err
}

// UndoPayment undoes SetGroupStatus. A service that has changed since is 409 CONFLICT, and then none changes.
func UndoPayment(ctx context.Context, tx *db.DB, by auth.Caller, kept PaymentUndo) error {
	for _, before := range kept.Before {
		service, err := FindFor(ctx, tx, by, before.ID)
		if err != nil {
			return err
		}
		if !service.DateUpdated.Equal(kept.Changed) {
			return errs.Conflict(errs.CodeConflict, "Este agendamento mudou de novo: nada foi desfeito.")
		}
		if _, err := setPayment(ctx, tx, by, before.ID, func(s *Service) { s.Status, s.PaidAt = before.Status, before.PaidAt }); err != nil {
			return err
		}
	}
	return nil
}

func setPayment(ctx context.Context, tx *db.DB, by auth.Caller, id int64, set func(s *Service)) (Service, error) {
	return db.Change(ctx, tx, id, "", func(_ *db.DB, _ Service, service *Service) error {
		set(service)
		service.DateUpdated = by.Now
		return nil
	})
}

// RemoveGroup removes all services of the booking of a service and returns their number. An unknown service is 404
// NOT_FOUND.
func RemoveGroup(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (removed int, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		group, err := ListGroup(ctx, tx, by, service.BookingGroupCode)
		if err != nil {
			return err
		}
		for _, member := range group {
			if err := Remove(ctx, tx, member.ID); err != nil {
				return err
			}
		}
		removed = len(group)
		return nil
	})
	return removed, err
}
