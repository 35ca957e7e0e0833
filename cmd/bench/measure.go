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

// result holds the figures of a program: of its slices, and of a slice with a single client.
type result struct {
	slices []figures
	alone  figures
}

// figures are the results of one slice.
type figures struct {
	perSecond     float64
	p50, p95, p99 time.Duration
}

// measure returns a result for each program, in their order.
func (w workload) measure(ctx context.Context, o options) ([]result, error) {
	groups := make([]clientGroup, len(w.contenders))
	for i, s := range w.contenders {
		var err error
		if groups[i], err = connect(s, o.connections); err != nil {
			return nil, err
		}
		defer groups[i].close()
	}
	results := make([]result, len(w.contenders))
	for i, c := range groups {
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
		if err := measureRound(groups, results, round, o.slice); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// measureRound measures one slice of each program, in reverse order in every second round, so that
// a machine that slows down affects all programs equally.
func measureRound(groups []clientGroup, results []result, round int, length time.Duration) error {
	for position := range groups {
		i := position
		if round%2 == 1 {
			i = len(groups) - 1 - position
		}
		measured, err := groups[i].slice(length)
		if err != nil {
			return err
		}
		results[i].slices = append(results[i].slices, measured)
	}
	return nil
}

// median returns the medians over the slices.
func (r result) median() figures {
	return figures{
		perSecond: medianOf(r.slices, func(f figures) float64 { return f.perSecond }),
		p50:       medianOf(r.slices, func(f figures) time.Duration { return f.p50 }),
		p95:       medianOf(r.slices, func(f figures) time.Duration { return f.p95 }),
		p99:       medianOf(r.slices, func(f figures) time.Duration { return f.p99 }),
	}
}

// spread is the median of some ratios with their quartiles.
type spread struct{ low, middle, high float64 }

// ratioTo returns the ratios of each round's req/s to a baseline's.
func (r result) ratioTo(baseline result) spread {
	ratios := make([]float64, len(r.slices))
	for i := range ratios {
		ratios[i] = r.slices[i].perSecond / baseline.slices[i].perSecond
	}
	return spreadOf(ratios)
}

// ratiosOf returns the ratios of each round's time to a baseline's.
func ratiosOf(times, baseline []time.Duration) spread {
	ratios := make([]float64, len(times))
	for i := range ratios {
		ratios[i] = float64(times[i]) / float64(baseline[i])
	}
	return spreadOf(ratios)
}

func spreadOf(ratios []float64) spread {
	slices.Sort(ratios)
	n := len(ratios)
	return spread{ratios[n/4], ratios[n/2], ratios[n-1-n/4]}
}

// latencyTo returns the median of the ratios of each round's p99 to a baseline's.
func (r result) latencyTo(baseline result) float64 {
	ratios := make([]float64, len(r.slices))
	for i := range ratios {
		ratios[i] = float64(r.slices[i].p99) / float64(baseline.slices[i].p99)
	}
	return medianOf(ratios, func(ratio float64) float64 { return ratio })
}

// clientGroup holds the clients of one program.
type clientGroup struct {
	side    contender
	clients []*client
}

func connect(s contender, connections int) (clientGroup, error) {
	c := clientGroup{side: s}
	for range connections {
		joined, err := dial(s)
		if err != nil {
			c.close()
			return clientGroup{}, err
		}
		c.clients = append(c.clients, joined)
	}
	return c, nil
}

func (c clientGroup) first() clientGroup { return clientGroup{c.side, c.clients[:1]} }

func (c clientGroup) close() {
	for _, client := range c.clients {
		_ = client.conn.Close() // no request is running
	}
}

// slice sends requests with all clients for this length of time. It fails for an answer with
// another status. It collects garbage before, so that the previous slice does not affect the times.
func (c clientGroup) slice(length time.Duration) (figures, error) {
	runtime.GC()
	started := time.Now()
	clientResults := make(chan clientResult)
	for _, client := range c.clients {
		go func() { clientResults <- client.run(started.Add(length), c.side.status) }()
	}
	var took []time.Duration
	var failed error
	for range c.clients {
		done := <-clientResults
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
		p95:       took[len(took)*95/100],
		p99:       took[len(took)*99/100],
	}, nil
}

// clientResult is the result of one client in one slice.
type clientResult struct {
	took   []time.Duration
	failed error
}

// run sends requests until the given time, at least one.
func (c *client) run(until time.Time, want int) clientResult {
	took := make([]time.Duration, 0, 1024)
	if err := c.conn.SetDeadline(until.Add(requestTimeout)); err != nil {
		return clientResult{failed: err}
	}
	for begun := time.Now(); ; {
		status, err := c.do()
		if err != nil {
			return clientResult{failed: err}
		}
		if status != want {
			return clientResult{failed: fmt.Errorf("answered %d", status)}
		}
		ended := time.Now()
		took = append(took, ended.Sub(begun))
		if ended.After(until) {
			return clientResult{took: took}
		}
		begun = ended
	}
}

// medianOf returns the middle value, the upper one for an even number of values.
func medianOf[T any, V cmp.Ordered](of []T, value func(T) V) V {
	values := make([]V, len(of))
	for i, one := range of {
		values[i] = value(one)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
