package rollups

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/security"
	"acolhe/models/systemerrors"
	"acolhe/models/types/auth"
)

const (
	verifyEvery = time.Hour
	// verifyAt is the hour of the association's day at which the rollups are verified.
	verifyAt = 3
	// verifyTimeout is the time limit of a verification, which reads every row.
	verifyTimeout = 10 * time.Minute
)

// Verifier verifies the rollups at night.
type Verifier struct {
	DB  *db.DB
	Log *slog.Logger
	Now func() time.Time
}

// verify is the job that compares the rollups with the rows.
type verify struct{}

// Kind returns the name of the job in the queue.
func (verify) Kind() string { return "verify_rollups" }

// Job declares the job that verifies the rollups.
func (v Verifier) Job() jobs.Job {
	nightly := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: verifyEvery}}
	return jobs.Func[verify](v.verifyAtNight,
		jobs.About{Label: "Conferência das somas das análises", Every: verifyEvery, Options: nightly, Timeout: verifyTimeout})
}

func (v Verifier) verifyAtNight(ctx context.Context) error {
	zone, err := Refresh(ctx, v.DB, db.Export)
	if err != nil || v.Now().In(zone).Hour() != verifyAt {
		return err
	}
	_, err = v.Verify(ctx)
	return err
}

// Difference are the days of a rollup whose sums are not those of the rows.
type Difference struct {
	Rollup      string
	Days        int
	First, Last time.Time
}

// Verify compares the rollups with the rows. Differences are recorded as system errors and security events, and the
// rollups are filled again.
func (v Verifier) Verify(ctx context.Context) ([]Difference, error) {
	ctx = db.WithWork(ctx, db.Export)
	var found []Difference
	err := v.DB.WithContext(ctx).Raw("select rollup, count(*) as days, min(day) as first, max(day) as last from rollup_differences group by rollup order by rollup").Scan(&found).Error
	if err != nil || len(found) == 0 {
		return found, err
	}
	for _, difference := range found {
		if err := v.record(ctx, difference); err != nil {
			return found, err
		}
	}
	current, err := currentRules(ctx, v.DB)
	if err != nil {
		return found, err
	}
	return found, current.rebuild(ctx, v.DB, db.Export)
}

// record records a difference. A rollup differs only by a fault of the program or a change past it.
func (v Verifier) record(ctx context.Context, found Difference) error {
	message := "rollup " + found.Rollup + " differs from its rows"
	details := map[string]any{"days": fmt.Sprint(found.Days), "first": found.First.Format(time.DateOnly),
		"last": found.Last.Format(time.DateOnly)}
	v.Log.ErrorContext(ctx, message, "days", found.Days, "first", details["first"])
	by := auth.Caller{Kind: auth.System, Now: v.Now()}
	report := systemerrors.Report{Source: systemerrors.Server, Level: systemerrors.Failure, Place: verify{}.Kind(), Message: message,
		Extra: details}
	if err := systemerrors.Record(ctx, v.DB, by, report); err != nil {
		return err
	}
	return security.Record(ctx, v.DB, by, security.Event{Kind: security.RollupDiffered, Subject: found.Rollup, Details: details})
}
