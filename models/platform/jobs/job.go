package jobs

import (
	"slices"
	"time"

	"github.com/riverqueue/river"
)

// Job declares a kind of job: its worker and what the page of jobs shows of it. An area declares its jobs in area.go.
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
	// Cancellable jobs are not waited for by a record: they come again by themselves, or can be requested again.
	Cancellable bool
}

// Of returns the declaration of the kind of jobs that the worker works.
func Of[T river.JobArgs](worker river.Worker[T], about About) Job {
	var args T
	return Job{Kind: args.Kind(), About: about, register: func(r *registry) {
		river.AddWorker(r.workers, worker)
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
