package calendar

import (
	"cmp"
	"context"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// defaultLength is the length of an event without an end.
const defaultLength = time.Hour

// Event is an event to write. ID consists of a-v and 0-9 and is unique in its calendar, so that a repeated call makes no
// second one.
type Event struct {
	ID, CalendarID, Summary, Description string
	Start, End                           time.Time
	// Zone is the IANA name of the time zone.
	Zone string
}

// Made is an event in a calendar.
type Made struct {
	ID         string    `json:"event_id"`
	CalendarID string    `json:"calendar_id"`
	Link       string    `json:"event_link"`
	Start      time.Time `json:"start"`
	End        time.Time `json:"end"`
}

// EventInput is the body of PATCH, and with a summary of POST, /modules/calendar/events. Without a calendarId the default calendar is meant,
// without an end the event lasts an hour, without a timeZone it has the offset of its start.
type EventInput struct {
	CalendarID  string     `json:"calendarId"`
	Summary     string     `json:"summary"`
	Description string     `json:"description"`
	Start       time.Time  `json:"start"`
	End         *time.Time `json:"end"`
	TimeZone    string     `json:"timeZone"`
}

// Required names the members that must be sent.
func (EventInput) Required() []string { return []string{"start"} }

// NewEventInput is the body of POST /modules/calendar/events.
type NewEventInput struct{ EventInput }

// Required names the members that must be sent.
func (NewEventInput) Required() []string { return []string{"start", "summary"} }

// Limits of an event.
const (
	maxCalendarID  = 500
	maxSummary     = 250
	maxDescription = 8000
	longest        = 31 * 24 * time.Hour
)

// event returns the event of the input, or 400 VALIDATION_ERROR.
func (in EventInput) event(id string) (Event, error) {
	event := Event{ID: id, CalendarID: in.CalendarID, Summary: strings.TrimSpace(in.Summary), Description: in.Description, Start: in.Start,
		End: in.Start.Add(defaultLength), Zone: in.TimeZone}
	if in.End != nil {
		event.End = *in.End
	}
	var p errs.Problems
	_, err := time.LoadLocation(in.TimeZone)
	p.Require(texts.Fits(event.CalendarID, maxCalendarID), "calendarId", "é longo demais")
	p.Require(texts.Fits(event.Summary, maxSummary), "summary", "deve ter no máximo 250 caracteres")
	p.Require(texts.Fits(event.Description, maxDescription), "description", "é longa demais")
	p.Require(in.Start.Year() >= 2000 && in.Start.Year() <= 2100, "start", "deve estar entre os anos 2000 e 2100")
	p.Require(event.End.After(event.Start) && event.End.Sub(event.Start) <= longest, "end", "deve vir depois do início")
	p.Require(err == nil && in.TimeZone != "Local", "timeZone", "deve ser o nome de um fuso horário, como America/Sao_Paulo")
	return event, p.Err()
}

// calendarOr returns the calendar, else the default of the association, else Primary.
func (m Module) calendarOr(ctx context.Context, id string) (string, error) {
	if id != "" {
		return id, nil
	}
	chosen, err := externalservices.PrimaryCalendarID(ctx, m.Store.DB)
	return cmp.Or(texts.Of(chosen), Primary), err
}

// Create makes an event of POST /modules/calendar/events, whose summary is required.
func (m Module) Create(ctx context.Context, id string, input EventInput) (Made, error) {
	event, err := input.event(id)
	if err == nil && event.Summary == "" {
		err = errs.Invalid("summary", "informe um título")
	}
	if err != nil {
		return Made{}, err
	}
	if event, err = m.place(ctx, event); err != nil {
		return Made{}, err
	}
	return m.Provider.Insert(ctx, event)
}

// place returns the event with its calendar, and 503 MODULE_DISABLED while the service is off.
func (m Module) place(ctx context.Context, event Event) (Event, error) {
	err := m.enabled(ctx)
	if err == nil {
		event.CalendarID, err = m.calendarOr(ctx, event.CalendarID)
	}
	return event, err
}

// Move changes the time of an event; its texts stay unless they are sent.
func (m Module) Move(ctx context.Context, id string, input EventInput) (Made, error) {
	event, err := input.event(id)
	if err != nil {
		return Made{}, err
	}
	if event, err = m.place(ctx, event); err != nil {
		return Made{}, err
	}
	return m.Provider.Move(ctx, event)
}

// Remove deletes an event; one that is not there is no error.
func (m Module) Remove(ctx context.Context, calendarID, eventID string) error {
	event, err := m.place(ctx, Event{CalendarID: calendarID})
	if err != nil {
		return err
	}
	return m.Provider.Delete(ctx, event.CalendarID, eventID)
}

// Insert makes the event of an appointment.
func (m Module) Insert(ctx context.Context, event Event) (Made, error) {
	return m.Provider.Insert(ctx, event)
}

// Delete deletes the event of an appointment; one that is not there is no error.
func (m Module) Delete(ctx context.Context, calendarID, eventID string) error {
	return m.Provider.Delete(ctx, calendarID, eventID)
}
