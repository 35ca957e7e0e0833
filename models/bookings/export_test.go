package bookings

import (
	"encoding/json"
	"testing"

	"acolhe/models/platform/db"
)

// SendQueued runs the queued jobs of letters, each as often as requested.
func SendQueued(t *testing.T, tx *db.DB, letters Letters, times int) {
	t.Helper()
	var queued []struct {
		ID   int64
		Args json.RawMessage
	}
	if err := tx.WithContext(t.Context()).Raw("select id, args from river_job where kind = ? order by id", sendLetter{}.Kind()).Scan(&queued).Error; err != nil {
		t.Fatal(err)
	}
	for _, job := range queued {
		var args sendLetter
		if err := json.Unmarshal(job.Args, &args); err != nil {
			t.Fatal(err)
		}
		for range times {
			if err := letters.send(t.Context(), job.ID, args); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tx.WithContext(t.Context()).Exec("delete from river_job where kind = ?", sendLetter{}.Kind()).Error; err != nil {
		t.Fatal(err)
	}
}
