package jobs

import (
	"context"
	"slices"
	"time"

	"github.com/riverqueue/river"
)

// Job declares a kind of job: the function that works one and what the page of jobs shows of it. An area declares its jobs in area.go.
type Job struct {
	Kind string
	About

	register func(*registry)
}

// About describes a job to the people who administer it and to the runner.
type About struct {
	// Label is the name of the kind on pages, in Portuguese.
	Label string
	// Every is the interval at which one of the instances inserts the job, at its start first; 0 for a job that is only
	// enqueued.
	Every time.Duration
	// Options are those of the inserted jobs of Every; nil for none.
	Options *river.InsertOpts
	// Timeout is the time limit of one attempt; 0 is a minute.
	Timeout time.Duration
	// Cancellable jobs are not waited for by a record: they come again by themselves, or can be requested again.
	Cancellable bool
}

// worker works the jobs of a kind.
type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	work    func(context.Context, *river.Job[T]) error
	timeout time.Duration
}

// Timeout implements river.Worker.
func (w worker[T]) Timeout(*river.Job[T]) time.Duration { return w.timeout }

// Work implements river.Worker.
func (w worker[T]) Work(ctx context.Context, job *river.Job[T]) error { return w.work(ctx, job) }

// Func declares a kind of jobs without arguments, and the function that works one.
func Func[T river.JobArgs](work func(context.Context) error, about About) Job {
	return Of(func(ctx context.Context, _ *river.Job[T]) error { return work(ctx) }, about)
}

// Of declares a kind of jobs, and the function that works one.
func Of[T river.JobArgs](work func(context.Context, *river.Job[T]) error, about About) Job {
	var args T
	return Job{Kind: args.Kind(), About: about, register: func(r *registry) {
		river.AddWorker(r.workers, worker[T]{work: work, timeout: about.Timeout})
		if about.Every > 0 {
			insert := func() (river.JobArgs, *river.InsertOpts) { return args, about.Options }
			r.periodic = append(r.periodic, river.NewPeriodicJob(river.PeriodicInterval(about.Every), insert,
				&river.PeriodicJobOpts{RunOnStart: true}))
		}
	}}
}

// List is the list of all declared jobs of a program.
type List []Job

// About returns what is declared of a kind of jobs. A kind of another version of the program is labelled with its own
// name.
func (l List) About(kind string) About {
	at := slices.IndexFunc(l, func(j Job) bool { return j.Kind == kind })
	if at < 0 {
		return About{Label: kind}
	}
	return l[at].About
}
