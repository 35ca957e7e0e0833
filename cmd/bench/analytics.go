package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/analytics"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/db/schema"
	"acolhe/models/types/auth"
)

// analyticsName is the name of this measurement for -only.
const analyticsName = "analytics: 12 months of services"

// analyticsAssociates is how many associates have services.
const analyticsAssociates = 100_000

// fillAssociates and fillServices are services of three years until today, of 20 professionals; some associates have many more than others.
const (
	fillAssociates = `insert into users (id, user_code, status, associate_name) select n, md5(n::text)::uuid, 'Associado', 'A ' || n from generate_series(1, $1) n`
	fillPeople     = `insert into professionals (id, professional_code, name, type, consultation_price) select n, 'P' || n, 'P ' || n, 'medic', 100 from generate_series(1, 20) n`
	fillServices   = `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, status, consultation_date)
		select 'B' || n, md5((1 + (random() * random() * ($2 - 1))::int)::text)::uuid, 'A', 1 + n % 20, 'P', (array['medic', 'lawyer', 'dentist'])[1 + n % 20 % 3], 100 + n % 200, n % 30,
			case when n % 10 = 0 then 'Aguardando Pagamento' else 'Pagamento Concluído' end, now() - n * interval '1085 days' / $1::int
		from generate_series(1, $1) n`
)

// liveSums are the sums of the analytics by month, type and professional, of the rows.
const liveSums = `select date_trunc('month', day)::date, type, professional_id, sum(count), sum(received), sum(fee), sum(kept), sum(donation) from service_figures
	where status = 'Pagamento Concluído' and consultation_date >= $1 and consultation_date < $2 group by 1, 2, 3`

// analyticsBed is a database of its own with many services.
type analyticsBed struct {
	connection *db.Connection
	// conn has no statement timeout.
	conn *pgx.Conn
	now  time.Time
}

// measureAnalytics measures the analytics beside the same sums of the rows.
func measureAnalytics(ctx context.Context, o options, out io.Writer) (err error) {
	server, err := private.StartThrowaway(ctx, archive.FS)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.End()) }()
	connection, err := db.Open(ctx, server.URL())
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := schema.Migrate(ctx, connection); err != nil {
		return err
	}
	bed := analyticsBed{connection: connection, now: time.Now()}
	if bed.conn, err = pgx.ConnectConfig(ctx, withoutTimeout(connection)); err != nil {
		return err
	}
	defer bed.conn.Close(ctx)
	fmt.Fprintf(out, "%s\n", analyticsName)
	if err := bed.fill(ctx, o.services); err != nil {
		return err
	}
	return bed.measureReads(ctx, o, out)
}

// fill stores the services without what takes most of the time of filling and no sum needs: two text indexes, and the
// rollups, which are filled afterwards.
func (b analyticsBed) fill(ctx context.Context, services int) error {
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{fillPeople, nil}, {fillAssociates, []any{analyticsAssociates}},
		{"drop index services_search_idx, services_tags_idx", nil}, {"alter table services disable trigger user", nil},
		{fillServices, []any{services, analyticsAssociates}},
		{"alter table services enable trigger user", nil}, {"select rebuild_rollups(zone, types, deducts) from analytics_rules", nil},
		{"vacuum analyze services", nil}, {"vacuum analyze service_days", nil},
	} {
		if _, err := b.conn.Exec(ctx, statement.sql, statement.args...); err != nil {
			return err
		}
	}
	return analytics.Compact(ctx, b.connection.DB, b.now)
}

// timed returns the median time of a call.
func timed(rounds int, call func() error) (time.Duration, error) {
	var took []time.Duration
	for range rounds {
		start := time.Now()
		if err := call(); err != nil {
			return 0, err
		}
		took = append(took, time.Since(start))
	}
	return medianOf(took, func(d time.Duration) time.Duration { return d }), nil
}

// measureReads measures the answer and its sums, in turns with the same sums of the rows.
func (b analyticsBed) measureReads(ctx context.Context, o options, out io.Writer) error {
	by := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}, Now: b.now}
	var input analytics.ServicesInput
	answer, err := analytics.FindServices(ctx, b.connection.DB, by, input)
	if err != nil {
		return err
	}
	sums := input
	sums.SumsOnly = true
	span := answer.Period.Span(time.UTC)
	var took [3][]time.Duration
	for range o.rounds {
		for i, read := range []func() error{
			func() error { _, err := analytics.FindServices(ctx, b.connection.DB, by, input); return err },
			func() error { _, err := analytics.FindServices(ctx, b.connection.DB, by, sums); return err },
			func() error { _, err := b.conn.Exec(ctx, liveSums, span.From, span.To); return err },
		} {
			once, err := timed(1, read)
			if err != nil {
				return err
			}
			took[i] = append(took[i], once)
		}
	}
	live := medianDuration(took[2])
	fmt.Fprintf(out, "%d services of %d associates, %d of them in the answer\n", o.services, analyticsAssociates, answer.KPIs.Total)
	for i, name := range []string{"the whole answer, with rankings", "its sums", "the same sums of the rows"} {
		median := medianDuration(took[i])
		fmt.Fprintf(out, "%34s  %8s ms  %6.1f times as fast as the rows\n", name, milliseconds(median), live.Seconds()/median.Seconds())
	}
	fmt.Fprintln(out)
	return nil
}

func medianDuration(took []time.Duration) time.Duration {
	return medianOf(took, func(d time.Duration) time.Duration { return d })
}
