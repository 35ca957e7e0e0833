package ics_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"acolhe/models/platform/ics"
)

// parse reads a calendar with a library other than the writer's.
func parse(t *testing.T, written []byte) *ical.Calendar {
	t.Helper()
	parsed, err := ical.NewDecoder(bytes.NewReader(written)).Decode()
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	return parsed
}

// An appointment near midnight, at the end of a month or of a year is at the same moment, and on the same day of its zone,
// after another program has read it.
func TestCalendar_Moments(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"America/Sao_Paulo", "America/Manaus", "America/Noronha", "America/Rio_Branco", "UTC"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, start := range []time.Time{
			time.Date(2026, 11, 30, 23, 30, 0, 0, zone), time.Date(2026, 12, 31, 23, 30, 0, 0, zone), time.Date(2028, 2, 29, 0, 0, 0, 0, zone),
			time.Date(2026, 12, 1, 0, 15, 0, 0, zone), time.Date(2018, 11, 4, 1, 0, 0, 0, zone), // the last one began the last summer time
		} {
			calendar := ics.Calendar{Name: "Agenda", Zone: zone,
				Events: []ics.Event{{UID: "S-1@acolhe", Summary: "Consulta", Start: start, End: start.Add(time.Hour), Changed: start}}}
			parsed := parse(t, calendar.Published())
			event := parsed.Events()[0]
			from, err := event.DateTimeStart(zone)
			if err != nil {
				t.Fatal(err)
			}
			until, err := event.DateTimeEnd(zone)
			if err != nil {
				t.Fatal(err)
			}
			if !from.Equal(start) || !until.Equal(start.Add(time.Hour)) || from.In(zone).Format(time.DateTime) != start.Format(time.DateTime) {
				t.Errorf("%s: %v until %v, want %v", name, from, until, start)
			}
		}
	}
}

// Names are user input: line breaks, commas, semicolons and long words stay within their property.
func TestCalendar_Text(t *testing.T) {
	t.Parallel()
	summary := "Consulta; João, o “Zé”\\ \r\nBEGIN:VEVENT " + strings.Repeat("ção", 60)
	start := time.Date(2026, 11, 26, 14, 0, 0, 0, time.UTC)
	written := ics.Calendar{Name: "Agenda de Márcio", Zone: time.UTC,
		Events: []ics.Event{{UID: "S-1@acolhe", Summary: summary, Description: "a\nb", Start: start, End: start.Add(time.Hour), Changed: start,
			Sequence: 7}}}.Published()
	parsed := parse(t, written)
	if len(parsed.Events()) != 1 {
		t.Fatalf("%d events", len(parsed.Events()))
	}
	text, err := parsed.Events()[0].Props.Text(ical.PropSummary)
	if err != nil || strings.ReplaceAll(text, "\r", "") != strings.ReplaceAll(summary, "\r", "") {
		t.Errorf("%v, %q", err, text)
	}
	if sequence := parsed.Events()[0].Props.Get(ical.PropSequence).Value; sequence != "7" {
		t.Errorf("sequence %s", sequence)
	}
	for line := range bytes.SplitSeq(bytes.TrimSuffix(written, []byte("\r\n")), []byte("\r\n")) {
		if len(line) > 75 || slices.Contains(line, '\n') {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
}

// A cancelled appointment has the method and the status by which programs remove it.
func TestCalendar_Cancelled(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 26, 14, 0, 0, 0, time.UTC)
	parsed := parse(t, ics.Calendar{Name: "Agenda", Zone: time.UTC,
		Events: []ics.Event{{UID: "S-1@acolhe", Start: start, End: start.Add(time.Hour), Changed: start}}}.Cancelled())
	if method := parsed.Props.Get(ical.PropMethod).Value; method != "CANCEL" {
		t.Errorf("method %s", method)
	}
	if status := parsed.Events()[0].Props.Get(ical.PropStatus).Value; status != "CANCELLED" {
		t.Errorf("status %s", status)
	}
}
