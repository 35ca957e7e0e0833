package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// tableRows is the number of packages and of tests in the table of the slowest.
const tableRows = 15

// event is a line of `go test -json` (see `go doc test2json`). Elapsed is in seconds.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// timed is a package or a test that has ended.
type timed struct {
	name    string
	seconds float64
}

// report reads the output of `go test -json`. For a package that passes it prints the closing line,
// for one that fails the output of the package and of each test that failed or did not end.
type report struct {
	to       io.Writer
	unread   []byte
	outputs  map[string]*output
	packages []timed
	tests    []timed
	// within holds the seconds of the subtests of running tests, by the names of package and test.
	within map[string]float64
}

// output is the output of a package by its tests; the output of the package itself has an empty name.
type output struct {
	order []string
	texts map[string]string
}

func newReport(to io.Writer) *report {
	return &report{to: to, outputs: map[string]*output{}, within: map[string]float64{}}
}

// Write reads the lines of `go test -json`, in chunks of any size.
func (r *report) Write(chunk []byte) (int, error) {
	r.unread = append(r.unread, chunk...)
	for {
		line, rest, whole := bytes.Cut(r.unread, []byte("\n"))
		if !whole {
			return len(chunk), nil
		}
		r.unread = rest
		if err := r.read(line); err != nil {
			return 0, err
		}
	}
}

func (r *report) read(line []byte) error {
	var e event
	if json.Unmarshal(line, &e) != nil {
		_, err := fmt.Fprintf(r.to, "%s\n", line)
		return err
	}
	switch e.Action {
	case "build-output":
		_, err := io.WriteString(r.to, e.Output)
		return err
	case "output":
		r.of(e.Package).add(e.Test, e.Output)
	case "pass", "skip", "fail":
		return r.close(e)
	}
	return nil
}

func (r *report) of(packageName string) *output {
	if r.outputs[packageName] == nil {
		r.outputs[packageName] = &output{texts: map[string]string{}}
	}
	return r.outputs[packageName]
}

// close records the end of a test or a package, and drops the output of a test that did not fail.
func (r *report) close(e event) error {
	output := r.of(e.Package)
	if e.Test != "" {
		if e.Action != "fail" {
			delete(output.texts, e.Test)
		}
		r.time(e)
		return nil
	}
	delete(r.outputs, e.Package)
	r.packages = append(r.packages, timed{e.Package, e.Elapsed})
	text := output.closing()
	if e.Action == "fail" {
		text = output.failures()
	}
	_, err := io.WriteString(r.to, text)
	return err
}

// time records the time of a test. The time that a test reports does not include its parallel
// subtests.
func (r *report) time(e event) {
	name := e.Package + " " + e.Test
	seconds := max(e.Elapsed, r.within[name])
	if parent := strings.LastIndexByte(e.Test, '/'); parent >= 0 {
		r.within[e.Package+" "+e.Test[:parent]] += seconds
		return
	}
	r.tests = append(r.tests, timed{name, seconds})
}

func (o *output) add(test, text string) {
	if strings.HasPrefix(text, "=== ") { // RUN, PAUSE, CONT
		return
	}
	if _, known := o.texts[test]; !known {
		o.order = append(o.order, test)
	}
	o.texts[test] += text
}

// closing returns the line that reports that the package passed, or has no tests.
func (o *output) closing() string {
	lines := strings.SplitAfter(o.texts[""], "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		return !strings.HasPrefix(line, "ok") && !strings.HasPrefix(line, "?")
	}), "")
}

// failures returns the remaining output, that of the package itself last.
func (o *output) failures() string {
	var text strings.Builder
	for _, test := range append(o.order, "") {
		text.WriteString(o.texts[test])
		delete(o.texts, test)
	}
	return text.String()
}

// end prints the output of packages that did not end, and the tables of the slowest packages and
// tests.
func (r *report) end() error {
	table := tabwriter.NewWriter(r.to, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, name := range slices.Sorted(maps.Keys(r.outputs)) {
		fmt.Fprint(r.to, r.outputs[name].failures())
	}
	for _, part := range []struct {
		title string
		all   []timed
	}{{"slowest packages", r.packages}, {"slowest tests", r.tests}} {
		fmt.Fprintf(table, "\nseconds\t  %s\n", part.title)
		slices.SortFunc(part.all, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
		for _, one := range part.all[:min(tableRows, len(part.all))] {
			fmt.Fprintf(table, "%.1f\t  %s\n", one.seconds, strings.TrimPrefix(one.name, "acolhe/"))
		}
	}
	return table.Flush()
}
