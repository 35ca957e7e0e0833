package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

const legend = `req/s, p50, p99: medians over the slices. alone: p50 in ms with a single caller, which is the time that
the server takes. Acolhe/it: Acolhe's req/s by this side's, the median over the rounds and the quartiles;
quartiles far apart mean that something else was at work. target: the ratio to reach. p99/its: Acolhe's p99
by this side's, to stay under 3.
`

// report prints the table of one workload with a line for each program.
func report(out io.Writer, w workload, results []result) {
	fmt.Fprintln(out, w.name)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\treq/s\tp50 ms\tp99 ms\talone\tAcolhe/it\ttarget\tp99/its\t")
	for i, s := range w.contenders {
		middle := results[i].median()
		fmt.Fprintf(table, "%s\t%.0f\t%s\t%s\t%s\t%s\t%s\t%s\t\n", s.name, middle.perSecond, milliseconds(middle.p50),
			milliseconds(middle.p99), milliseconds(results[i].alone.p50), ratio(i, results), target(s), latency(i, results))
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintln(out)
}

func ratio(i int, results []result) string {
	if i == 0 {
		return ""
	}
	to := results[0].ratioTo(results[i])
	return fmt.Sprintf("%.2f (%.2f–%.2f)", to.middle, to.low, to.high)
}

func latency(i int, results []result) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", results[0].latencyTo(results[i]))
}

func target(s contender) string {
	if s.target == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", s.target)
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }
