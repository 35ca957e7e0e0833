package doctor

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
)

// Area declares what the examination brings to the program.
func Area(e area.Env) area.Area {
	options := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: examineEvery}, MaxAttempts: 1}
	return area.Area{
		Tables:   []string{"examinations"},
		Personal: []personal.Table{personal.Plain("examinations", "findings")},
		Jobs: []jobs.Job{
			jobs.Func[examination](New(e).examineHourly,
				jobs.About{Label: "Exame do sistema", Every: examineEvery, Options: options, Cancellable: true}),
		},
	}
}

const (
	examineEvery = time.Hour
	// keptFor is how long examinations are kept: the forecast of the disk reads a month.
	keptFor = 60 * 24 * time.Hour
)

// examination is the job that examines the installation.
type examination struct{}

// Kind returns the name of the job in the queue.
func (examination) Kind() string { return "examine_installation" }

// examineHourly examines the installation, and removes the examinations that are kept no longer.
func (d Doctor) examineHourly(ctx context.Context) error {
	now := d.Now()
	if _, err := d.Examine(ctx, auth.Caller{Kind: auth.System}.At(now)); err != nil {
		return err
	}
	return d.DB.WithContext(ctx).Where("date_created < ?", now.Add(-keptFor)).Delete(&Report{}).Error
}
