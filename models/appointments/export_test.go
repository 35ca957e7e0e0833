package appointments

import (
	"encoding/json"
	"testing"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
)

// SendQueued runs the queued jobs of messages, each as often as requested.
func SendQueued(t *testing.T, tx *db.DB, messages Messages, times int) {
	t.Helper()
	var queued []struct {
		ID   int64
		Args json.RawMessage
	}
	if err := tx.WithContext(t.Context()).Raw("select id, args from river_job where kind = ? order by id", bookings.Announcement{}.Kind()).
		Scan(&queued).Error; err != nil {
		t.Fatal(err)
	}
	for _, job := range queued {
		var args bookings.Announcement
		if err := json.Unmarshal(job.Args, &args); err != nil {
			t.Fatal(err)
		}
		for range times {
			if err := messages.send(t.Context(), job.ID, args); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tx.WithContext(t.Context()).Exec("delete from river_job where kind = ?", bookings.Announcement{}.Kind()).Error; err != nil {
		t.Fatal(err)
	}
}
