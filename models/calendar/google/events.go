package google

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"acolhe/models/calendar"
	"acolhe/models/platform/provider"
)

// event is an event as Google reads it; an empty field is not sent.
type event struct {
	ID          string     `json:"id,omitempty"`
	Status      string     `json:"status,omitempty"`
	Summary     string     `json:"summary,omitempty"`
	Description string     `json:"description,omitempty"`
	Start       moment     `json:"start"`
	End         moment     `json:"end"`
	Reminders   *reminders `json:"reminders,omitempty"`
}

type moment struct {
	DateTime time.Time `json:"dateTime"`
	TimeZone string    `json:"timeZone,omitempty"`
}

type reminders struct {
	UseDefault bool       `json:"useDefault"`
	Overrides  []reminder `json:"overrides"`
}

type reminder struct {
	Method  string `json:"method"`
	Minutes int    `json:"minutes"`
}

// eventReminders are an e-mail a day before and a popup ten minutes before (specification, "Calendar module").
var eventReminders = reminders{Overrides: []reminder{{"email", 24 * 60}, {"popup", 10}}}

const confirmed = "confirmed"

// made is Google's answer.
type made struct {
	ID    string `json:"id"`
	Link  string `json:"htmlLink"`
	Start moment `json:"start"`
	End   moment `json:"end"`
}

func (m made) of(calendarID string) calendar.Made {
	return calendar.Made{ID: m.ID, CalendarID: calendarID, Link: m.Link, Start: m.Start.DateTime, End: m.End.DateTime}
}

func body(e calendar.Event) event {
	return event{Summary: e.Summary, Description: e.Description, Start: moment{e.Start, e.Zone}, End: moment{e.End, e.Zone}}
}

func path(calendarID string) string { return "/calendars/" + url.PathEscape(calendarID) + "/events" }

// Insert implements calendar.Provider. It may be repeated, because the id is the caller's: an event with the id, made by a
// call whose answer was lost or deleted by hand, is given the data of this one.
func (g *Google) Insert(ctx context.Context, e calendar.Event) (calendar.Made, error) {
	sent, answer := body(e), made{}
	sent.ID, sent.Reminders = e.ID, &eventReminders
	values, err := g.values(ctx)
	if err != nil {
		return calendar.Made{}, err
	}
	err = g.try(ctx, values, provider.Call{Method: http.MethodPost, URL: path(e.CalendarID) + "?sendUpdates=none", Body: sent, Into: &answer})
	if provider.HasStatus(err, http.StatusConflict) {
		sent.ID, sent.Status = "", confirmed
		return g.patch(ctx, e, sent)
	}
	return answer.of(e.CalendarID), classify(err)
}

// Move implements calendar.Provider.
func (g *Google) Move(ctx context.Context, e calendar.Event) (calendar.Made, error) {
	return g.patch(ctx, e, body(e))
}

func (g *Google) patch(ctx context.Context, e calendar.Event, sent event) (calendar.Made, error) {
	var answer made
	err := g.call(ctx, provider.Call{Method: http.MethodPatch, URL: path(e.CalendarID) + "/" + url.PathEscape(e.ID) + "?sendUpdates=none",
		Body: sent, Into: &answer})
	return answer.of(e.CalendarID), err
}

// Delete implements calendar.Provider. An event that is deleted already (410), or a calendar that is no longer shared
// (404), is done.
func (g *Google) Delete(ctx context.Context, calendarID, eventID string) error {
	values, err := g.values(ctx)
	if err != nil {
		return err
	}
	err = g.try(ctx, values, provider.Call{Method: http.MethodDelete,
		URL: path(calendarID) + "/" + url.PathEscape(eventID) + "?sendUpdates=none"})
	if provider.HasStatus(err, http.StatusNotFound) || provider.HasStatus(err, http.StatusGone) {
		return nil
	}
	return classify(err)
}
