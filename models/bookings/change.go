package bookings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CodeEventDate is 409: changing the date of a service with a calendar event needs a confirmation.
const CodeEventDate = "EVENT_DATE_CONFIRMATION_REQUIRED"

// Change changes a service. It returns 400 VALIDATION_ERROR for wrong fields, 409 EVENT_DATE_CONFIRMATION_REQUIRED for
// a new date of a service with a calendar event without replace_calendar_event, 404 NOT_FOUND for an unknown service,
// and 409 CONFLICT for a stale version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Service, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, before Service, service *Service) error {
		problems, err := input.copyProfessional(ctx, tx, by, service)
		if err != nil {
			return err
		}
		input.apply(service)
		service.DateUpdated = by.Now
		service.setPaidAt(before.Status, by.Now)
		wrong, err := service.validate(ctx, tx, before)
		if err != nil {
			return err
		}
		if err := input.Merge(append(problems, wrong...)).Err(); err != nil {
			return err
		}
		return input.confirmDate(before, *service)
	})
}

// Remove removes a service, paid or not, and detaches its files. An unknown service is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Service](ctx, tx, id)
}

// copyProfessional copies another professional into the service; the agreed price stays. It reports an unknown or
// inactive professional.
func (in ChangeInput) copyProfessional(ctx context.Context, tx *db.DB, by auth.Caller, service *Service) (problems errs.Problems, err error) {
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
	kind, known, err := professionals.FindType(ctx, tx, s.Type)
	if err != nil {
		return nil, err
	}
	s.validateCommon(&problems)
	s.validateItem(&problems, "")
	s.validateRest(&problems)
	problems.Require(s.Type == before.Type || known && kind.Active, "type", "escolha um dos tipos configurados")
	return problems, nil
}

func (in ChangeInput) confirmDate(before, after Service) error {
	if before.EventID == nil || in.ReplaceCalendarEvent || sameMoment(before.ConsultationDate, after.ConsultationDate) {
		return nil
	}
	return errs.Conflict(CodeEventDate,
		"Este serviço tem um evento na agenda. Confirme a troca do evento (replace_calendar_event) para mudar a data.")
}

func sameMoment(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
