package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"
)

// writesName is the name of this measurement for -only.
const writesName = "writes: beside bare ones, triggers, log"

// What performance.md requires of writes: the ratio to a bare program, the part of the triggers in a statement, the ratio of many
// writers of one associate to those without triggers, and the bytes of PostgreSQL's log for an order.
const (
	writeTarget   = 0.6
	triggerTarget = 0.25
	writersTarget = 0.7
	logTarget     = 4 << 10
)

// comparedWrite is a write that both programs offer. The request is the n-th one to the program at an address.
type comparedWrite struct {
	name    string
	request func(addr, prefix string, n int) []byte
	status  int
}

// measureWrites measures what writes cost.
func (g *testbed) measureWrites(ctx context.Context, o options, out io.Writer) error {
	fmt.Fprintln(out, writesName)
	for _, measure := range []func(context.Context, options, io.Writer) error{g.compareWrites, g.measureTriggers, g.measureWriters, g.measureLog} {
		if err := measure(ctx, o, out); err != nil {
			return fmt.Errorf("%s: %w", writesName, err)
		}
	}
	fmt.Fprintln(out)
	return nil
}

// comparedWrites returns the writes: each changes another row than the one before.
func (g *testbed) comparedWrites(ctx context.Context) ([]comparedWrite, error) {
	orders, err := g.column(ctx, "select id from orders where status = 'Aguardando pagamento' order by id desc limit 100")
	if err != nil {
		return nil, err
	}
	items, err := g.column(ctx, "select id from reception where completed_at is null order by id limit 20")
	if err != nil {
		return nil, err
	}
	people, err := g.column(ctx, "select min(id) from professionals where active")
	if err != nil {
		return nil, err
	}
	attendant := [...]string{`null`, fmt.Sprintf("%q", g.operator.UserCode)}
	return []comparedWrite{
		{"place an order", func(addr, prefix string, _ int) []byte {
			return post(addr, prefix+"/orders", g.session, g.order())
		}, http.StatusCreated},
		{"change an order", func(addr, prefix string, n int) []byte {
			return send(http.MethodPatch, addr, fmt.Sprintf("%s/orders/%d", prefix, orders[n%len(orders)]), g.session, fmt.Sprintf(`{"info":"Recado %d"}`, n))
		}, http.StatusOK},
		{"claim a contact", func(addr, prefix string, n int) []byte {
			path := fmt.Sprintf("%s/reception/%d/attendant", prefix, items[n%len(items)])
			return send(http.MethodPatch, addr, path, g.session, fmt.Sprintf(`{"attendant":%s}`, attendant[(n/len(items)+1)%2]))
		}, http.StatusOK},
		{"book an appointment", func(addr, prefix string, n int) []byte {
			at := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC).AddDate(0, 0, n)
			return post(addr, prefix+"/services", g.session, fmt.Sprintf(`{"associate_user_code":%q,"items":[{"professional_id":%d,"consultation_date":%q}]}`,
				g.busiest, people[0], at.Format(time.RFC3339)))
		}, http.StatusCreated},
	}, nil
}

func (g *testbed) column(ctx context.Context, statement string) ([]int64, error) {
	found, err := g.pool.Query(ctx, statement)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(found, pgx.RowTo[int64])
	if err == nil && len(ids) == 0 {
		err = errNoRows
	}
	return ids, err
}

// compareWrites times each write in turns with that of the bare program, whose rows no trigger sees, one caller.
func (g *testbed) compareWrites(ctx context.Context, o options, out io.Writer) error {
	works, err := g.comparedWrites(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tAcolhe ms\tbare, without triggers ms\tAcolhe/it\tquartiles\ttarget\t")
	for _, work := range works {
		n := 0
		at := func(addr, prefix string) rolledWrite {
			return rolledWrite{work.name, func(context.Context) (time.Duration, error) {
				n++
				return timeAt(addr, work.request(addr, prefix, n), work.status)
			}}
		}
		sides := [...]rolledWrite{at(g.acolhe, "/api/v1"), at(g.bare, "")}
		took, ratios, err := inTurns(ctx, o.rounds, func(i int) (time.Duration, error) { return medianWrite(ctx, sides[i]) })
		if err != nil {
			return fmt.Errorf("%s: %w", work.name, err)
		}
		// Requests a second, as in the other tables: the bare time by that of Acolhe.
		fmt.Fprintf(table, "%s\t%s\t%s\t%.2f\t%.2f–%.2f\t%.2f\t\n", work.name, milliseconds(took[0]), milliseconds(took[1]), 1/ratios.middle, 1/ratios.high,
			1/ratios.low, writeTarget)
	}
	return table.Flush()
}

// inTurns measures two sides in turns, and returns their medians and the ratios of the first by the second in the same round.
func inTurns(ctx context.Context, rounds int, measure func(side int) (time.Duration, error)) (medians [2]time.Duration, ratios spread, err error) {
	var took [2][]time.Duration
	for round := range slicesOfRound * rounds {
		for place := range took {
			side := (round + place) % len(took)
			once, err := measure(side)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return medians, ratios, err
			}
			took[side] = append(took[side], once)
		}
	}
	return [2]time.Duration{medianDuration(took[0]), medianDuration(took[1])}, ratiosOf(took[0], took[1]), nil
}

