package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// manyRows is from when on a table is too large to be read from end to end for an answer.
const manyRows = 10_000

// asksUntilSettled is how often a request is asked before its plans count: PostgreSQL decides
// after five whether a prepared statement keeps one plan for all.
const asksUntilSettled = 8

// planner reports how PostgreSQL finds the rows for Acolhe's answers: it lets auto_explain write
// the plans of the statements, as they really run, to the server's log.
type planner struct {
	pool *pgxpool.Pool
	// log is the path of what the server writes.
	log string
}

// explainPlans lets the statements on the pool's connections be explained from now on; the
// connections are new ones.
func explainPlans(ctx context.Context, pool *pgxpool.Pool, log string) (planner, error) {
	for _, statement := range []string{
		"alter system set session_preload_libraries = 'auto_explain'",
		"alter system set auto_explain.log_min_duration = 0",
		"select pg_reload_conf()",
	} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			return planner{}, err
		}
	}
	pool.Reset()
	return planner{pool, log}, nil
}

// of returns what Acolhe's statements read for one answer, each scan once and in order.
func (p planner) of(ctx context.Context, acolhe side) ([]string, error) {
	one, err := dial(acolhe)
	if err != nil {
		return nil, err
	}
	defer one.conn.Close()
	for range asksUntilSettled - 1 {
		if _, err := one.ask(); err != nil {
			return nil, err
		}
	}
	before, err := os.ReadFile(p.log)
	if err != nil {
		return nil, err
	}
	if _, err := one.ask(); err != nil {
		return nil, err
	}
	after, err := os.ReadFile(p.log)
	if err != nil {
		return nil, err
	}
	return scansIn(string(after[len(before):])), nil
}

var scan = regexp.MustCompile(`(?:(?:Seq|Index|Index Only|Bitmap Heap) Scan(?: Backward)?(?: using "?(\w+)"?)?|Bitmap Index Scan) on "?(\w+)"?`)

// scansIn lists the scans of plans.
func scansIn(plans string) []string {
	var scans []string
	for line := range strings.Lines(plans) {
		// The words of a statement come on a line of their own, and are no plan.
		if found := scan.FindString(line); found != "" && !strings.Contains(line, "Query Text:") && !slices.Contains(scans, found) {
			scans = append(scans, found)
		}
	}
	return scans
}

// reportPlans names the scans of Acolhe's answers to works, and first those that read a large
// table from end to end.
func (p planner) reportPlans(ctx context.Context, works []work, out io.Writer) error {
	large, err := p.largeTables(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Plans of Acolhe's answers. Large are: %s.\n", strings.Join(large, ", "))
	for _, w := range works {
		scans, err := p.of(ctx, w.sides[0])
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		verdict := "no large table read from end to end"
		for _, table := range large {
			if slices.Contains(scans, "Seq Scan on "+table) {
				verdict = "READS " + table + " FROM END TO END"
			}
		}
		fmt.Fprintf(out, "%s: %s\n    %s\n", w.name, verdict, strings.Join(scans, "; "))
	}
	fmt.Fprintln(out)
	return nil
}

func (p planner) largeTables(ctx context.Context) (names []string, err error) {
	return names, p.pool.QueryRow(ctx, `select coalesce(array_agg(relname::text order by relname), '{}') from pg_class
		where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`, manyRows).Scan(&names)
}
