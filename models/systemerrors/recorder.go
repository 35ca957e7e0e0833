package systemerrors

import (
	"context"
	"log/slog"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
)

const (
	// atOnce is how many failures are recorded at the same time; what fails beside them is only logged, so that a server in
	// trouble is not kept busy with its own errors.
	atOnce = 2
	// recordTimeout limits the time to record one, by which the answer is delayed.
	recordTimeout = time.Second
)

// Recorder records the failures of a running server, without ever failing or blocking it.
type Recorder struct {
	db      *db.DB
	log     *slog.Logger
	release string
	slots   chan struct{}
}

// NewRecorder returns a recorder of the failures of a release.
func NewRecorder(tx *db.DB, log *slog.Logger, release string) Recorder {
	return Recorder{db: tx, log: log, release: release, slots: make(chan struct{}, atOnce)}
}

// Record records a failure of the server that happened to by.
func (r Recorder) Record(ctx context.Context, by auth.Caller, report Report) {
	select {
	case r.slots <- struct{}{}:
	default:
		return
	}
	defer func() { <-r.slots }()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	report.Source, report.Release = Server, r.release
	if err := Record(ctx, r.db, by, report); err != nil {
		r.log.WarnContext(ctx, "an error could not be recorded", "error", err.Error())
	}
}

// OfJobs returns the function that records jobs that failed for good or panicked.
func (r Recorder) OfJobs(now func() time.Time) func(context.Context, jobs.Failure) {
	return func(ctx context.Context, failure jobs.Failure) {
		by := auth.Caller{Kind: auth.System}.At(now())
		r.Record(ctx, by, Report{Message: failure.Message, Stack: failure.Stack, Place: "tarefa " + failure.Kind})
	}
}
