package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"
)

// medicineName is the name of this measurement for -only.
const medicineName = "medicine: cart and order with stock and prescriptions"

// medicineTarget is the ratio that a request may cost with everything on, to the same request with everything off.
const medicineTarget = 1.05

// medicineRows are what the rules read: lots with units of each product, and a prescription of each associate that allows what the
// bench orders.
var medicineRows = [...]string{
	"insert into lots (product_id, number, expires_on) select id, 'MEDIDA-' || id || '-' || n, current_date + 100 * n from products, generate_series(1, 3) n",
	"insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) select id, 'receipt', 500, 'Medidas', now() from lots",
	`insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
			select id, 'Dra. Helena Prado', 'CRM', '1', 'RS', current_date - 10, current_date + 170,
				'[{"code": "CBD-3000", "name": "Óleo CBD 3000 mg", "quantity": 999}, {"code": "BAL-50", "name": "Bálsamo 50 g", "quantity": 999}]' from users`,
	"analyze lots, stock_movements, prescriptions",
}

// medicineModes switch everything on and off.
var medicineModes = [...]string{
	`insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true'), ('prescriptions', 'rule', 'text', '"block"')
		on conflict (system, key) do update set value = excluded.value`,
	`delete from system_configs where (system, key) in (('stock', 'enabled'), ('prescriptions', 'rule'))`,
}

// measureMedicine times the cart and an order with the stock and the rule of prescriptions switched on and off, in turns.
func (g *testbed) measureMedicine(ctx context.Context, rounds int, out io.Writer) error {
	for _, statement := range medicineRows {
		if _, err := g.pool.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", medicineName, err)
		}
	}
	works, err := g.medicineWorks(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, medicineName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\ton ms\toff ms\tratio\tquartiles\ttarget\t")
	for _, work := range works {
		took, ratios, err := g.inModes(ctx, rounds, medicineModes, work)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", medicineName, work.name, err)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%.2f\t%.2f–%.2f\t%.2f\t\n", work.name, milliseconds(took[0]), milliseconds(took[1]), ratios.middle, ratios.low,
			ratios.high, medicineTarget)
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintln(out)
	_, err = g.pool.Exec(ctx, medicineModes[1])
	return err
}

// medicineWorks are the requests that the rules are part of. Each order is of another associate, as in a day of an association: the rule
// reads the orders of the last 30 days, of which a single associate would soon have hundreds.
func (g *testbed) medicineWorks(ctx context.Context) ([]rolledWrite, error) {
	rows, err := g.pool.Query(ctx, "select user_code::text from users where status = 'Associado' order by id")
	if err != nil {
		return nil, err
	}
	codes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	placed := 0
	return []rolledWrite{
		{"the cart recomputed", func(context.Context) (time.Duration, error) {
			return g.timeOne(postForm(g.acolhe, "/painel/pedidos/novo", g.session, cartOf(codes[0])), http.StatusOK)
		}},
		{"an order placed by the JSON interface", func(context.Context) (time.Duration, error) {
			placed++
			return g.timeOne(post(g.acolhe, "/api/v1/orders", g.session, orderOf(codes[placed%len(codes)])), http.StatusCreated)
		}},
	}, nil
}

// cartOf is the form of a new order of an associate with what the bench orders.
func cartOf(code string) string {
	return url.Values{
		"user_code": {code}, "acao": {""}, "delivery_price": {"23,90"}, "discount": {"10,00"},
		"items[0].code": {"CBD-3000"}, "items[0].name": {"Óleo CBD 3000 mg"}, "items[0].amount": {"349,90"}, "items[0].quantity": {"2"},
		"items[1].code": {"BAL-50"}, "items[1].name": {"Bálsamo 50 g"}, "items[1].amount": {"89,50"}, "items[1].quantity": {"1"},
	}.Encode()
}

// postForm returns a whole request with a form.
func postForm(addr, path, session, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
		path, addr, sessionCookie, session, len(body), body)
}
