package main

import (
	"bytes"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// quick is the smallest run with every measurement.
var quick = options{associates: 80, rounds: 2, slice: time.Millisecond, connections: 2, logins: 1, plans: true}

// TestMain lets the test's program be the measured ones too.
func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestWorkloads_SameAnswer(t *testing.T) {
	g, err := prepareTestbed(t.Context(), quick)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := g.close(); err != nil {
			t.Error(err)
		}
	}()
	for _, w := range g.workloads() {
		t.Run(w.name, func(t *testing.T) {
			if err := w.check(reflect.DeepEqual); err != nil {
				t.Fatal(err)
			}
			runOnce(t, w)
		})
	}
	for _, w := range growthWorkloads(g, g) {
		t.Run(w.name, func(t *testing.T) { runOnce(t, w) })
	}
	t.Run(loginsName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.compareLogins(t.Context(), quick.logins, &out); err != nil || !strings.Contains(out.String(), "difference ") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(signaturesName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measureSignatures(t.Context(), quick.rounds, &out); err != nil || !strings.Contains(out.String(), "1,000 contracts listed") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(filesName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measureFiles(t.Context(), 1, &out); err != nil || !strings.Contains(out.String(), "20 MiB") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(analyticsName, func(t *testing.T) {
		var out bytes.Buffer
		if err := measureAnalytics(t.Context(), options{rounds: 1, services: 500}, &out); err != nil ||
			!strings.Contains(out.String(), "the whole answer, with rankings") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(rollupsName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measureRollups(t.Context(), 1, &out); err != nil || !strings.Contains(out.String(), "the same by the JSON interface") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(agendaName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measureAgenda(t.Context(), 1, &out); err != nil || !strings.Contains(out.String(), "day, a grid") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(webhooksName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measureWebhooks(t.Context(), 1, &out); err != nil || !strings.Contains(out.String(), "a bare sender") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(quotesName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measureQuotes(t.Context(), 1, &out); err != nil || !strings.Contains(out.String(), "one hangs, beyond the deadline") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run(writesName, func(t *testing.T) {
		var out bytes.Buffer
		err := g.measureWrites(t.Context(), quick, &out)
		for _, row := range []string{"claim a contact", "pay it", "writers of orders of one associate", "log of PostgreSQL for an order"} {
			if err != nil || !strings.Contains(out.String(), row) {
				t.Errorf("%v: no %q in %s", err, row, &out)
			}
		}
	})
	t.Run(pagesName, func(t *testing.T) {
		var out bytes.Buffer
		if err := g.measurePages(t.Context(), 1, &out); err != nil || !strings.Contains(out.String(), "board, 5,000 open contacts") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	t.Run("plans", func(t *testing.T) {
		var out bytes.Buffer
		only := options{only: "items: one order"}
		if err := g.reportPlans(t.Context(), only.selected(g.workloads()), &out); err != nil ||
			!strings.Contains(out.String(), "Index Scan using orders_pkey on orders") {
			t.Errorf("%v: %s", err, &out)
		}
	})
	list := g.workloads()[0].contenders[0]
	for name, other := range map[string]contender{
		"fewer rows":     g.bareGets("bare", "/raw/orders?limit=59", envelopeOf),
		"another status": g.bareGets("bare", "/raw/nothing", envelopeOf),
		"no session":     {addr: g.acolhe, request: get(g.acolhe, "/api/v1/orders", ""), status: http.StatusOK, content: envelopeOf},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			if err := (workload{"orders", []contender{list, other}}).check(reflect.DeepEqual); err == nil {
				t.Error("passed as the same")
			}
		})
	}
	t.Run("refuses another status while it measures", func(t *testing.T) {
		missing := g.bareGets("bare", "/raw/nothing", envelopeOf)
		if _, err := (workload{"orders", []contender{missing}}).measure(t.Context(), quick); err == nil {
			t.Error("an answer of 404 was counted")
		}
	})
}

func runOnce(t *testing.T, w workload) {
	results, err := w.measure(t.Context(), quick)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	report(&out, w, results)
	for _, s := range w.contenders {
		if !strings.Contains(out.String(), s.name+"  ") {
			t.Errorf("the report leaves out %s:\n%s", s.name, &out)
		}
	}
}

func TestWithReport(t *testing.T) {
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	document := "before\n<!-- bench: ratios -->\nold\n<!-- end of bench: ratios -->\nafter\n"
	got, err := withReport(document, "ratios", "new\n", at)
	if err != nil || !strings.HasPrefix(got, "before\n<!-- bench: ratios -->\nOf ") || strings.Contains(got, "old") ||
		!strings.HasSuffix(got, ", on 2026-11-28:\n\n```text\nnew\n```\n<!-- end of bench: ratios -->\nafter\n") {
		t.Errorf("%v: %s", err, got)
	}
	if again, err := withReport(got, "ratios", "new", at); err != nil || again != got {
		t.Errorf("%v: %s", err, again)
	}
	if _, err := withReport(document, "growth", "new", at); err == nil {
		t.Error("written without a place for it")
	}
}

func TestCovers_NewMembersAlone(t *testing.T) {
	before := map[string]any{"data": []any{map[string]any{"id": "1", "total": nil}}}
	row := func(members map[string]any) any { return map[string]any{"data": []any{members}} }
	for name, c := range map[string]struct {
		now  any
		want bool
	}{
		"the same":      {before, true},
		"a new member":  {row(map[string]any{"id": "1", "total": nil, "paid_at": "today"}), true},
		"another value": {row(map[string]any{"id": "2", "total": nil}), false},
		"a member less": {row(map[string]any{"total": nil}), false},
		"a row less":    {map[string]any{"data": []any{}}, false},
		"another shape": {[]any{}, false},
	} {
		if got := covers(c.now, before); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRatio_Median(t *testing.T) {
	rounds := func(perSecond ...float64) (r result) {
		for _, rate := range perSecond {
			r.slices = append(r.slices, figures{perSecond: rate})
		}
		return r
	}
	// The ratio of the medians would be 0.9, because it pairs slices of different rounds.
	got := rounds(10, 100, 50, 90).ratioTo(rounds(20, 400, 60, 100))
	if want := (spread{0.5, 50.0 / 60, 50.0 / 60}); got != want {
		t.Errorf("ratios %v, want %v", got, want)
	}
}

func TestPlans_Scans(t *testing.T) {
	got := scansIn(`2026-11-21 LOG:  duration: 0.1 ms  plan:
	Query Text: select 'Seq Scan on words'
	Limit  (cost=0.29..2.60 rows=60 width=300)
	  ->  Index Scan Backward using orders_pkey on orders  (cost=0.29..4.31)
	        ->  Seq Scan on users  (cost=0.00..1.00)
	  ->  Bitmap Heap Scan on users
	        ->  Bitmap Index Scan on users_search_idx
	  ->  Seq Scan on users  (cost=0.00..1.00)`)
	want := []string{"Index Scan Backward using orders_pkey on orders", "Seq Scan on users", "Bitmap Heap Scan on users",
		"Bitmap Index Scan on users_search_idx"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestIdleMemory_ThisProcess(t *testing.T) {
	m, err := read(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if m.server < mebibyte || m.peak < m.server {
		t.Errorf("resident %v, at most %v", m.server, m.peak)
	}
}
