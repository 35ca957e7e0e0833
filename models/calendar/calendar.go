// Package calendar makes, moves and removes events in the calendars of a connected account. Module reports whether it is
// switched on; package google calls the service. Which appointments have events is a rule of models/bookings.
package calendar

import (
	"context"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// CodeProvider is the code of a failed call.
const CodeProvider = "PROVIDER_ERROR"

// Timeout limits one operation on the calendar.
const Timeout = 10 * time.Second

// defaultLength is the length of an event without an end.
const defaultLength = time.Hour

// Calendar is a calendar that the connected account may write.
type Calendar struct {
	ID       string `json:"id"`
	Summary  string `json:"summary"`
	Primary  bool   `json:"primary"`
	TimeZone string `json:"time_zone"`
}

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

// Provider is a service with calendars. Its errors are 503 CREDENTIAL_MISSING, 422 CREDENTIAL_INVALID, 404 NOT_FOUND for a
// calendar or event that is not there or not shared, 422 PROVIDER_ERROR for what it refuses and 502 PROVIDER_ERROR for
// failures that may pass.
type Provider interface {
	// Calendars returns all calendars that the account may write.
	Calendars(ctx context.Context) ([]Calendar, error)
	// Insert makes an event, or makes the existing one with its id equal to it.
	Insert(ctx context.Context, event Event) (Made, error)
	// Move changes the time of an event.
	Move(ctx context.Context, event Event) (Made, error)
	// Delete deletes an event. One that is not there is no error.
	Delete(ctx context.Context, calendarID, eventID string) error
	// Test tests credentials, stored or not.
	Test(ctx context.Context, values externalservices.Values) []externalservices.Check
}

// MakesEvents reports whether services get events: the service is enabled for the agenda, connected or not.
func (s Status) MakesEvents() bool { return s.Enabled && s.UseForScheduling }

// Module is the calendar as the program uses it.
type Module struct {
	Store    externalservices.Store
	Provider Provider
}

// Status is whether appointments get events.
type Status struct {
	Enabled          bool `json:"enabled"`
	UseForScheduling bool `json:"use_for_scheduling"`
	Connected        bool `json:"connected"`
	// Active reports whether all of these hold.
	Active bool `json:"active"`
}

// Status returns the state of the module.
func (m Module) Status(ctx context.Context) (Status, error) {
	states, err := m.Store.States(ctx)
	if err != nil {
		return Status{}, err
	}
	tokens, err := m.Store.Tokens(ctx, externalservices.Calendar)
	flags := states[externalservices.Calendar].Flags
	status := Status{Enabled: flags[externalservices.Enabled], UseForScheduling: flags[externalservices.UseForScheduling], Connected: tokens.Access != ""}
	status.Active = status.Enabled && status.UseForScheduling && status.Connected
	return status, err
}

// IsOn reports whether events are made: the service is enabled for the agenda, connected or not.
func (m Module) IsOn(ctx context.Context) (bool, error) {
	states, err := m.Store.States(ctx)
	return states[externalservices.Calendar].Has(externalservices.UseForScheduling), err
}

// enabled returns 503 MODULE_DISABLED while the service is off.
func (m Module) enabled(ctx context.Context) error {
	states, err := m.Store.States(ctx)
	if err == nil && !states[externalservices.Calendar].Flags[externalservices.Enabled] {
		return errs.New(errs.KindUnavailable, externalservices.CodeDisabled, "A agenda está desligada.")
	}
	return err
}

// Calendars returns the calendars that can be chosen. It returns 503 MODULE_DISABLED and the errors of Provider.
func (m Module) Calendars(ctx context.Context) ([]Calendar, error) {
	if err := m.enabled(ctx); err != nil {
		return nil, err
	}
	return m.Read(ctx)
}

// EventInput is the body of PATCH, and with a summary of POST, /modules/calendar/events. Without a calendarId the primary calendar is meant,
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
	event := Event{ID: id, CalendarID: calendarOr(in.CalendarID), Summary: strings.TrimSpace(in.Summary), Description: in.Description, Start: in.Start,
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

// calendarOr returns the calendar, else the alias of the primary one.
func calendarOr(id string) string {
	if id == "" {
		return "primary"
	}
	return id
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
	if err := m.enabled(ctx); err != nil {
		return Made{}, err
	}
	return m.Provider.Insert(ctx, event)
}

// Move changes the time of an event; its texts stay unless they are sent.
func (m Module) Move(ctx context.Context, id string, input EventInput) (Made, error) {
	event, err := input.event(id)
	if err != nil {
		return Made{}, err
	}
	if err := m.enabled(ctx); err != nil {
		return Made{}, err
	}
	return m.Provider.Move(ctx, event)
}

// Remove deletes an event; one that is not there is no error.
func (m Module) Remove(ctx context.Context, calendarID, eventID string) error {
	if err := m.enabled(ctx); err != nil {
		return err
	}
	return m.Provider.Delete(ctx, calendarOr(calendarID), eventID)
}

// Insert makes the event of an appointment.
func (m Module) Insert(ctx context.Context, event Event) (Made, error) {
	return m.Provider.Insert(ctx, event)
}

// Delete deletes the event of an appointment; one that is not there is no error.
func (m Module) Delete(ctx context.Context, calendarID, eventID string) error {
	return m.Provider.Delete(ctx, calendarID, eventID)
}

// ErrFailed returns 502 PROVIDER_ERROR, for a failure that may pass.
func ErrFailed(message string, cause error) error {
	return errs.New(errs.KindProviderFailed, CodeProvider, textOf(message)).WithCause(cause)
}

// ErrRefused returns 422 PROVIDER_ERROR, for a call that would be refused again.
func ErrRefused(message string, cause error) error {
	return errs.New(errs.KindUnprocessable, CodeProvider, textOf(message)).WithCause(cause)
}

func textOf(message string) string {
	if message == "" {
		return "O Google não respondeu como esperado. Tente de novo em instantes."
	}
	return "O Google respondeu: " + message
}

// MayPass reports whether a failed call may succeed later.
func MayPass(err error) bool {
	refused := errs.As(err)
	return refused == nil || refused.Kind == errs.KindProviderFailed
}
