package bookings

import (
	"encoding/json"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// RunEvents runs the queued jobs of calendar events once, in their order, and returns their failures. A job that ended is
// gone; one that failed stays queued.
func RunEvents(t *testing.T, events Events, isLast bool) (failures []error) {
	t.Helper()
	tx := events.DB.WithContext(t.Context())
	var queued []struct {
		ID   int64
		Kind string
		Args json.RawMessage
	}
	if err := tx.Raw("select id, kind, args from river_job where kind in ? order by id", []string{makeEvent{}.Kind(), removeEvent{}.Kind()}).
		Scan(&queued).Error; err != nil {
		t.Fatal(err)
	}
	for _, job := range queued {
		var err error
		if job.Kind == (makeEvent{}).Kind() {
			work := river.Job[makeEvent]{JobRow: &rivertype.JobRow{Attempt: 1, MaxAttempts: makeAttempts}}
			if isLast {
				work.Attempt = makeAttempts
			}
			decode(t, job.Args, &work.Args)
			err = events.workMake(t.Context(), &work)
		} else {
			work := river.Job[removeEvent]{JobRow: &rivertype.JobRow{}}
			decode(t, job.Args, &work.Args)
			err = events.workRemove(t.Context(), &work)
		}
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if err := tx.Exec("delete from river_job where id = ?", job.ID).Error; err != nil {
			t.Fatal(err)
		}
	}
	return failures
}

func decode(t *testing.T, raw json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}
