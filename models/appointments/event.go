package appointments

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ics"
	"acolhe/models/platform/settings"
)

// alarms are how long before an appointment a calendar reminds.
func alarms() []time.Duration { return []time.Duration{24 * time.Hour, time.Hour} }

// uid identifies an appointment in every calendar.
func uid(service bookings.Service) string { return service.ServiceCode + "@acolhe" }

// Event returns the appointment as an event of the associate's calendar, whose page is at an address. It names nobody but the
// professional, because calendars of other companies keep it. The service has a date.
func (f Facts) Event(organizer ics.Person, page string) ics.Event {
	start := *f.Service.ConsultationDate
	event := ics.Event{
		UID: uid(f.Service), Summary: "Consulta com " + f.Service.ProfessionalName, Start: start, End: start.Add(f.Lasting),
		Changed: f.Service.DateUpdated, Sequence: f.Service.CalendarSequence, Location: cmp.Or(f.Address, f.Video), URL: page,
		Organizer: organizer, Alarms: alarms(),
	}
	notes := f.Notes
	if page != "" {
		notes = append(notes[:len(notes):len(notes)], "Confirmar, trocar ou cancelar: "+page)
	}
	event.Description = strings.Join(notes, "\n")
	return event
}

// Organizer returns the association as who invites to an appointment.
func Organizer(ctx context.Context, tx *db.DB) (ics.Person, error) {
	name, err := settings.Get(ctx, tx, settings.AssociationName)
	if err != nil {
		return ics.Person{}, err
	}
	email, err := settings.Get(ctx, tx, settings.AssociationEmail)
	return ics.Person{Name: name, Email: email}, err
}

// File returns an appointment as a file that adds it to a calendar.
func File(ctx context.Context, tx *db.DB, facts Facts, page string) ([]byte, error) {
	organizer, err := Organizer(ctx, tx)
	if err != nil {
		return nil, err
	}
	return ics.Calendar{Name: "Consultas", Zone: facts.Zone, Events: []ics.Event{facts.Event(organizer, page)}}.Published(), nil
}

// The format of a moment in the addresses that open a calendar with a new event.
const (
	googleMoment  = "20060102T150405Z"
	outlookMoment = "2006-01-02T15:04:05Z"
)

// GoogleHref is the address that adds an event to a Google calendar.
func GoogleHref(event ics.Event) string {
	return "https://calendar.google.com/calendar/render?" + url.Values{"action": {"TEMPLATE"}, "text": {event.Summary},
		"dates":    {event.Start.UTC().Format(googleMoment) + "/" + event.End.UTC().Format(googleMoment)},
		"location": {event.Location}, "details": {event.Description}}.Encode()
}

// OutlookHref is the address that adds an event to a calendar of outlook.com.
func OutlookHref(event ics.Event) string {
	return "https://outlook.live.com/calendar/0/deeplink/compose?" + url.Values{"path": {"/calendar/action/compose"}, "rru": {"addevent"},
		"subject": {event.Summary}, "startdt": {event.Start.UTC().Format(outlookMoment)}, "enddt": {event.End.UTC().Format(outlookMoment)},
		"location": {event.Location}, "body": {event.Description}}.Encode()
}
