package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// growthFactor is by how much a house grows that should not be felt: performance.md asks for
// the same answers within twice the time from 10,000 to 1,000,000 rows.
const growthFactor = 100

// growthTarget is the ratio of req/s that twice the time makes.
const growthTarget = 0.5

const growthLegend = `req/s, p50, p99: medians over the slices. alone: p50 in ms with a single caller. Acolhe/it: req/s of the large
house by those of the small one, the median over the rounds and the quartiles. p99/its: its p99 by the small one's.
`

// measureGrowth asks the same of a house and of one a hundred times as large, each over a
// PostgreSQL of its own.
func measureGrowth(ctx context.Context, o options, out io.Writer) (err error) {
	small, large := o, o
	small.associates, large.associates = max(1, o.growth/growthFactor), o.growth
	few, err := prepareGround(ctx, small)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, few.close()) }()
	many, err := prepareGround(ctx, large)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, many.close()) }()
	fmt.Fprintf(out, "Acolhe over a large house beside Acolhe over a small one.\nLarge: %s\nSmall: %s\n\n", many.describe(large), few.describe(small))
	works := o.chosen(growthWorks(few, many))
	for _, w := range works {
		results, err := w.measure(ctx, o)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		report(out, w, results)
	}
	if o.plans {
		if err := many.reportPlans(ctx, works, out); err != nil {
			return err
		}
	}
	fmt.Fprint(out, growthLegend)
	return nil
}

// growthWorks pairs what the large house is asked with what the small one is.
func growthWorks(few, many *ground) []work {
	small := few.lookups()
	var pairs []work
	for i, large := range many.lookups() {
		grown, was := large.side, small[i].side
		grown.name, was.name = fmt.Sprintf("%d orders", many.facts.orders), fmt.Sprintf("%d orders", few.facts.orders)
		pairs = append(pairs, work{large.name, []side{grown, was.toReach(growthTarget)}})
	}
	return pairs
}

// lookup is something of a day's work that a house is asked.
type lookup struct {
	name string
	side side
}

// lookups are lists, from the top and far down, one row of many, searches that find much and
// little, and the queue of reception; as scripts and as people ask for them.
func (g *ground) lookups() []lookup {
	half := g.facts.orders / 2
	var all []lookup
	for _, asked := range []struct{ name, path string }{
		{"list: items, 60 newest orders", "/api/v1/items/orders?limit=60"},
		{"list: items, services paid in a month", g.questions()[1].path},
		{"list: items, orders before a known one", fmt.Sprintf("/api/v1/items/orders?limit=60&sort=-id&filter[id][_lt]=%d", half)},
		{"list: GET /orders", "/api/v1/orders?limit=60"},
		{"list: page of associates", "/painel/associados"},
		{"list: page of orders", "/painel/pedidos"},
		{"detail: items, one order", fmt.Sprintf("/api/v1/items/orders/%d", half)},
		{"detail: orders of one associate", "/api/v1/orders/by-user/" + g.busiest},
		{"detail: page of one order", fmt.Sprintf("/painel/pedidos/%d", half)},
		{"search: items, part of many names", "/api/v1/items/users?limit=60&search=" + searched},
		{"search: items, a name and a surname", "/api/v1/items/users?limit=60&search=" + searchedRarely},
		{"search: items, a CPF", "/api/v1/items/users?limit=60&search=" + g.cpf},
		{"search: everywhere, a CPF", "/api/v1/search?q=" + g.cpf},
		{"search: everywhere, part of many names", "/api/v1/search?q=" + searched},
		{"search: everywhere, a name and a surname", "/api/v1/search?q=" + searchedRarely},
		{"search: page of associates, a name and a surname", "/painel/associados?q=" + searchedRarely},
		{"queue: items, who came to reception last", "/api/v1/items/reception?limit=60"},
	} {
		all = append(all, lookup{asked.name, g.acolheGets(asked.path, nil)})
	}
	return all
}

// searchedRarely are two names that few associates have together; a house a hundred times as large
// finds a hundred times as many.
const searchedRarely = "rodrig+figueir"
