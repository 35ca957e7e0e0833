package handlertest

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/panel"
	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/filestorage"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/jobs"
	"acolhe/models/tasks"
)

// RunJobs runs the jobs of the app as `acolhe serve` does, until the test ends.
func (a *App) RunJobs(t testing.TB) {
	t.Helper()
	semaphore := exports.NewSemaphore()
	runner, err := jobs.New(a.Pool, slog.New(slog.DiscardHandler), tasks.Worker{DB: a.DB, Now: time.Now}.Jobs(), tasks.TagWorker{DB: a.DB, Now: time.Now}.Jobs(),
		files.Library{DB: a.DB, Drivers: a.Storage}.Jobs(time.Now), filestorage.Office{DB: a.DB, Drivers: a.Storage}.Jobs(time.Now),
		bookings.Letters{DB: a.DB, Mail: a.Mail, Now: time.Now}.Jobs(), handlers.Parcels(a.DB, a.config).Jobs(),
		bookings.Events{DB: a.DB, Calendar: a.Calendar}.Jobs(),
		tasks.Exporter{DB: a.DB, Now: time.Now, Semaphore: semaphore, Mail: a.Mail, Prepare: panel.Files(exports.Source{DB: a.DB, Semaphore: semaphore})}.Jobs())
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := runner.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
}
