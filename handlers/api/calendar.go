package api

import (
	"strings"

	"github.com/google/uuid"

	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/externalservices"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/services"
	"acolhe/views/layouts"
	"acolhe/web"
)

// CalendarCallback is the path to which Google leads back; its full address must be registered there.
const CalendarCallback = "/api/v1/modules/calendar/oauth/callback"

func (a API) calendarRoutes() []web.Route {
	const root = "/api/v1/modules/calendar"
	writes := web.CanAsStaff("services", access.Update)
	return []web.Route{
		web.GET(root+"/status", web.Can("services", access.Read), a.showCalendarStatus).Doc("active is true if appointments get events."),
		web.GET(root+"/calendars", web.CanAsStaff("professionals", access.Update), a.listCalendars).
			Doc("The calendars that the connected account may write."),
		web.POST(root+"/events", writes, a.createEvent).Created().
			Doc("Without calendarId the event is in the default calendar (primary_calendar_id, else the account's own), without end it lasts an hour. Reminders: e-mail 24 hours, popup 10 minutes before."),
		web.PATCH(root+"/events/:eventId", writes, a.moveEvent).Doc("Moves an event to a new start; its texts stay unless they are sent."),
		web.DELETE(root+"/events/:eventId", writes, a.removeEvent).
			Doc("Without calendarId the default calendar is meant. An event that is not there is no error."),
		web.Page(root+"/oauth/authorize", web.Administrator(), a.startCalendarAuthorization),
		web.Page(CalendarCallback, web.Anyone(), a.endCalendarAuthorization),
		web.GET(root+"/oauth/status", web.Administrator(), a.showCalendarAuthorization),
		web.POST(root+"/test", web.Administrator(), a.testCalendar).
			Doc("Tests the credentials in use and keeps the result. A failed check is a 200 with ok false."),
	}
}

func (a API) showCalendarStatus(r *web.Request, _ web.None) (calendar.Status, error) {
	return a.Calendar.Status(r.Context())
}

func (a API) listCalendars(r *web.Request, _ web.None) ([]calendar.Calendar, error) {
	return a.Calendar.Calendars(r.Context())
}

func (a API) createEvent(r *web.Request, sent calendar.NewEventInput) (calendar.Made, error) {
	input, err := a.inZone(r, sent.EventInput)
	if err != nil {
		return calendar.Made{}, err
	}
	return a.Calendar.Create(r.Context(), strings.ReplaceAll(uuid.NewString(), "-", ""), input)
}

func (a API) moveEvent(r *web.Request, input calendar.EventInput) (calendar.Made, error) {
	input, err := a.inZone(r, input)
	if err != nil {
		return calendar.Made{}, err
	}
	return a.Calendar.Move(r.Context(), r.Param("eventId"), input)
}

// inZone returns the input in the association's time zone unless it names another.
func (a API) inZone(r *web.Request, input calendar.EventInput) (calendar.EventInput, error) {
	if input.TimeZone != "" {
		return input, nil
	}
	zone, err := settings.Location(r.Context(), a.DB)
	input.TimeZone = zone.String()
	return input, err
}

// placedIn is the body of DELETE /modules/calendar/events/:eventId.
type placedIn struct {
	CalendarID string `json:"calendarId" form:"calendarId"`
}

// removedEvent is the data of the removal of an event, whose id is a text.
type removedEvent struct {
	ID string `json:"id"`
}

func (a API) removeEvent(r *web.Request, input placedIn) (removedEvent, error) {
	id := r.Param("eventId")
	return removedEvent{id}, a.Calendar.Remove(r.Context(), input.CalendarID, id)
}

func (a API) calendarCallback() string { return a.BaseURL.JoinPath(CalendarCallback).String() }

func (a API) startCalendarAuthorization(r *web.Request) error {
	address, err := a.Google.Authorize(r.Context(), r.By, a.calendarCallback())
	refused := errs.As(err)
	if err != nil && refused == nil {
		return err
	}
	if refused != nil {
		r.Notify(refused.Message)
		return r.Redirect(view.Href(externalservices.Calendar))
	}
	return r.Redirect(address)
}

// endCalendarAuthorization shows the result in the window of the wizard, which passes it to the page that opened it.
func (a API) endCalendarAuthorization(r *web.Request) error {
	answer := google.Callback{State: r.Query("state"), Code: r.Query("code"), Error: r.Query("error")}
	err := a.Google.CompleteAuthorization(r.Context(), r.By, a.calendarCallback(), answer)
	refused := errs.As(err)
	if err != nil && refused == nil {
		return err
	}
	if err == nil {
		// A failure needs no answer: a job reads the list again within minutes.
		_, _ = a.Calendar.Calendars(r.Context())
	}
	administration, err := settings.Get(r.Context(), a.DB, settings.AdminURL)
	if err != nil {
		return err
	}
	frame := layouts.Frame{Title: "Google Agenda", Theme: r.Cookie("tema")}
	return r.Render(view.Returned(frame, administration, refused))
}

func (a API) showCalendarAuthorization(r *web.Request, _ web.None) (externalservices.OAuthStatus, error) {
	status, err := a.Services.Find(r.Context(), r.By, externalservices.Calendar)
	if err != nil {
		return externalservices.OAuthStatus{}, err
	}
	return *status.OAuth, nil
}

func (a API) testCalendar(r *web.Request, _ web.None) (externalservices.Test, error) {
	return a.Services.RunTest(r.Context(), r.By, externalservices.Calendar)
}
