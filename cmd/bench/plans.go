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

// manyRows is the number of rows from which a table is too large for a sequential scan.
const manyRows = 10_000

// requestsBeforePlans is the number of requests before the plans are read: after five executions
// PostgreSQL decides whether a prepared statement uses a generic plan.
const requestsBeforePlans = 8

// planner reports the plans of Acolhe's statements. auto_explain writes the plans to the server's
// log as they are executed.
type planner struct {
	pool *pgxpool.Pool
	// log is the path of the server's log.
	log string
}

// loadExplain makes new connections load auto_explain, before the program opens its own.
const loadExplain = "alter system set session_preload_libraries = 'auto_explain'"

// explainPlans enables auto_explain.
func explainPlans(ctx context.Context, pool *pgxpool.Pool, log string) (planner, error) {
	for _, statement := range []string{"alter system set auto_explain.log_min_duration = 0", "select pg_reload_conf()"} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			return planner{}, err
		}
	}
	return planner{pool, log}, nil
}

// of returns the scans of Acolhe's statements for one answer, each once and in order.
func (p planner) of(ctx context.Context, acolhe contender) ([]string, error) {
	client, err := dial(acolhe)
	if err != nil {
		return nil, err
	}
	defer client.conn.Close()
	for range requestsBeforePlans - 1 {
		if _, err := client.do(); err != nil {
			return nil, err
		}
	}
	before, err := os.ReadFile(p.log)
	if err != nil {
		return nil, err
	}
	if _, err := client.do(); err != nil {
		return nil, err
	}
	after, err := os.ReadFile(p.log)
	if err != nil {
		return nil, err
	}
	return scansIn(string(after[len(before):])), nil
}

var scan = regexp.MustCompile(`(?:(?:Seq|Index|Index Only|Bitmap Heap) Scan(?: Backward)?(?: using "?(\w+)"?)?|Bitmap Index Scan) on "?(\w+)"?`)

// scansIn returns the scans in the text of plans.
func scansIn(plans string) []string {
	var scans []string
	for line := range strings.Lines(plans) {
		// The text of a statement has its own line, which is not part of a plan.
		if found := scan.FindString(line); found != "" && !strings.Contains(line, "Query Text:") && !slices.Contains(scans, found) {
			scans = append(scans, found)
		}
	}
	return scans
}

// reportPlans prints the scans of Acolhe's answers, first those that read a large table
// sequentially.
func (p planner) reportPlans(ctx context.Context, works []workload, out io.Writer) error {
	large, err := p.largeTables(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Plans of Acolhe's answers. Large are: %s.\n", strings.Join(large, ", "))
	for _, w := range works {
		scans, err := p.of(ctx, w.contenders[0])
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
