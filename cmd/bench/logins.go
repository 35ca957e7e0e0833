package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"text/tabwriter"
	"time"
)

// loginsName is the name of this measurement for -only.
const loginsName = "login: known and unknown e-mail"

// unknownEmail has the length of operatorEmail, so that the requests are equally long.
const unknownEmail = "ninguem@acolhe.local"

// compareLogins alternately tries a wrong password for an operator's address and for an unknown
// one. A difference in time would reveal the addresses of operators.
func (g *testbed) compareLogins(ctx context.Context, runs int, out io.Writer) error {
	c, err := dial(contender{addr: g.acolhe})
	if err != nil {
		return err
	}
	defer c.conn.Close()
	took := map[string][]time.Duration{}
	for run := range runs {
		addresses := []string{operatorEmail, unknownEmail}
		if run%2 == 1 {
			slices.Reverse(addresses)
		}
		for _, address := range addresses {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.request = g.wrongLogin(address, run)
			one, err := c.timeRequest(http.StatusUnauthorized)
			if err != nil {
				return fmt.Errorf("%s: %w", loginsName, err)
			}
			took[address] = append(took[address], one)
		}
	}
	reportLogins(out, took[operatorEmail], took[unknownEmail])
	return nil
}

// wrongLogin returns a login from another IP address in each run, because the rate limit refuses
// the sixth from one address.
func (g *testbed) wrongLogin(address string, run int) []byte {
	body := fmt.Sprintf(`{"email":%q,"password":"Errada!2026"}`, address)
	return fmt.Appendf(nil, "POST /api/v1/auth/login HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 10.0.%d.%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		g.acolhe, run/256, run%256, len(body), body)
}

// timeRequest sends the request once and returns the time until the answer. It fails for another
// status.
func (c *client) timeRequest(want int) (time.Duration, error) {
	begun := time.Now()
	if err := c.conn.SetDeadline(begun.Add(requestTimeout)); err != nil {
		return 0, err
	}
	status, err := c.do()
	if err == nil && status != want {
		err = fmt.Errorf("answered %d", status)
	}
	return time.Since(begun), err
}

func reportLogins(out io.Writer, known, unknown []time.Duration) {
	same := func(d time.Duration) time.Duration { return d }
	a, b := medianOf(known, same), medianOf(unknown, same)
	fmt.Fprintln(out, loginsName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\truns\tmedian ms\t")
	fmt.Fprintf(table, "known\t%d\t%s\t\n", len(known), milliseconds(a))
	fmt.Fprintf(table, "unknown\t%d\t%s\t\n", len(unknown), milliseconds(b))
	_ = table.Flush() // the output may be closed
	fmt.Fprintf(out, "difference %.2f %% of the smaller; below 5 %% the two cannot be distinguished\n\n",
		100*float64((a-b).Abs())/float64(min(a, b)))
}
