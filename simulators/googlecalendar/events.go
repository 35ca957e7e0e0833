package googlecalendar

import (
	"encoding/json"
	"net/http"
	"regexp"
	"time"

	"acolhe/simulators/control"
)

// Event is an event of a calendar.
type Event struct {
	ID, CalendarID, Summary, Description string
	Start, End                           time.Time
}

// event is an event as Google sends it.
type event struct {
	Kind        string    `json:"kind"`
	ID          string    `json:"id"`
	Status      string    `json:"status"`
	HTMLLink    string    `json:"htmlLink"`
	Summary     string    `json:"summary,omitempty"`
	Description string    `json:"description,omitempty"`
	Start       moment    `json:"start"`
	End         moment    `json:"end"`
	Sequence    int       `json:"sequence"`
	Reminders   reminders `json:"reminders"`
}

type moment struct {
	DateTime string `json:"dateTime"`
	TimeZone string `json:"timeZone,omitempty"`
}

type reminders struct {
	UseDefault bool       `json:"useDefault"`
	Overrides  []reminder `json:"overrides,omitempty"`
}

type reminder struct {
	Method  string `json:"method"`
	Minutes int    `json:"minutes"`
}

const (
	confirmed = "confirmed"
	cancelled = "cancelled"
	// maxReminders and maxMinutes limit the reminders of an event.
	maxReminders = 5
	maxMinutes   = 40320
)

// ids matches the ids that clients may choose; Google allows up to 1024 characters.
var ids = regexp.MustCompile(`^[a-v0-9]{5,1000}$`)

// Events returns the events that are not deleted.
func (s *Simulator) Events() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Event
	for calendar, events := range s.events {
		for _, one := range events {
			if one.Status == cancelled {
				continue
			}
			start, _ := time.Parse(time.RFC3339, one.Start.DateTime)
			end, _ := time.Parse(time.RFC3339, one.End.DateTime)
			found = append(found, Event{one.ID, calendar, one.Summary, one.Description, start, end})
		}
	}
	return found
}

// problem returns the reason for which Google refuses an event; empty for none.
func (e *event) problem() string {
	if e.Start.DateTime == "" || e.End.DateTime == "" {
		return "required"
	}
	start, err := time.Parse(time.RFC3339, e.Start.DateTime)
	end, errEnd := time.Parse(time.RFC3339, e.End.DateTime)
	if err != nil || errEnd != nil || !isZone(e.Start.TimeZone) || !isZone(e.End.TimeZone) {
		return "invalid"
	}
	if !end.After(start) {
		return "timeRangeEmpty"
	}
	if e.Reminders.UseDefault && len(e.Reminders.Overrides) > 0 || len(e.Reminders.Overrides) > maxReminders {
		return "invalid"
	}
	for _, one := range e.Reminders.Overrides {
		if one.Method != "email" && one.Method != "popup" || one.Minutes < 0 || one.Minutes > maxMinutes {
			return "invalid"
		}
	}
	return ""
}

func isZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil
}

func (s *Simulator) insert(w http.ResponseWriter, r *http.Request) {
	calendar, isShared := s.calendarOf(r)
	if !isShared {
		refuse(w, http.StatusNotFound, "notFound")
		return
	}
	made := event{Reminders: reminders{UseDefault: true}}
	if err := json.NewDecoder(r.Body).Decode(&made); err != nil {
		refuse(w, http.StatusBadRequest, "parseError")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if made.ID == "" {
		made.ID = "event" + s.number()
	}
	if s.events[calendar] == nil {
		s.events[calendar] = map[string]*event{}
	}
	reason := made.problem()
	switch {
	case !ids.MatchString(made.ID):
		refuse(w, http.StatusBadRequest, "invalid")
	case reason != "":
		refuse(w, http.StatusBadRequest, reason)
	case s.events[calendar][made.ID] != nil:
		refuse(w, http.StatusConflict, "duplicate")
	default:
		made.Kind, made.Status, made.HTMLLink = "calendar#event", confirmed, "https://www.google.com/calendar/event?eid="+made.ID
		s.events[calendar][made.ID] = &made
		control.WriteJSON(w, http.StatusOK, made)
	}
}

// find returns the event of the address, deleted or not; nil after an answer. The lock must be held.
func (s *Simulator) find(w http.ResponseWriter, r *http.Request) *event {
	calendar, isShared := s.calendarOf(r)
	found := s.events[calendar][r.PathValue("event")]
	if !isShared || found == nil {
		refuse(w, http.StatusNotFound, "notFound")
		return nil
	}
	return found
}

func (s *Simulator) show(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found := s.find(w, r); found != nil {
		control.WriteJSON(w, http.StatusOK, found)
	}
}

// patch merges the body into an event; a deleted one can be revived by its status.
func (s *Simulator) patch(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.find(w, r)
	if found == nil {
		return
	}
	changed := *found
	if err := json.NewDecoder(r.Body).Decode(&changed); err != nil {
		refuse(w, http.StatusBadRequest, "parseError")
		return
	}
	if reason := changed.problem(); reason != "" {
		refuse(w, http.StatusBadRequest, reason)
		return
	}
	changed.ID, changed.HTMLLink, changed.Sequence = found.ID, found.HTMLLink, found.Sequence+1
	*found = changed
	control.WriteJSON(w, http.StatusOK, found)
}

func (s *Simulator) remove(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.find(w, r)
	switch {
	case found == nil:
	case found.Status == cancelled:
		refuse(w, http.StatusGone, "deleted")
	default:
		found.Status = cancelled
		w.WriteHeader(http.StatusNoContent)
	}
}
