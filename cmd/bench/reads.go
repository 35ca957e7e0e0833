package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"

	"acolhe/handlers"
	"acolhe/models/reads"
)

// readsName is the name of this measurement for -only.
const readsName = "log of reads: written and not"

// counterDigits stand in a request for a number that is another in each one sent.
const counterDigits = "000000000000"

// measureReads compares the server that writes the log of reads with one whose log stays in memory, both on the same database: a
// record whose every read is new, and a list whose reads are equal and so one in ten minutes.
func (g *testbed) measureReads(ctx context.Context, o options, out io.Writer) error {
	log := reads.New(g.connection, slog.New(slog.DiscardHandler))
	running, stop := context.WithCancel(ctx)
	defer stop()
	go log.Run(running)
	written, err := g.serveWith(log)
	if err != nil {
		return err
	}
	inMemory, err := g.serveWith(nil)
	if err != nil {
		return err
	}
	record := bytes.Replace(get(inMemory, "/api/v1/users/code/"+g.busiest, g.session), []byte("\r\n\r\n"),
		[]byte("\r\nX-Read-Reason: "+counterDigits+"\r\n\r\n"), 1)
	list := get(inMemory, fmt.Sprintf("/api/v1/orders?limit=%d", rows), g.session)
	for _, one := range []struct {
		name    string
		request []byte
	}{{"a record, each read new", record}, {"a list of 60, equal reads", list}} {
		memory := contender{name: "log in memory alone", addr: inMemory, request: one.request, status: 200, content: envelopeOf}.withTarget(0.97)
		w := workload{readsName + ": " + one.name, []contender{g.withAddress(memory.withTarget(0), "log written", written), memory}}
		if err := w.run(ctx, o, out); err != nil {
			return err
		}
	}
	return nil
}

// serveWith serves Acolhe in this process with a log of reads, which stays in memory if it is nil.
func (g *testbed) serveWith(log *reads.Log) (addr string, err error) {
	config := configOf(g.contracts)
	config.Reads = log
	server, err := handlers.New(g.connection, config)
	if err != nil {
		return "", err
	}
	return g.serve(server)
}
