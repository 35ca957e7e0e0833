package bookings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Change changes a service. It returns 400 VALIDATION_ERROR for wrong fields, 409 EVENT_DATE_CONFIRMATION_REQUIRED for
// a new date of a service with a calendar event without replace_calendar_event, 404 NOT_FOUND for an unknown service,
// 409 CONFLICT for a stale version, and 409 SLOT_TAKEN for a new date or professional that overlaps with another service
// while services.block_overlap is on. A service on the statement of a closed month is 409 CONFLICT.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (service Service, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		isMoved, before := false, Service{}
		service, err = db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, stored Service, service *Service) error {
			before = stored
			if err := input.applyTo(ctx, tx, by, service); err != nil {
				return err
			}
			if len(db.Differing(tx, &before, service)) > 0 {
				if err := before.RefuseClosed(tx); err != nil {
					return err
				}
			}
			isMoved = service.isMovedFrom(before)
			if !isMoved {
				return nil
			}
			if err := MoveEvent(ctx, tx, by, before, service); err != nil {
				return err
			}
			service.RemindedAt, service.CalendarSequence = nil, before.CalendarSequence+1
			service.forgetAnswer()
			return SetSlotEnds(ctx, tx, []*Service{service})
		})
		if err != nil || !isMoved {
			return err
		}
		if err := refuseTaken(ctx, tx, []Service{service}); err != nil {
			return err
		}
		return AnnounceMove(ctx, tx, by, before, service)
	})
	return service, err
}

// AnnounceMove enqueues what follows a new date or professional: another event, if it has one, and a message.
func AnnounceMove(ctx context.Context, tx *db.DB, by auth.Caller, before, service Service) error {
	if !service.isSameEvent(before) {
		if err := dropEvent(ctx, tx, by, before); err != nil {
			return err
		}
		if err := enqueueEvents(ctx, tx, service); err != nil {
			return err
		}
	}
	return announceChange(ctx, tx, by, before, service)
}

// applyTo applies the input to a stored service and checks it.
func (in ChangeInput) applyTo(ctx context.Context, tx *db.DB, by auth.Caller, service *Service) error {
	before := *service
	problems, err := in.copyProfessional(ctx, tx, by, service)
	if err != nil {
		return err
	}
	in.apply(service)
	in.setManualEvent(before, service)
	service.DateUpdated = by.Now
	service.setPaidAt(before.Status, by.Now)
	wrong, err := service.validate(ctx, tx, before)
	if err != nil {
		return err
	}
	if err := in.Merge(append(problems, wrong...)).Err(); err != nil {
		return err
	}
	return in.confirmDate(before, *service)
}

// Remove removes a service, paid or not, and detaches its files. An unknown service is 404 NOT_FOUND, one on a statement
// 409 CONFLICT.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := remove(ctx, tx, id)
		if err != nil {
			return err
		}
		return announceCancelled(ctx, tx, auth.Caller{Kind: auth.System}, service)
	})
}

// remove removes a service with its calendar event, and returns it.
func remove(ctx context.Context, tx *db.DB, id int64) (Service, error) {
	service, err := db.Lock[Service](tx, id)
	if err != nil {
		return service, err
	}
	if err := service.RefuseClosed(tx); err != nil {
		return service, err
	}
	if err := db.Remove[Service](ctx, tx, id); err != nil {
		return service, err
	}
	return service, dropEvent(ctx, tx, auth.Caller{Kind: auth.System}, service)
}

// copyProfessional copies another professional into the service; the agreed price stays. It reports an unknown or
// inactive professional.
func (in ChangeInput) copyProfessional(ctx context.Context, tx *db.DB, by auth.Caller, service *Service) (problems errs.Problems,
	err error) {
	id := in.ProfessionalID.Or(service.ProfessionalID)
	if id == service.ProfessionalID || id <= 0 {
		return nil, nil
	}
	found, err := professionals.ByIDs(ctx, tx, by.AsSystem(), []int64{id})
	if err != nil {
		return nil, err
	}
	if !found[id].Active {
		problems.Add("professional_id", notOffered)
		return problems, nil
	}
	service.snapshot(found[id])
	return nil, nil
}

// validate reports every wrong field of a changed service. An unchanged type may be inactive.
func (s Service) validate(ctx context.Context, tx *db.DB, before Service) (problems errs.Problems, err error) {
	kind, known, err := catalog.Find(ctx, tx, s.Type)
	if err != nil {
		return nil, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	s.validateCommon(&problems)
	problems = append(problems, s.validateItem(zone)...)
	s.validateRest(&problems)
	problems.Require(s.Type == before.Type || known && kind.Active, "type", "escolha um dos tipos configurados")
	return problems, nil
}

// isMovedFrom reports whether the service has another date or professional than before.
func (s Service) isMovedFrom(before Service) bool {
	return s.ProfessionalID != before.ProfessionalID || !sameMoment(s.ConsultationDate, before.ConsultationDate)
}

func sameMoment(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