// triggeredStatements are the statements of the writes: $1 is the code of an associate, $2 and $3 are the ids of an order to be paid and of
// an open contact.
var triggeredStatements = []struct{ name, sql string }{
	{"insert an order", `insert into orders (user_id, user_code, name_associate, email, items, total, status)
		select id, user_code, associate_name, email, '[{"code": "CBD-3000", "name": "Óleo", "amount": 349.90, "quantity": 2}]', 699.80, 'Aguardando pagamento'
		from users where user_code = $1 and $2::bigint + $3::bigint > 0`},
	{"change its text", `update orders set info = clock_timestamp()::text where id = $2::bigint and $3::bigint > 0 and $1::uuid is not null`},
	{"pay it", `update orders set status = 'Pago', payment_method = 'pix', paid_on = current_date, amount_received = total
		where id = $2::bigint and $3::bigint > 0 and $1::uuid is not null`},
	{"change an associate", `update users set city = clock_timestamp()::text, date_updated = now() where user_code = $1 and $2::bigint + $3::bigint > 0`},
	{"insert an appointment", `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, consultation_date)
		select gen_random_uuid(), user_code, associate_name, p.id, p.name, p.type, 100, now() + interval '1 year'
		from users, (select * from professionals order by id limit 1) p where user_code = $1 and $2::bigint + $3::bigint > 0`},
	{"claim a contact", `update reception set attendant = (select user_code from system_users order by id limit 1) where id = $3::bigint and $2::bigint > 0 and $1::uuid is not null`},
}

// explained is what PostgreSQL measured of a statement, in milliseconds.
type explained struct {
	Time     float64 `json:"Execution Time"`
	Triggers []struct {
		Name       string `json:"Trigger Name"`
		Constraint string `json:"Constraint Name"`
		Time       float64
	}
}

// measureTriggers reads PostgreSQL's own measure of the triggers of each statement, without those that check references.
func (g *testbed) measureTriggers(ctx context.Context, o options, out io.Writer) error {
	var code string
	var order, item int64
	if err := g.pool.QueryRow(ctx, `select (select user_code::text from users where status = 'Associado' and user_code <> $1 order by id limit 1),
		(select max(id) from orders where status = 'Aguardando pagamento' and user_code <> $1),
		(select min(id) from reception where completed_at is null)`, g.busiest).Scan(&code, &order, &item); err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tstatement ms\tof it triggers\ttarget\tthe longest\t")
	for _, statement := range triggeredStatements {
		var times, parts []float64
		longest := map[string]float64{}
		for range 20 * o.rounds {
			took, err := g.explainOnce(ctx, statement.sql, code, order, item)
			if err != nil {
				return fmt.Errorf("%s: %w", statement.name, err)
			}
			triggers := 0.0
			for _, trigger := range took.Triggers {
				if trigger.Constraint == "" {
					triggers += trigger.Time
					longest[trigger.Name] += trigger.Time
				}
			}
			times, parts = append(times, took.Time), append(parts, triggers/took.Time)
		}
		names := slices.SortedFunc(maps.Keys(longest), func(a, b string) int { return int((longest[b] - longest[a]) * 1e6) })
		slices.Sort(times)
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\t%s\t\n", statement.name, times[len(times)/2], spreadOf(parts).middle, triggerTarget,
			strings.Join(names[:min(3, len(names))], ", "))
	}
	return table.Flush()
}

func (g *testbed) explainOnce(ctx context.Context, statement string, arguments ...any) (took explained, err error) {
	tx, err := g.pool.Begin(ctx)
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, tx.Rollback(ctx)) }()
	var plans []explained
	var answer []byte
	simple := append([]any{pgx.QueryExecModeSimpleProtocol}, arguments...)
	if err := tx.QueryRow(ctx, "explain (analyze, format json) "+statement, simple...).Scan(&answer); err != nil {
		return took, err
	}
	if err := json.Unmarshal(answer, &plans); err != nil {
		return took, err
	}
	return plans[0], nil
}

// userTriggers are the triggers of the tables that an order writes to.
const userTriggers = `alter table orders %[1]s trigger user; alter table order_changes %[1]s trigger user; alter table users %[1]s trigger user`

// measureWriters compares many writers of orders of one associate with and without triggers.
func (g *testbed) measureWriters(ctx context.Context, o options, out io.Writer) error {
	clients, err := connect(g.acolhePosts("/api/v1/orders", g.order(), createdOrder), o.connections)
	if err != nil {
		return err
	}
	defer clients.close()
	medians, ratios, err := inTurns(ctx, o.rounds, func(side int) (time.Duration, error) {
		if _, err := g.pool.Exec(ctx, fmt.Sprintf(userTriggers, rollupModes[side])); err != nil {
			return 0, err
		}
		measured, err := clients.slice(o.slice)
		return time.Duration(float64(time.Second) / max(measured.perSecond, 1)), err
	})
	if err != nil {
		return err
	}
	if _, err := g.pool.Exec(ctx, fmt.Sprintf(userTriggers, "enable")); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d writers of orders of one associate: %.0f a second, %.0f without triggers, ratio %.2f (%.2f–%.2f), target %.2f\n", o.connections,
		1/medians[0].Seconds(), 1/medians[1].Seconds(), 1/ratios.middle, 1/ratios.high, 1/ratios.low, writersTarget)
	return err
}

// loggedOrders is how many orders are placed for the bytes of one.
const loggedOrders = 200

// measureLog reads how far PostgreSQL's log grows with an order, without the images of whole pages after a checkpoint.
func (g *testbed) measureLog(ctx context.Context, _ options, out io.Writer) error {
	const position = "select pg_current_wal_insert_lsn() - '0/0'"
	var before, after float64
	if err := g.pool.QueryRow(ctx, position).Scan(&before); err != nil {
		return err
	}
	for range loggedOrders {
		if _, err := timeAt(g.acolhe, post(g.acolhe, "/api/v1/orders", g.session, g.order()), http.StatusCreated); err != nil {
			return err
		}
	}
	if err := g.pool.QueryRow(ctx, position).Scan(&after); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "log of PostgreSQL for an order: %.0f bytes, target %d\n", (after-before)/loggedOrders, logTarget)
	return err
}
