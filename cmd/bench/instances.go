package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
)

// instanceCounts are the numbers of processes that are compared.
var instanceCounts = []int{1, 2, 4}

// measureInstances measures processes of a built binary on one database. The connections of the clients are divided among
// the processes by turns, as a proxy without sticky sessions does. All processes run all the time, so that the slices of
// one and of several can be taken in turns; those that get no requests only look for jobs.
func measureInstances(ctx context.Context, o options, out io.Writer) (err error) {
	g, err := prepareTestbed(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	var secret [32]byte
	rand.Read(secret[:])
	var addresses []string
	for range instanceCounts[len(instanceCounts)-1] {
		started, err := g.startBuild(ctx, o.instances, "CONFIG_ENCRYPT_KEY="+base64.StdEncoding.EncodeToString(secret[:]))
		if err != nil {
			return err
		}
		addresses = append(addresses, started.addr)
	}
	fmt.Fprintf(out, "Processes of %s on one PostgreSQL.\n%s\n\n", o.instances, g.conditions(o))
	for _, w := range o.selected(g.instanceWorkloads()) {
		if err := g.compareInstances(ctx, o, w, addresses, out); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	fmt.Fprint(out, "req/s, p50, p95: medians over the slices. to one: req/s by those of one process, the median of the rounds and the quartiles.\n")
	return nil
}

// instanceWorkloads are a list, a detail, a page and a write. The write comes last, because it changes the lists.
func (g *testbed) instanceWorkloads() []workload {
	return []workload{
		{"list: 60 newest orders", []contender{g.acolheGets(fmt.Sprintf("/api/v1/items/orders?limit=%d", rows), nil)}},
		{"detail: one order", []contender{g.acolheGets(fmt.Sprintf("/api/v1/items/orders/%d", g.facts.orders/2), nil)}},
		{"page: 60 orders in the panel", []contender{g.acolheGets("/painel/pedidos", nil)}},
		{"write: place an order", []contender{g.acolhePosts("/api/v1/orders", g.order(), nil)}},
	}
}

// compareInstances measures the request of a workload with each number of processes and prints a line for each.
func (g *testbed) compareInstances(ctx context.Context, o options, w workload, addresses []string, out io.Writer) error {
	groups, results := make([]clientGroup, len(instanceCounts)), make([]result, len(instanceCounts))
	for i, count := range instanceCounts {
		var err error
		if groups[i], err = g.divide(w.contenders[0], addresses[:count], o.connections); err != nil {
			return err
		}
		defer groups[i].close()
		if _, err := groups[i].slice(o.slice); err != nil { // warms up
			return err
		}
	}
	for round := range o.rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := measureRound(groups, results, round, o.slice); err != nil {
			return err
		}
	}
	reportInstances(out, w.name, results)
	return nil
}

// divide connects clients to the addresses by turns.
func (g *testbed) divide(s contender, addresses []string, connections int) (clientGroup, error) {
	group := clientGroup{side: s}
	for i := range connections {
		joined, err := dial(g.withAddress(s, s.name, addresses[i%len(addresses)]))
		if err != nil {
			group.close()
			return clientGroup{}, err
		}
		group.clients = append(group.clients, joined)
	}
	return group, nil
}

func reportInstances(out io.Writer, name string, results []result) {
	fmt.Fprintln(out, name)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "processes\treq/s\tp50 ms\tp95 ms\tto one\t")
	for i, count := range instanceCounts {
		middle, to := results[i].median(), results[i].ratioTo(results[0])
		fmt.Fprintf(table, "%d\t%.0f\t%s\t%s\t%.2f (%.2f–%.2f)\t\n", count, middle.perSecond, milliseconds(middle.p50), milliseconds(middle.p95),
			to.middle, to.low, to.high)
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintln(out)
}
