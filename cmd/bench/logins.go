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

// loginsName is the name that -only picks this measurement by.
const loginsName = "login: known and unknown e-mail"

// Both addresses are of one length, so that the requests are too.
const nobodysEmail = "ninguem@acolhe.local"

// compareLogins tries a wrong password for an address that an operator has and for one that
// nobody has, by turns. Who could tell the two by the time would learn who works here.
func (g *ground) compareLogins(ctx context.Context, runs int, out io.Writer) error {
	c, err := dial(side{addr: g.acolhe})
	if err != nil {
		return err
	}
	defer c.conn.Close()
	took := map[string][]time.Duration{}
	for run := range runs {
		addresses := []string{operatorEmail, nobodysEmail}
		if run%2 == 1 {
			slices.Reverse(addresses)
		}
		for _, address := range addresses {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.request = g.wrongLogin(address, run)
			one, err := c.time(http.StatusUnauthorized)
			if err != nil {
				return fmt.Errorf("%s: %w", loginsName, err)
			}
			took[address] = append(took[address], one)
		}
	}
	reportLogins(out, took[operatorEmail], took[nobodysEmail])
	return nil
}

// wrongLogin comes from another address in each run, which the proxy before the server reports:
// from one address the sixth would only meet the limit.
func (g *ground) wrongLogin(address string, run int) []byte {
	body := fmt.Sprintf(`{"email":%q,"password":"Errada!2026"}`, address)
	return fmt.Appendf(nil, "POST /api/v1/auth/login HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 10.0.%d.%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		g.acolhe, run/256, run%256, len(body), body)
}

// time asks once and gives how long the answer took; another status than the wanted one fails.
func (c *caller) time(wanted int) (time.Duration, error) {
	begun := time.Now()
	if err := c.conn.SetDeadline(begun.Add(askLimit)); err != nil {
		return 0, err
	}
	status, err := c.ask()
	if err == nil && status != wanted {
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
	_ = table.Flush() // as with every print here, a closed output is the reader's choice
	fmt.Fprintf(out, "difference %.2f %% of the smaller; below 5 %% nobody is told apart\n\n", 100*float64((a-b).Abs())/float64(min(a, b)))
}
