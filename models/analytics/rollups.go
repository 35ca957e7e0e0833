package analytics

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/systemerrors"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

const (
	compactEvery = 10 * time.Minute
	verifyEvery  = time.Hour
	// verifyAt is the hour of the association's day at which the rollups are verified.
	verifyAt = 3
	// verifyTimeout is the time limit of a verification, which reads every row.
	verifyTimeout = 10 * time.Minute
)

// Rollups maintains the rollups in the background.
type Rollups struct {
	DB  *db.DB
	Log *slog.Logger
	Now func() time.Time
}

// compact is the job that adds the steps to the rollups, fills them again when their rules have changed, and stores the
// rankings.
type compact struct{}

// Kind returns the name of the job in the queue.
func (compact) Kind() string { return "compact_rollups" }

// verify is the job that compares the rollups with the rows.
type verify struct{}

// Kind returns the name of the job in the queue.
func (verify) Kind() string { return "verify_rollups" }

type compactWorker struct {
	river.WorkerDefaults[compact]
	rollups Rollups
}

type verifyWorker struct {
	river.WorkerDefaults[verify]
	rollups Rollups
}

// Work implements river.Worker.
func (w *compactWorker) Work(ctx context.Context, _ *river.Job[compact]) error {
	return w.rollups.Compact(ctx)
}

// Timeout implements river.Worker.
func (w *verifyWorker) Timeout(*river.Job[verify]) time.Duration { return verifyTimeout }

// Work implements river.Worker.
func (w *verifyWorker) Work(ctx context.Context, _ *river.Job[verify]) error {
	zone, err := Refresh(ctx, w.rollups.DB)
	if err != nil || w.rollups.Now().In(zone).Hour() != verifyAt {
		return err
	}
	_, err = w.rollups.Verify(ctx)
	return err
}

// Compact adds the steps to the rollups and stores the rankings, in one transaction, so that no reader finds the rankings
// missing.
func (r Rollups) Compact(ctx context.Context) error {
	zone, err := Refresh(ctx, r.DB)
	if err != nil {
		return err
	}
	return r.DB.WithContext(db.WithWork(ctx, db.Job)).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("select compact_rollups()").Error; err != nil {
			return err
		}
		return rank(ctx, tx, civil.Of(r.Now().In(zone)), zone)
	})
}

// Difference are the days of a rollup whose sums are not those of the rows.
type Difference struct {
	Rollup      string
	Days        int
	First, Last time.Time
}

// Verify compares the rollups with the rows. Differences are recorded as system errors and security events, and the
// rollups are filled again.
func (r Rollups) Verify(ctx context.Context) ([]Difference, error) {
	ctx = db.WithWork(ctx, db.Export)
	var found []Difference
	err := r.DB.WithContext(ctx).Raw("select rollup, count(*) as days, min(day) as first, max(day) as last from rollup_differences group by rollup order by rollup").Scan(&found).Error
	if err != nil || len(found) == 0 {
		return found, err
	}
	for _, difference := range found {
		if err := r.record(ctx, difference); err != nil {
			return found, err
		}
	}
	current, err := currentRules(ctx, r.DB)
	if err != nil {
		return found, err
	}
	return found, current.rebuild(ctx, r.DB)
}

// record records a difference. A rollup differs only by a fault of the program or a change past it.
func (r Rollups) record(ctx context.Context, found Difference) error {
	message := "rollup " + found.Rollup + " differs from its rows"
	details := map[string]any{"days": fmt.Sprint(found.Days), "first": found.First.Format(time.DateOnly),
		"last": found.Last.Format(time.DateOnly)}
	r.Log.ErrorContext(ctx, message, "days", found.Days, "first", details["first"])
	by := auth.Caller{Kind: auth.System, Now: r.Now()}
	report := systemerrors.Report{Source: systemerrors.Server, Level: systemerrors.Failure, Place: verify{}.Kind(), Message: message,
		Extra: details}
	if err := systemerrors.Record(ctx, r.DB, by, report); err != nil {
		return err
	}
	return security.Record(ctx, r.DB, by, security.Event{Kind: security.RollupDiffered, Subject: found.Rollup, Details: details})
}
