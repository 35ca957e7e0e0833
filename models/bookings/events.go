package bookings

import (
	"cmp"
	"context"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/calendar"
	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// CodeEventDate is 409: changing the date of a service with a calendar event needs a confirmation.
const CodeEventDate = "EVENT_DATE_CONFIRMATION_REQUIRED"

// The states of the calendar event of a service; a service without an event has none. The id of a queued event is known
// before it is made, so that a repeated call makes no second one.
const (
	EventQueued  = "queued"
	EventCreated = "created"
	EventFailed  = "failed"
)

// hasEvent reports whether the service has an event, made or not.
func (s Service) hasEvent() bool { return s.EventID != nil }

// isSameEvent reports whether the service has the event that it had before, or none as before.
func (s Service) isSameEvent(before Service) bool {
	return texts.Of(s.EventID) == texts.Of(before.EventID)
}

// isEvent reports whether the event of the service is in a state.
func (s Service) isEvent(state string) bool { return s.EventState != nil && *s.EventState == state }

// wantEvent gives the service a new event in a calendar, which a job makes; without a date, without a calendar and for
// sample data it has none.
func (s *Service) wantEvent(calendarID *string) {
	s.EventID, s.EventLink, s.EventCalendarID, s.EventState, s.EventError = nil, nil, nil, nil, nil
	if s.ConsultationDate == nil || calendarID == nil || s.IsSample {
		return
	}
	id, state, calendar := strings.ReplaceAll(uuid.NewString(), "-", ""), EventQueued, *calendarID
	s.EventID, s.EventState, s.EventCalendarID = &id, &state, &calendar
}

// setManualEvent follows an event_id that a caller wrote: the program did not make that event.
func (in ChangeInput) setManualEvent(before Service, service *Service) {
	if in.EventID.Sent && !service.isSameEvent(before) {
		service.EventCalendarID, service.EventState, service.EventError = nil, nil, nil
	}
}

// MoveEvent gives a moved service with an event another one. An event that the caller wrote with the move stands, and while the
// calendar is off a service with a date keeps the one that it has.
func MoveEvent(ctx context.Context, tx *db.DB, by auth.Caller, before Service, service *Service) error {
	if !before.hasEvent() || !service.isSameEvent(before) {
		return nil
	}
	isOn, err := externalservices.MakesEvents(ctx, tx)
	if err != nil || !isOn && service.ConsultationDate != nil {
		return err
	}
	calendarID, err := calendarOf(ctx, tx, by, service.ProfessionalID)
	if err == nil {
		service.wantEvent(&calendarID)
	}
	return err
}

// calendarOf returns the calendar of a professional, else the default of the association, else the account's own.
func calendarOf(ctx context.Context, tx *db.DB, by auth.Caller, professional int64) (string, error) {
	found, err := professionals.ByIDs(ctx, tx, by.AsSystem(), []int64{professional})
	if err != nil {
		return "", err
	}
	chosen, err := externalservices.PrimaryCalendarID(ctx, tx)
	return cmp.Or(texts.Of(found[professional].CalendarID), texts.Of(chosen), calendar.Primary), err
}

// enqueueEvents enqueues the jobs that make the queued events of services.
func enqueueEvents(ctx context.Context, tx *db.DB, services ...Service) error {
	for _, service := range services {
		if !service.isEvent(EventQueued) {
			continue
		}
		if err := jobs.Enqueue(ctx, tx, makeEvent{service.ID, *service.EventID}, makeOptions()); err != nil {
			return err
		}
	}
	return nil
}

// dropEvent enqueues the job that deletes the event of a service as it was before a change or its removal. An event whose
// making failed or is not known to have ended is deleted too, since it may be there.
func dropEvent(ctx context.Context, tx *db.DB, by auth.Caller, before Service) error {
	if !before.hasEvent() {
		return nil
	}
	calendarID, err := texts.Of(before.EventCalendarID), error(nil)
	if calendarID == "" {
		if calendarID, err = calendarOf(ctx, tx, by, before.ProfessionalID); err != nil {
			return err
		}
	}
	return jobs.Enqueue(ctx, tx, removeEvent{before.ID, calendarID, *before.EventID}, nil)
}

// RequestEvent makes the event of a service that has none or whose event failed. It returns 400 VALIDATION_ERROR if the
// service has no date, and 404 NOT_FOUND for an unknown service; one that is made or on its way stays.
func RequestEvent(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (service Service, err error) {
	if _, err := FindFor(ctx, tx, by, id); err != nil {
		return service, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var before Service
		service, err = db.Change(ctx, tx, id, "", func(tx *db.DB, stored Service, service *Service) error {
			if before = stored; stored.hasEvent() && !stored.isEvent(EventFailed) {
				return nil
			}
			calendarID, err := calendarOf(ctx, tx, by, service.ProfessionalID)
			if err != nil {
				return err
			}
			if service.wantEvent(&calendarID); !service.hasEvent() {
				return errs.Invalid("event_id", "O serviço precisa de uma data.")
			}
			return nil
		})
		if err != nil || before.hasEvent() && !before.isEvent(EventFailed) {
			return err
		}
		if err := dropEvent(ctx, tx, by, before); err != nil {
			return err
		}
		return enqueueEvents(ctx, tx, service)
	})
	return service, err
}

func (in ChangeInput) confirmDate(before, after Service) error {
	if before.EventID == nil || before.isEvent(EventFailed) || in.ReplaceCalendarEvent ||
		sameMoment(before.ConsultationDate, after.ConsultationDate) {
		return nil
	}
	return errs.Conflict(CodeEventDate,
		"Este serviço tem um evento na agenda. Confirme a troca do evento (replace_calendar_event) para mudar a data.")
}
