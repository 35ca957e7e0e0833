package bookings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/calendar"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
)

// makeAttempts is how often the making of an event is tried before it has failed: about 40 minutes.
const makeAttempts = 7

// A removal waits for the module to be switched on again, in pauses, and is given up in the end.
const (
	removalPause = time.Hour
	removalLife  = 30 * 24 * time.Hour
)

// maxEventError is the maximum length of event_error.
const maxEventError = 2000

// EventCalendar is the calendar in which events are made. A call may be repeated.
type EventCalendar interface {
	// IsOn reports whether services get events.
	IsOn(ctx context.Context) (bool, error)
	Insert(ctx context.Context, event calendar.Event) (calendar.Made, error)
	Delete(ctx context.Context, calendarID, eventID string) error
}

// Events makes and deletes the events of services. The jobs run after the change that wants them is committed; a job that
// runs again, because its process died, finds what was made by the id of the event.
type Events struct {
	DB       *db.DB
	Calendar EventCalendar
}

// makeEvent is the job that makes the event of a service, unless the service has another one by then.
type makeEvent struct {
	Service int64  `json:"service"`
	Event   string `json:"event"`
}

// Kind returns the name of the job in the queue.
func (makeEvent) Kind() string { return "make_calendar_event" }

func makeOptions() *river.InsertOpts { return &river.InsertOpts{MaxAttempts: makeAttempts} }

// removeEvent is the job that deletes an event, of a service that has another one or is gone.
type removeEvent struct {
	Service  int64  `json:"service"`
	Calendar string `json:"calendar"`
	Event    string `json:"event"`
}

// Kind returns the name of the job in the queue.
func (removeEvent) Kind() string { return "remove_calendar_event" }

func (e Events) workMake(ctx context.Context, job *river.Job[makeEvent]) error {
	return e.locked(ctx, job.Args.Service, func() error { return e.make(ctx, job.Args, job.Attempt >= job.MaxAttempts) })
}

// workRemove works a removeEvent. While the module is off, the event stays and the job waits.
func (e Events) workRemove(ctx context.Context, job *river.Job[removeEvent]) error {
	return e.locked(ctx, job.Args.Service, func() error {
		isOn, err := e.Calendar.IsOn(ctx)
		switch {
		case err != nil:
			return err
		case isOn:
			return e.Calendar.Delete(ctx, job.Args.Calendar, job.Args.Event)
		case job.ScheduledAt.Sub(job.CreatedAt) < removalLife:
			return river.JobSnooze(removalPause)
		}
		return nil
	})
}

// RemoveEvents enqueues the removal of the events of services and returns their number. The services keep no sign of them.
func RemoveEvents(ctx context.Context, tx *db.DB, services []int64) (int, error) {
	var events []removeEvent
	err := tx.WithContext(ctx).Table("services").Where("id in ? and event_id is not null and event_calendar_id is not null", services).
		Select("id as service, event_calendar_id as calendar, event_id as event").Order("id").Scan(&events).Error
	if err != nil {
		return 0, err
	}
	for _, event := range events {
		if err := jobs.Enqueue(ctx, tx, event, nil); err != nil {
			return 0, err
		}
	}
	return len(events), nil
}

// locked runs the jobs of one service one after the other over all instances, so that an event that is being made is not
// deleted before it is there. The calls are outside transactions.
func (e Events) locked(ctx context.Context, service int64, run func() error) error {
	name := fmt.Sprintf("bookings.event.%d", service)
	return e.DB.WithContext(ctx).Connection(func(connection *db.DB) error {
		if err := connection.Exec("select pg_advisory_lock(hashtextextended(?, 0))", name).Error; err != nil {
			return err
		}
		defer connection.WithContext(context.WithoutCancel(ctx)).Exec("select pg_advisory_unlock(hashtextextended(?, 0))", name)
		return run()
	})
}

// make makes the event of a job. A failure that may pass is an error, and the job runs again; the last one, and one that
// would repeat itself, is kept at the service.
func (e Events) make(ctx context.Context, args makeEvent, isLast bool) error {
	isOn, err := e.Calendar.IsOn(ctx)
	if err != nil {
		return err
	}
	queued := e.DB.WithContext(ctx).Model(&Service{}).
		Where("id = ? and event_id = ? and event_state = ?", args.Service, args.Event, EventQueued).Session(&db.Session{})
	if !isOn {
		return queued.UpdateColumns(map[string]any{"event_id": nil, "event_calendar_id": nil, "event_state": nil}).Error
	}
	var found []Service
	if err := queued.Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return err
	}
	event, err := e.describe(ctx, found[0])
	if err != nil {
		return err
	}
	made, err := e.Calendar.Insert(ctx, event)
	switch {
	case err == nil:
		return queued.UpdateColumns(map[string]any{"event_state": EventCreated, "event_link": linkOf(made), "event_error": nil}).Error
	case calendar.MayPass(err) && !isLast:
		return err
	}
	return queued.UpdateColumns(map[string]any{"event_state": EventFailed, "event_error": failureOf(err)}).Error
}

// linkOf returns the link of an event if it can be shown.
func linkOf(made calendar.Made) *string {
	if made.Link == "" || len(made.Link) > maxLink || !isLink(&made.Link) {
		return nil
	}
	return &made.Link
}

func failureOf(err error) string {
	reason := "A agenda não respondeu. Tente de novo mais tarde."
	if refused := errs.As(err); refused != nil {
		reason = refused.Message
	}
	return reason[:min(len(reason), maxEventError)]
}

// describe returns the event of a service. It names the patient as summary does.
func (e Events) describe(ctx context.Context, service Service) (calendar.Event, error) {
	lasting, err := Duration(ctx, e.DB)
	if err != nil {
		return calendar.Event{}, err
	}
	zone, err := settings.Location(ctx, e.DB)
	start := service.ConsultationDate.In(zone)
	return calendar.Event{ID: *service.EventID, CalendarID: *service.EventCalendarID, Summary: service.summary(),
		Description: "Serviço " + service.ServiceCode,
		Start:       start, End: start.Add(lasting), Zone: zone.String()}, err
}

// summary names the patient by first name and initial, because calendars of other companies keep it.
func (s Service) summary() string {
	name := s.AssociateName
	if s.PatientName != nil {
		name = *s.PatientName
	}
	words := strings.Fields(name)
	if len(words) < 2 {
		return "Atendimento: " + name
	}
	return "Atendimento: " + words[0] + " " + string([]rune(words[len(words)-1])[:1]) + "."
}
