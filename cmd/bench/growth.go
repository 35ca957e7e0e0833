package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// growthFactor is the ratio between the two numbers of associates: performance.md requires the same
// answers within twice the time from 10,000 to 1,000,000 rows.
const growthFactor = 100

// growthTarget is the ratio of req/s for twice the time.
const growthTarget = 0.5

const growthLegend = `req/s, p50, p99: medians over the slices. alone: p50 in ms with a single caller. Acolhe/it: req/s of the large
association by those of the small one, the median over the rounds and the quartiles. p99/its: its p99 by the small one's.
`

// measureGrowth compares the same requests for an association and for one a hundred times as large,
// each on its own PostgreSQL.
func measureGrowth(ctx context.Context, o options, out io.Writer) (err error) {
	small, large := o, o
	small.associates, large.associates = max(1, o.growth/growthFactor), o.growth
	few, err := prepareTestbed(ctx, small)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, few.close()) }()
	many, err := prepareTestbed(ctx, large)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, many.close()) }()
	for _, g := range []*testbed{few, many} {
		if err := g.fillWeek(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "Acolhe with a large association compared with a small one.\nLarge: %s\nSmall: %s\n\n", many.describe(large),
		few.describe(small))
	works := o.selected(growthWorkloads(few, many))
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

// growthWorkloads pairs the requests to the large association with those to the small one.
func growthWorkloads(few, many *testbed) []workload {
	small := few.growthQueries()
	var pairs []workload
	for i, large := range many.growthQueries() {
		grown, was := large.side, small[i].side
		grown.name, was.name = fmt.Sprintf("%d orders", many.facts.orders), fmt.Sprintf("%d orders", few.facts.orders)
		pairs = append(pairs, workload{large.name, []contender{grown, was.withTarget(growthTarget)}})
	}
	return pairs
}

// growthQuery is a request whose time should not grow with the association.
type growthQuery struct {
	name string
	side contender
}

// growthQueries returns the requests of scripts and people: lists from the start and at a large
// offset, one row of many, searches with many and with few results, and the reception queue.
func (g *testbed) growthQueries() []growthQuery {
	half := g.facts.orders / 2
	var all []growthQuery
	for _, query := range []struct{ name, path string }{
		{"list: items, 60 newest orders", "/api/v1/items/orders?limit=60"},
		{"list: items, services paid in a month", itemQueries(g.facts.orders, g.facts.at)[1].path},
		{"list: items, orders before a known one", fmt.Sprintf("/api/v1/items/orders?limit=60&sort=-id&filter[id][_lt]=%d", half)},
		{"list: GET /orders", "/api/v1/orders?limit=60"},
		{"list: page of associates", "/painel/associados"},
		{"list: page of orders", "/painel/pedidos"},
		{"services: GET /services", "/api/v1/services?limit=60"},
		{"services: page of appointments", "/painel/agenda/lista"},
		{"services: page of all appointments", "/painel/agenda/lista?quando=todas"},
		{"services: a week of the agenda with 400 bookings", "/painel/agenda?data=2031-03-03"},
		{"services: an empty week of the agenda", "/painel/agenda?data=2032-03-01"},
		{"services: exists, by code", "/api/v1/services/exists?service_code=NONE"},
		{"services: exists, by professional and time", "/api/v1/services/exists?professional_id=1&consultation_date=2026-11-20T12:00:00Z"},
		{"detail: items, one order", fmt.Sprintf("/api/v1/items/orders/%d", half)},
		{"detail: orders of one associate", "/api/v1/orders/by-user/" + g.busiest},
		{"detail: page of one order", fmt.Sprintf("/painel/pedidos/%d", half)},
		{"search: items, part of many names", "/api/v1/items/users?limit=60&search=" + searchTerm},
		{"search: items, a name and a surname", "/api/v1/items/users?limit=60&search=" + rareSearchTerms},
		{"search: items, a CPF", "/api/v1/items/users?limit=60&search=" + g.cpf},
		{"search: everywhere, a CPF", "/api/v1/search?q=" + g.cpf},
		{"search: everywhere, part of many names", "/api/v1/search?q=" + searchTerm},
		{"search: everywhere, a name and a surname", "/api/v1/search?q=" + rareSearchTerms},
		{"search: page of associates, a name and a surname", "/painel/associados?q=" + rareSearchTerms},
		{"queue: items, who came to reception last", "/api/v1/items/reception?limit=60"},
		{"queue: board of the reception", "/painel/recepcao"},
	} {
		all = append(all, growthQuery{query.name, g.acolheGets(query.path, nil)})
	}
	return all
}

// rareSearchTerms are two names that few associates have together; a hundred times as many
// associates have a hundred times as many of them.
const rareSearchTerms = "rodrig+figueir"
