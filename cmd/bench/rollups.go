package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"text/tabwriter"
	"time"
)

// rollupsName is the name of this measurement for -only.
const rollupsName = "analytics: writes with the rollups"

// Slices are short and many, because other work on the machine changes their times by more than the rollups do.
const (
	slicesOfRound = 6
	writesOfSlice = 40
)

// rollupTriggers are the triggers of the rollups of services and orders.
const rollupTriggers = `alter table services %[1]s trigger log_service_steps_insert, %[1]s trigger log_service_steps_update;
	alter table orders %[1]s trigger log_order_steps_insert, %[1]s trigger log_order_steps_update`

var rollupModes = [...]string{"enable", "disable"}

// rolledWrite is a kind of write.
type rolledWrite struct {
	name  string
	write func(ctx context.Context) (time.Duration, error)
}

// measureRollups times writes with the triggers of the rollups and without, in turns.
func (g *testbed) measureRollups(ctx context.Context, rounds int, out io.Writer) error {
	fmt.Fprintln(out, rollupsName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\twith ms\twithout ms\tratio\tquartiles\t")
	for _, work := range []rolledWrite{
		{"a service stored and paid, two statements", g.storeAndPay},
		{"the same by the JSON interface, two requests", g.bookAndPay},
		{"an order placed by the JSON interface", func(context.Context) (time.Duration, error) {
			return g.timeOne(post(g.acolhe, "/api/v1/orders", g.session, g.order()), http.StatusCreated)
		}},
	} {
		took, ratios, err := g.inModes(ctx, rounds, [...]string{fmt.Sprintf(rollupTriggers, rollupModes[0]), fmt.Sprintf(rollupTriggers, rollupModes[1])}, work)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", rollupsName, work.name, err)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%.2f\t%.2f–%.2f\t\n", work.name, milliseconds(took[0]), milliseconds(took[1]), ratios.middle, ratios.low, ratios.high)
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprint(out, "a write is to cost at most 10 % more with the rollups\n\n")
	_, err := g.pool.Exec(ctx, fmt.Sprintf(rollupTriggers, "enable")+"; select rebuild_rollups(zone, types, deducts) from analytics_rules")
	return err
}

// inModes times a write in turns after each of two statements.
func (g *testbed) inModes(ctx context.Context, rounds int, modes [2]string, work rolledWrite) (medians [2]time.Duration, ratios spread, err error) {
	return inTurns(ctx, rounds, func(side int) (time.Duration, error) {
		if _, err := g.pool.Exec(ctx, modes[side]); err != nil {
			return 0, err
		}
		return medianWrite(ctx, work)
	})
}

// medianWrite returns the median time of the writes of a slice. The first ones plan the statements again and do not count.
func medianWrite(ctx context.Context, work rolledWrite) (time.Duration, error) {
	var took []time.Duration
	for n := range writesOfSlice {
		once, err := work.write(ctx)
		if err != nil {
			return 0, err
		}
		if n >= writesOfSlice/4 {
			took = append(took, once)
		}
	}
	return medianDuration(took), nil
}

// storeAndPay stores a service and marks it as paid, each by a statement.
func (g *testbed) storeAndPay(ctx context.Context) (time.Duration, error) {
	var id int64
	begun := time.Now()
	err := g.pool.QueryRow(ctx, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, consultation_date)
		values (gen_random_uuid(), $1, 'Ana Beatriz de Souza', (select min(id) from professionals), 'Renata Campos', 'medic', 100, now()) returning id`, g.busiest).Scan(&id)
	if err != nil {
		return 0, err
	}
	_, err = g.pool.Exec(ctx, "update services set status = 'Pagamento Concluído', price_paid = 100 where id = $1", id)
	return time.Since(begun), err
}

// bookAndPay books a service and marks it as paid, each by a request.
func (g *testbed) bookAndPay(ctx context.Context) (time.Duration, error) {
	var professional int64
	if err := g.pool.QueryRow(ctx, "select min(id) from professionals where active").Scan(&professional); err != nil {
		return 0, err
	}
	body := fmt.Sprintf(`{"associate_user_code":%q,"items":[{"professional_id":%d,"consultation_date":"2031-03-03T14:00:00-03:00"}]}`,
		g.busiest, professional)
	booked, err := g.timeOne(post(g.acolhe, "/api/v1/services", g.session, body), http.StatusCreated)
	if err != nil {
		return 0, err
	}
	var id int64
	if err := g.pool.QueryRow(ctx, "select max(id) from services").Scan(&id); err != nil {
		return 0, err
	}
	paid, err := g.timeOne(send(http.MethodPatch, g.acolhe, fmt.Sprintf("/api/v1/services/%d", id), g.session,
		`{"status":"Pagamento Concluído","price_paid":100}`), http.StatusOK)
	return booked + paid, err
}
