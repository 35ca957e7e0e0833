// Package calendar makes, moves and removes events in the calendars of a connected account. Module reports whether it is
// switched on; package google calls the service. Which appointments have events is a rule of models/bookings.
package calendar

import (
	"cmp"
	"context"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
)

// CodeProvider is the code of a failed call.
const CodeProvider = "PROVIDER_ERROR"

// Timeout limits one operation on the calendar.
const Timeout = 10 * time.Second

// Primary is Google's name of the connected account's own calendar.
const Primary = "primary"

// Calendar is a calendar that the connected account may write.
type Calendar struct {
	ID       string `json:"id"`
	Summary  string `json:"summary"`
	Primary  bool   `json:"primary"`
	TimeZone string `json:"time_zone"`
}

// Name returns the summary, else the id.
func (c Calendar) Name() string { return cmp.Or(c.Summary, c.ID) }

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

	// HasDefault reports whether an administrator chose a default calendar.
	HasDefault bool `json:"-"`
}

// MakesEventsIn reports whether services get events that belong in a calendar, or without one in the default.
func (s Status) MakesEventsIn(calendarID *string) bool {
	return s.MakesEvents() && (calendarID != nil || s.HasDefault)
}

// Status returns the state of the module.
func (m Module) Status(ctx context.Context) (Status, error) {
	states, err := m.Store.States(ctx)
	if err != nil {
		return Status{}, err
	}
	tokens, err := m.Store.Tokens(ctx, externalservices.Calendar)
	state := states[externalservices.Calendar]
	status := Status{Enabled: state.Flags[externalservices.Enabled], UseForScheduling: state.Flags[externalservices.UseForScheduling],
		Connected: tokens.Access != "", HasDefault: state.PrimaryCalendarID != nil}
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
