package analytics

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

const (
	settleEvery = 10 * time.Minute
	proveEvery  = time.Hour
	// proveAt is the hour of the association's day at which the rollups are proved.
	proveAt = 3
	// proveTimeout is the time limit of a proof, which reads every row.
	proveTimeout = 10 * time.Minute
)

// Keeper maintains the rollups in the background.
type Keeper struct {
	DB  *db.DB
	Log *slog.Logger
	Now func() time.Time
}

// settle is the job that sums up the rows of the rollups, and fills them again when their rules have changed.
type settle struct{}

// Kind returns the name of the job in the queue.
func (settle) Kind() string { return "settle_rollups" }

// prove is the job that compares the rollups with the rows.
type prove struct{}

// Kind returns the name of the job in the queue.
func (prove) Kind() string { return "prove_rollups" }

type settleWorker struct {
	river.WorkerDefaults[settle]
	keeper Keeper
}

type proveWorker struct {
	river.WorkerDefaults[prove]
	keeper Keeper
}

// Jobs registers the workers. The proof is looked for every hour and runs at night.
func (k Keeper) Jobs() jobs.Registration {
	options := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: proveEvery}}
	return jobs.Together(jobs.Register(&settleWorker{keeper: k}), jobs.Periodic(settleEvery, settle{}, nil),
		jobs.Register(&proveWorker{keeper: k}), jobs.Periodic(proveEvery, prove{}, options))
}

// Work implements river.Worker.
func (w *settleWorker) Work(ctx context.Context, _ *river.Job[settle]) error {
	return w.keeper.Settle(ctx)
}

// Timeout implements river.Worker.
func (w *proveWorker) Timeout(*river.Job[prove]) time.Duration { return proveTimeout }

// Work implements river.Worker.
func (w *proveWorker) Work(ctx context.Context, _ *river.Job[prove]) error {
	zone, err := Refresh(ctx, w.keeper.DB)
	if err != nil || w.keeper.Now().In(zone).Hour() != proveAt {
		return err
	}
	_, err = w.keeper.Prove(ctx)
	return err
}

// Settle sums up the rows of the rollups.
func (k Keeper) Settle(ctx context.Context) error {
	if _, err := Refresh(ctx, k.DB); err != nil {
		return err
	}
	return k.DB.WithContext(ctx).Exec("select settle_rollups()").Error
}

// Difference are the days of a rollup whose sums are not those of the rows.
type Difference struct {
	Rollup      string
	Days        int
	First, Last time.Time
}

// Prove compares the rollups with the rows. Differences are logged and recorded as a security event, and the rollups
// are filled again.
func (k Keeper) Prove(ctx context.Context) ([]Difference, error) {
	ctx = db.WithWork(ctx, db.Export)
	var found []Difference
	err := k.DB.WithContext(ctx).Raw("select rollup, count(*) as days, min(day) as first, max(day) as last from rollup_differences group by rollup order by rollup").Scan(&found).Error
	if err != nil || len(found) == 0 {
		return found, err
	}
	for _, difference := range found {
		k.Log.ErrorContext(ctx, "a rollup differs from its rows", "rollup", difference.Rollup, "days", difference.Days, "first", difference.First.Format(time.DateOnly))
		event := security.Event{Kind: security.RollupDiffered, Subject: difference.Rollup,
			Details: map[string]any{"days": fmt.Sprint(difference.Days), "first": difference.First.Format(time.DateOnly), "last": difference.Last.Format(time.DateOnly)}}
		if err := security.Record(ctx, k.DB, auth.Caller{Kind: auth.System, Now: k.Now()}, event); err != nil {
			return found, err
		}
	}
	current, err := currentRules(ctx, k.DB)
	if err != nil {
		return found, err
	}
	return found, current.rebuild(ctx, k.DB)
}
