package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// result is what a side did: in its slices, and asked by a single caller.
type result struct {
	slices []figures
	alone  figures
}

// figures are what one slice gave.
type figures struct {
	perSecond float64
	p50, p99  time.Duration
}

// measure returns a result for each side, in the order of the sides.
func (w work) measure(ctx context.Context, o options) ([]result, error) {
	crews := make([]crew, len(w.sides))
	for i, s := range w.sides {
		var err error
		if crews[i], err = gather(s, o.connections); err != nil {
			return nil, err
		}
		defer crews[i].leave()
	}
	results := make([]result, len(w.sides))
	for i, c := range crews {
		// The first slice warms up: connections, caches and plans.
		if _, err := c.slice(o.slice); err != nil {
			return nil, err
		}
		var err error
		if results[i].alone, err = c.first().slice(o.slice); err != nil {
			return nil, err
		}
	}
	for round := range o.rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := takeTurns(crews, results, round, o.slice); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// takeTurns takes one slice of each side, forwards and backwards by turns, so that a machine
// that slows down slows all sides alike.
func takeTurns(crews []crew, results []result, round int, length time.Duration) error {
	for turn := range crews {
		i := turn
		if round%2 == 1 {
			i = len(crews) - 1 - turn
		}
		taken, err := crews[i].slice(length)
		if err != nil {
			return err
		}
		results[i].slices = append(results[i].slices, taken)
	}
	return nil
}

// median returns the medians over the slices.
func (r result) median() figures {
	return figures{
		perSecond: medianOf(r.slices, func(f figures) float64 { return f.perSecond }),
		p50:       medianOf(r.slices, func(f figures) time.Duration { return f.p50 }),
		p99:       medianOf(r.slices, func(f figures) time.Duration { return f.p99 }),
	}
}

// spread is the median of some ratios with the quartiles around it.
type spread struct{ low, middle, high float64 }

// ratioTo compares the req/s of the slices of each round to a baseline's.
func (r result) ratioTo(baseline result) spread {
	ratios := make([]float64, len(r.slices))
	for i := range ratios {
		ratios[i] = r.slices[i].perSecond / baseline.slices[i].perSecond
	}
	slices.Sort(ratios)
	n := len(ratios)
	return spread{ratios[n/4], ratios[n/2], ratios[n-1-n/4]}
}

// latencyTo compares the p99 of the slices of each round to a baseline's; it gives the median.
func (r result) latencyTo(baseline result) float64 {
	ratios := make([]float64, len(r.slices))
	for i := range ratios {
		ratios[i] = float64(r.slices[i].p99) / float64(baseline.slices[i].p99)
	}
	return medianOf(ratios, func(ratio float64) float64 { return ratio })
}

// crew is the callers of one side.
type crew struct {
	side    side
	callers []*caller
}

func gather(s side, connections int) (crew, error) {
	c := crew{side: s}
	for range connections {
		joined, err := dial(s)
		if err != nil {
			c.leave()
			return crew{}, err
		}
		c.callers = append(c.callers, joined)
	}
	return c, nil
}

func (c crew) first() crew { return crew{c.side, c.callers[:1]} }

func (c crew) leave() {
	for _, one := range c.callers {
		_ = one.conn.Close() // nothing is under way
	}
}

// slice lets all callers ask for that long. It fails on an answer with another status. The
// garbage of the side before is collected first, on nobody's time.
func (c crew) slice(length time.Duration) (figures, error) {
	runtime.GC()
	started := time.Now()
	shifts := make(chan shift)
	for _, one := range c.callers {
		go func() { shifts <- one.work(started.Add(length), c.side.status) }()
	}
	var took []time.Duration
	var failed error
	for range c.callers {
		done := <-shifts
		took, failed = append(took, done.took...), errors.Join(failed, done.failed)
	}
	if failed != nil {
		return figures{}, fmt.Errorf("%s: %w", c.side.name, failed)
	}
	elapsed := time.Since(started)
	slices.Sort(took)
	return figures{
		perSecond: float64(len(took)) / elapsed.Seconds(),
		p50:       took[len(took)/2],
		p99:       took[len(took)*99/100],
	}, nil
}

// shift is what one caller did in one slice.
type shift struct {
	took   []time.Duration
	failed error
}

// work asks at least once, and until then.
func (c *caller) work(until time.Time, wanted int) shift {
	took := make([]time.Duration, 0, 1024)
	if err := c.conn.SetDeadline(until.Add(askLimit)); err != nil {
		return shift{failed: err}
	}
	for begun := time.Now(); ; {
		status, err := c.ask()
		if err != nil {
			return shift{failed: err}
		}
		if status != wanted {
			return shift{failed: fmt.Errorf("answered %d", status)}
		}
		ended := time.Now()
		took = append(took, ended.Sub(begun))
		if ended.After(until) {
			return shift{took: took}
		}
		begun = ended
	}
}

// medianOf returns the middle value; of an even number, the upper of the two in the middle.
func medianOf[T any, V cmp.Ordered](of []T, value func(T) V) V {
	values := make([]V, len(of))
	for i, one := range of {
		values[i] = value(one)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
