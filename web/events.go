package web

import (
	"io"
	"net/http"
	"slices"
	"time"
)

const (
	// eventsLimit is the time after which a stream of events ends; the browser connects again, and its session is
	// checked again.
	eventsLimit = 5 * time.Minute
	// heartbeat is the time between signs of life, so that proxies keep a quiet stream open.
	heartbeat = 20 * time.Second
)

// wantsEvents reports whether a page asks for a stream of events.
func (r *Request) wantsEvents() bool { return r.Header("Accept") == "text/event-stream" }

// isStillSignedIn reports whether the session of the request is live and its person has the same roles.
func (r *Request) isStillSignedIn() bool {
	if r.By.Session == 0 {
		return true
	}
	live, err := r.server.findSession(r.unbounded, r, r.By.Kind)
	return err == nil && live.By.Session == r.By.Session && slices.Equal(live.By.Roles, r.By.Roles)
}

// Events streams an event of this name for every signal, as Server-Sent Events, until the client leaves, its session has
// ended, signals is closed, or a limit of five minutes. A HEAD ends at once, because the next request of its connection waits for it.
func (r *Request) Events(name string, signals <-chan struct{}) error {
	r.leaveLane() // a stream costs nothing while nothing changes
	header := r.gin.Writer.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	r.gin.Writer.WriteHeader(http.StatusOK)
	if r.Context().Value(headKey{}) != nil {
		return nil
	}
	event, out := "event: "+name+"\ndata:\n\n", r.timed()
	limit, beat := time.NewTimer(eventsLimit), time.NewTicker(heartbeat)
	defer limit.Stop()
	defer beat.Stop()
	for text := "retry: 1000\n\n"; ; {
		if _, err := io.WriteString(out, text); err != nil {
			return nil //nolint:nilerr // the client has left
		}
		r.gin.Writer.Flush()
		select {
		case <-r.unbounded.Done():
			return nil
		case <-limit.C:
			return nil
		case _, isOpen := <-signals:
			if !isOpen {
				return nil
			}
			text = event
		case <-beat.C:
			text = ":\n\n"
		}
		if !r.isStillSignedIn() {
			return nil
		}
	}
}
