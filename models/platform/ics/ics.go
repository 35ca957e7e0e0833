// Package ics writes appointments as iCalendar (RFC 5545), for calendar programs that subscribe to a feed or open a file
// attached to a mail.
package ics

import (
	"strconv"
	"time"

	ical "github.com/arran4/golang-ical"
)

// ContentType is the media type of a calendar.
const ContentType = "text/calendar; charset=utf-8"

// product identifies the program that wrote a calendar (RFC 5545, 3.7.3).
const product = "-//Acolhe//Agenda//PT-BR"

// refresh is how often programs should read a feed again (RFC 7986, 5.7).
const refresh = "PT1H"

// Event is one appointment. A program that knows the UID changes its event if Sequence is higher than before.
type Event struct {
	UID, Summary, Description string
	// Location is an address, or the link of a video call; URL is a page about the event. Empty ones are left out.
	Location, URL string
	// Organizer is who invites; without an e-mail it is left out.
	Organizer Person
	// Alarms are how long before the start a program reminds, in whole hours.
	Alarms     []time.Duration
	Start, End time.Time
	// Changed is when the appointment changed last.
	Changed  time.Time
	Sequence int
}

// Person is somebody with an e-mail.
type Person struct{ Name, Email string }

// Calendar is a named list of events.
type Calendar struct {
	Name   string
	Events []Event
	// Zone is the time zone in which a program may show the calendar. Events are written in UTC, so that no program needs
	// to know the zone.
	Zone *time.Location
}

// Published returns the calendar as a feed or a file to open.
func (c Calendar) Published() []byte { return c.write(ical.MethodPublish, ical.ObjectStatusConfirmed) }

// Cancelled returns the calendar as a file that removes its events.
func (c Calendar) Cancelled() []byte { return c.write(ical.MethodCancel, ical.ObjectStatusCancelled) }

func (c Calendar) write(method ical.Method, status ical.ObjectStatus) []byte {
	written := ical.NewCalendar()
	written.SetProductId(product)
	written.SetMethod(method)
	written.SetXWRCalName(c.Name)
	written.SetXWRTimezone(c.Zone.String())
	written.SetRefreshInterval(refresh, ical.WithValue("DURATION"))
	written.SetXPublishedTTL(refresh)
	for _, event := range c.Events {
		entry := written.AddEvent(event.UID)
		entry.SetDtStampTime(event.Changed)
		entry.SetLastModifiedAt(event.Changed)
		entry.SetSequence(event.Sequence)
		entry.SetStartAt(event.Start)
		entry.SetEndAt(event.End)
		entry.SetSummary(event.Summary)
		if event.Description != "" {
			entry.SetDescription(event.Description)
		}
		event.addPlace(entry)
		entry.SetStatus(status)
	}
	return []byte(written.Serialize(ical.WithNewLineWindows))
}

// addPlace writes where an event is, who invites, and when a program reminds.
func (e Event) addPlace(entry *ical.VEvent) {
	if e.Location != "" {
		entry.SetLocation(e.Location)
	}
	if e.URL != "" {
		entry.SetURL(e.URL)
	}
	if e.Organizer.Email != "" {
		entry.SetOrganizer("mailto:"+e.Organizer.Email, ical.WithCN(e.Organizer.Name))
	}
	for _, before := range e.Alarms {
		alarm := entry.AddAlarm()
		alarm.SetAction(ical.ActionDisplay)
		alarm.SetTrigger("-PT" + strconv.Itoa(int(before.Hours())) + "H")
		alarm.SetDescription(e.Summary)
	}
}
